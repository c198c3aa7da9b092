import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { type Described, describeFleet } from '../api/describe-fleet.ts'
import { type Given, giveToMany } from '../lib/order-to-many.ts'
import { SkippedMiners } from './skipped-miners.tsx'

/** Place and name of many miners at once; then how many have them, and which do not and why. */
export function DescribeMany({
  who,
  count,
  onClose,
}: {
  who: Described
  count: number
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [location, setLocation] = useState('')
  const [name, setName] = useState('')
  const [given, setGiven] = useState<Given | null>(null)
  const words = { location: location.trim(), name: name.trim() }
  const isEmpty = words.location === '' && words.name === ''
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
