import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskFleetEndpoints } from '@shipminer/contract/desk/fleet'
import { deskPeopleEndpoints } from '@shipminer/contract/desk/people'
import { mayCall } from '@shipminer/contract/operator-roles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatEuro, formatNumber, formatShortWeekday } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { fleetQuery } from '../fleet/fleet-queries.ts'
import { Passkeys } from '../people/passkeys.tsx'
import { RecoveryCodes } from '../people/recovery-codes.tsx'
import styles from './today.module.css'
import type { Queue } from './use-queue.ts'

/** Beside the queue: what is fitted in the coming days, what money is on its way, how the fleets are, and how one gets in. */
export function TodayPanels({ queue }: { queue: Queue }) {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const { today, clock } = queue
  const coming = today.installations.filter(({ on }) => on >= clock.day)
  const isRead = (part: (typeof today.unread)[number]) => !today.unread.includes(part)
  const euro = (part: (typeof today.unread)[number], cents: number) =>
    isRead(part) ? formatEuro(language, cents) : t('unread.value')
  return (
    <aside className={styles.panels} aria-label={t('panels')}>
      <section className={styles.panel} aria-labelledby="panel-coming">
        <h2 id="panel-coming">{t('coming')}</h2>
        {coming.length === 0 ? (
          <p className={text.quiet}>{t(isRead('installations') ? 'comingNone' : 'unread.value')}</p>
        ) : (
          <Mast coming={coming} />
        )}
      </section>
      {mayCall(today.operator.role, deskBankEndpoints.deskBank) && (
        <section className={styles.panel} aria-labelledby="panel-money">
          <h2 id="panel-money">{t('money')}</h2>
          <dl className={styles.facts}>
            <Fact name={t('money.receivable')}>{euro('receivable', today.receivableCents)}</Fact>
            <Fact name={t('money.toMatch')}>{euro('bank', today.openBankCents)}</Fact>
            <Fact name={t('money.toRefund')}>{euro('refunds', today.openRefundCents)}</Fact>
          </dl>
        </section>
      )}
      {mayCall(today.operator.role, deskFleetEndpoints.deskFleet) && <FleetPanel />}
      {mayCall(today.operator.role, deskPeopleEndpoints.deskMakeRecoveryCodes) && (
        <section className={styles.panel} aria-labelledby="panel-access">
          <h2 id="panel-access">{t('access')}</h2>
          <RecoveryCodes />
          <Passkeys />
        </section>
      )}
    </aside>
  )
}

function Mast({ coming }: { coming: Queue['today']['installations'] }) {
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  return (
    <ol className={styles.mast}>
      {coming.map(({ id, on, buyerName, lines }, index) => (
        <li key={id}>
          {on !== coming[index - 1]?.on && (
            <time dateTime={on}>{formatShortWeekday(language, Date.parse(`${on}T12:00`))}</time>
          )}
          <Link to={paths.deskOrder(id)}>{buyerName}</Link>
          <span>
            {lines.map(({ quantity, name }) => tOrder('line', { count: quantity, name })).join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Fetched beside the queue: it must not wait for sums over thousands of miners. */
function FleetPanel() {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const { data } = useQuery(fleetQuery)
  const of = (count: number, all: number) =>
    t('of', { count: formatNumber(language, count), all: formatNumber(language, all) })
  return (
    <section className={styles.panel} aria-labelledby="panel-fleet">
      <h2 id="panel-fleet">{t('fleet')}</h2>
      <dl className={styles.facts}>
        <Fact name={t('fleet.controllers')}>
          {data ? of(data.controllers.online, data.controllers.all) : '…'}
        </Fact>
        <Fact name={t('fleet.mining')}>{data ? of(data.byHealth.mining ?? 0, data.miners) : '…'}</Fact>
        <Fact name={t('fleet.curtailed')}>
          {data ? formatNumber(language, data.byHealth.curtailed ?? 0) : '…'}
        </Fact>
        <Fact name={t('fleet.trouble')}>
          {data
            ? formatNumber(
                language,
                (data.byHealth.alert ?? 0) + (data.byHealth.stale ?? 0) + (data.byHealth.offline ?? 0),
              )
            : '…'}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={lists.spread}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
