import type { PayoutOwner } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { Sat } from '../../../ui/values/money.tsx'
import styles from '../components/desk.module.css'

/** One owner: what came in, what is due, and whether the next run pays it or why not. */
export function OwnerCard({ owner }: { owner: PayoutOwner }) {
  const { t } = useTranslation('desk-payouts')
  const { t: tMoney } = useTranslation('desk-owner-money')
  const language = useLanguage()
  const { refusal, openRunId } = owner
  return (
    <article className={styles.card} aria-label={owner.name}>
      <div className={styles.head}>
        <h3 className={text.sub}>{owner.name}</h3>
        {owner.amountSat !== null && (
          <>
            <StatusBadge status="online" label={t('owner.in')} />
            <strong>
              <Sat sat={owner.amountSat} />
            </strong>
          </>
        )}
        {refusal !== null && (
          <StatusBadge
            status={refusal === 'not-positive' || refusal === 'below-minimum' ? 'offline' : 'attention'}
            label={t(`refusal.${refusal}`, { run: openRunId ?? '' })}
          />
        )}
        <Link to={paths.deskPayoutOwner(owner.userId)} aria-label={`${tMoney('open')}: ${owner.name}`}>
          {tMoney('open')}
        </Link>
        {openRunId !== null && (
          <Link to={paths.deskPayout(openRunId)}>{t('run.name', { id: openRunId })}</Link>
        )}
      </div>
      <dl className={lists.facts}>
        <Fact name={t('owner.received')}>
          <Sat sat={owner.receivedSat} />
          <div className={text.small}>
            <Sat sat={owner.receivedSinceSat} /> {t('owner.since')}
          </div>
        </Fact>
        <Fact name={t('owner.share')}>
          <Sat sat={owner.ownerShareSat} />
        </Fact>
        {owner.receivedByOwnerSat > 0 && (
          <Fact name={t('owner.direct')}>
            <Sat sat={owner.receivedByOwnerSat} />
          </Fact>
        )}
        <Fact name={t('owner.paidOut')}>
          <Sat sat={owner.paidOutSat} />
        </Fact>
        <Fact name={t('owner.balance')}>
          <Sat sat={owner.balanceSat} />
        </Fact>
        {owner.otherCoins.length > 0 && (
          <Fact name={t('owner.other')}>
            {owner.otherCoins
              .map(({ coin, receivedSat }) => `${formatNumber(language, receivedSat / 1e8, 8)} ${coin}`)
              .join(' · ')}
          </Fact>
        )}
      </dl>
      <dl className={lists.rows}>
        <Fact name={t('owner.address')}>
          {owner.address === null ? (
            t('owner.noAddress')
          ) : (
            <span className={styles.mono}>{owner.address}</span>
          )}
          {owner.pendingFrom !== null && (
            <div className={text.small}>
              {t('owner.pending', { date: formatDateTime(language, owner.pendingFrom) })}
            </div>
          )}
        </Fact>
      </dl>
    </article>
  )
}
