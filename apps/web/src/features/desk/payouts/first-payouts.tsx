import type { FirstPayout } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import type { Column } from '../table/column.ts'
import { PagedTable } from '../table/paged-table.tsx'
import type { useTableState } from '../table/use-table-state.ts'
import type { PayoutsAnswer } from './api/payouts.ts'

const badges = { ok: 'online', soon: 'attention', over: 'fault' } as const

/** Owners who were promised a first payout and had none yet, those with the least time first. */
export function FirstPayouts({
  answer: { firstPayouts, firstTotal, perPage },
  state,
  isBusy,
}: {
  answer: PayoutsAnswer
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-payouts')
  const columns = useFirstColumns()
  return (
    <section className={styles.section} aria-labelledby="payout-first">
      <h2 id="payout-first" className={styles.heading}>
        {t('first.title')}
      </h2>
      <PagedTable
        name="first-payouts"
        label={t('first.title')}
        columns={columns}
        rows={firstPayouts}
        keyOf={({ userId }) => userId}
        state={state}
        perPage={perPage}
        total={firstTotal}
        of={t('first.title')}
        isBusy={isBusy}
        none={firstTotal === 0 && <p className={text.quiet}>{t('first.none')}</p>}
      />
    </section>
  )
}

function useFirstColumns(): Column<FirstPayout>[] {
  const { t } = useTranslation('desk-payouts')
  const { t: tMoney } = useTranslation('desk-owner-money')
  const language = useLanguage()
  const writeDaysLeft = ({ daysLeft }: FirstPayout) => {
    if (daysLeft === 0) return t('first.today')
    return daysLeft > 0 ? t('first.left', { count: daysLeft }) : t('first.over', { count: -daysLeft })
  }
  return [
    {
      key: 'name',
      title: t('owner.name'),
      isSortable: true,
      cell: ({ userId, name }) => (
        <Link to={paths.deskPayoutOwner(userId)} aria-label={`${tMoney('open')}: ${name}`} data-row>
          {name}
        </Link>
      ),
    },
    {
      // The time that is left is counted from there.
      key: 'since',
      title: t('first.time'),
      isSortable: true,
      cell: (payout) => <StatusBadge status={badges[payout.state]} label={writeDaysLeft(payout)} />,
    },
    {
      key: 'from',
      title: t('first.from'),
      cell: ({ hasMiner, since }) =>
        t(hasMiner ? 'first.miner' : 'first.claim', { date: formatDate(language, since) }),
    },
  ]
}
