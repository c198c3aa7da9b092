import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { fleetOrder } from '../api/order-fleet.ts'
import { type Given, progressOf } from '../lib/order-to-many.ts'
import { CommandStateBadge } from './command-state.tsx'
import { SkippedMiners } from './skipped-miners.tsx'
import { useReasonText } from './use-reason-text.ts'

const lookMs = 2_000

/** How far an order to many is: given, done, skipped and why, and what became of those that did not do it. */
export function OrderProgress({
  orderId,
  given,
  onClose,
}: {
  orderId: string
  given: Given
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const reasonText = useReasonText()
  const { data } = useQuery({
    queryKey: ['orders-to-many', orderId],
    queryFn: ({ signal }) => fleetOrder(orderId, signal),
    enabled: given.given > 0,
    refetchInterval: ({ state }) =>
      given.isOver && state.data && progressOf(state.data.states).open === 0 ? false : lookMs,
  })
  const progress = data && progressOf(data.states)
  return (
    <Dialog title={t('select.results')} onClose={onClose}>
      <div className={layout.section}>
        <p role="status">
          {t('select.sent', { sent: given.reached, total: given.matched })}
          {progress && <> {t('select.progress', progress)}</>}
        </p>
        {given.thrown !== null && <Notice tone="caution">{errorText(given.thrown)}</Notice>}
        {given.isOver && given.reached === 0 && given.thrown === null && <p>{tControl('notProven')}</p>}
        <SkippedMiners skipped={given.skipped} />
        {data && data.failed.length > 0 && (
          <ul>
            {data.failed.map(({ id, name, state, reason }) => (
              <li key={id}>
                {name} <CommandStateBadge state={state} /> {reason !== null && reasonText(reason)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
