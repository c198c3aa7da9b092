import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type Described, describeFleet } from '../api/describe-fleet.ts'
import { type Given, giveToMany } from '../lib/order-to-many.ts'
import { SkippedMiners } from './skipped-miners.tsx'

/** Place, group and name of many miners at once; then how many have them, and which do not and why. */
export function DescribeMany({
  who,
  count,
  groups,
  onClose,
}: {
  who: Described
  count: number
  /** Names of the groups that there are. */
  groups: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [location, setLocation] = useState('')
  const [name, setName] = useState('')
  const [group, setGroup] = useState('stays')
  const [newGroup, setNewGroup] = useState('')
  const [given, setGiven] = useState<Given | null>(null)
  const moveTo = chosenGroup(group, newGroup)
  const words = {
    location: location.trim(),
    name: name.trim(),
    ...(moveTo === undefined ? {} : { moveTo }),
  }
  const isEmpty = words.location === '' && words.name === '' && moveTo === undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    let done = 0
    await giveToMany(async (after) => {
      const turn = await describeFleet(who, words, { after, done })
      done += turn.given
      return turn
    }, setGiven)
    void client.invalidateQueries({ queryKey: ['fleet'] })
  }
  return (
    <Dialog title={`${tControl('details.title')}: ${t('select.count', { count })}`} onClose={onClose}>
      {given === null ? (
        <form className={layout.section} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={tControl('details.location')}
            hint={t('select.placeHint')}
            maxLength={120}
            autoComplete="off"
            value={location}
            onChange={setLocation}
          />
          <TextField
            label={tControl('details.name')}
            hint={
              words.name === ''
                ? t('select.nameHint')
                : t('select.nameShown', { first: `${words.name} 1`, last: `${words.name} ${count}` })
            }
            maxLength={70}
            autoComplete="off"
            value={name}
            onChange={setName}
          />
          <SelectField
            label={t('select.group')}
            value={group}
            onChange={setGroup}
            options={[
              { value: 'stays', label: t('select.groupStays') },
              ...groups.map((known) => ({ value: `in ${known}`, label: known })),
              { value: 'new', label: t('select.groupNew') },
              ...(groups.length === 0 ? [] : [{ value: 'none', label: t('select.groupNone') }]),
            ]}
          />
          {group === 'new' && (
            <TextField
              label={t('select.groupName')}
              maxLength={40}
              autoComplete="off"
              value={newGroup}
              onChange={setNewGroup}
            />
          )}
          <div className={layout.actions}>
            <Button kind="main" type="submit" disabled={isEmpty}>
              {tControl('details.save')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={layout.section}>
          <p role="status">{t('select.changed', { done: given.given, total: given.matched })}</p>
          {given.thrown !== null && <Notice tone="caution">{errorText(given.thrown)}</Notice>}
          <SkippedMiners skipped={given.skipped} />
          {given.isOver && (
            <div className={layout.actions}>
              <Button onClick={onClose}>{t('select.done')}</Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The group that was chosen; null: none, undefined: it stays. */
function chosenGroup(group: string, newGroup: string): string | null | undefined {
  if (group === 'none') return null
  if (group === 'new') return newGroup.trim() || undefined
  return group === 'stays' ? undefined : group.slice('in '.length)
}
