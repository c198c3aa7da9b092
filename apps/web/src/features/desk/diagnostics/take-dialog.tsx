import type { WhyNotTaken } from '@shipminer/contract/desk/diagnostics'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Link } from '../../../ui/link.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { isReason } from '../lib/orders/order-action-form.ts'
import { takeSets } from './diagnostic-queries.ts'

const most = 50
type Outcome = { id: string; setId: string | null; whyNot: WhyNotTaken | null }

/** Takes a set of each of some boxes, and says of each what came of it. */
export function TakeDialog({ first, onClose }: { first: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('desk-diagnostics')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const task = useTask()
  const [orderId] = useState(() => crypto.randomUUID())
  const [boxes, setBoxes] = useState(first.join('\n'))
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const wanted = [
    ...new Set(
      boxes
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  const trouble = wanted.length === 0 ? t('boxesNone') : wanted.length > most ? t('boxesMany') : null
  const submit = async () => {
    setAsked(true)
    if (trouble !== null || !isReason(reason)) return
    await task.run(async () => {
      const answer = await takeSets({ orderId, boxes: wanted, reason: reason.trim() })
      setOutcomes(answer.boxes)
      void queries.invalidateQueries({ queryKey: ['desk', 'diagnostics'] })
      return t('took', { count: answer.boxes.filter(({ setId }) => setId !== null).length })
    })
  }
  return (
    <DialogForm title={t('take')} submit={{ label: t('doTake'), run: submit }} task={task} onClose={onClose}>
      <p>{t('takeText')}</p>
      <TextArea
        label={t('boxes')}
        hint={t('boxesHint')}
        value={boxes}
        onChange={setBoxes}
        error={isAsked ? trouble : null}
        rows={3}
        maxLength={2000}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={tDesk('field.reason')}
        hint={tDesk('field.reasonHint')}
        value={reason}
        onChange={setReason}
        error={isAsked && !isReason(reason) ? tDesk('field.reasonShort') : null}
        maxLength={500}
        autoComplete="off"
        name="reason"
      />
      {outcomes.length > 0 && (
        <ul>
          {outcomes.map(({ id, setId, whyNot }) => (
            <li key={id}>
              {setId === null ? <b>{id}</b> : <Link to={paths.deskDiagnosticSet(setId)}>{id}</Link>}:{' '}
              {whyNot === null ? t('outcome.taken') : t(`outcome.${whyNot}`)}
            </li>
          ))}
        </ul>
      )}
    </DialogForm>
  )
}
