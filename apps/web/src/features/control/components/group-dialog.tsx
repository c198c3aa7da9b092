import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { describeFleet } from '../api/describe-fleet.ts'
import { type Given, giveToMany } from '../lib/order-to-many.ts'
import { SkippedMiners } from './skipped-miners.tsx'

/** Another name for a group, or its end: a change of all miners that are in it. */
export function GroupDialog({
  name,
  onDone,
  onClose,
}: {
  name: string
  /** What it is called now; null: it is gone. */
  onDone: (name: string | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const client = useQueryClient()
  const [wanted, setWanted] = useState(name)
  const [given, setGiven] = useState<Given | null>(null)
  const isBusy = given !== null && !given.isOver
  const move = async (moveTo: string | null) => {
    const who = { match: { filter: 'all', search: '', group: name } } as const
    const what = { location: '', name: '', moveTo }
    const done = await giveToMany((after) => describeFleet(who, what, { after, done: 0 }), setGiven)
    await client.invalidateQueries({ queryKey: ['fleet'] })
    if (done.thrown === null && done.skipped.length === 0) onDone(moveTo)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = wanted.trim()
    if (next !== '' && next !== name) void move(next)
  }
  return (
    <Dialog title={t('group.title', { name })} onClose={onClose}>
      <form className={layout.section} onSubmit={submit} noValidate>
        <TextField
          label={t('group.name')}
          hint={t('group.nameHint')}
          maxLength={40}
          autoComplete="off"
          value={wanted}
          onChange={setWanted}
        />
        {given?.thrown != null && <Notice tone="caution">{errorText(given.thrown)}</Notice>}
        {given && <SkippedMiners skipped={given.skipped} />}
        <div className={layout.actions}>
          <Button
            kind="main"
            type="submit"
            disabled={isBusy || wanted.trim() === '' || wanted.trim() === name}
          >
            {tControl('details.save')}
          </Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void move(null)}>
            {t('group.delete')}
          </Button>
        </div>
        <p>{t('group.deleteText')}</p>
      </form>
    </Dialog>
  )
}
