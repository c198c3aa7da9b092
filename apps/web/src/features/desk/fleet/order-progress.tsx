import { type CommandState, CommandStateSchema } from '@shipminer/contract/control'
import { providerOrderEndpoints } from '@shipminer/contract/control/provider-orders'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../../lib/api/client.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'

const openStates: readonly CommandState[] = ['queued', 'sent', 'running']
const lookMs = 3_000

/** How far an order to many miners is, and what did not work, with why. */
export function OrderProgress({ orderId }: { orderId: string }) {
  const { t } = useTranslation('desk-fleet')
  const found = useQuery({
    queryKey: ['desk', 'fleet', 'progress', orderId],
    queryFn: ({ signal }) =>
      callEndpoint(providerOrderEndpoints.deskFleetOrder, { params: { id: orderId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || openStates.some((state) => (data.states[state] ?? 0) > 0) ? lookMs : false,
  })
  const { data } = found
  return (
    <section className={styles.section} aria-labelledby="fleet-order">
      <h2 id="fleet-order" className={styles.heading}>
        {t('orders.progress')}
      </h2>
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          <p role="status">
            {CommandStateSchema.options
              .filter((state) => data.states[state] !== undefined)
              .map((state) => `${t(`orders.state.${state}`)}: ${data.states[state]}`)
              .join(', ')}
          </p>
          <ul>
            {data.failed.map(({ id, name, state, reason }) => (
              <li key={id}>
                {name}: {t(`orders.state.${state}`)}
                {reason !== null &&
                  `, ${t(`orders.reason.${reason}` as 'orders.reason.unreachable', { defaultValue: reason })}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
