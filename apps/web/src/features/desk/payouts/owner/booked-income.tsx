import type { BookedReceipt } from '@shipminer/contract/desk/pools'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../../lib/format/format.ts'
import { useLanguage } from '../../../../lib/i18n/use-language.ts'
import { Button } from '../../../../ui/button.tsx'
import text from '../../../../ui/text.module.css'
import styles from '../../components/desk.module.css'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import type { Column } from '../../table/column.ts'
import { PagedTable } from '../../table/paged-table.tsx'
import table from '../../table/table.module.css'
import type { useTableState } from '../../table/use-table-state.ts'
import { inCoin } from '../lib/in-coin.ts'
import own from '../payouts.module.css'
import { type OwnerMoney, takeBackReceipt } from './owner-money.ts'

/** What pools paid, as it is booked, a page at a time; what was booked by mistake is taken back. */
export function BookedIncome({
  userId,
  money,
  mayAct,
  state,
  isBusy,
}: {
  userId: string
  money: OwnerMoney
  mayAct: boolean
  state: ReturnType<typeof useTableState>
  isBusy: boolean
}) {
  const { t } = useTranslation('desk-owner-money')
  const language = useLanguage()
  const [taking, setTaking] = useState<BookedReceipt | null>(null)
  const columns = useColumns(mayAct ? setTaking : null)
  return (
    <section className={styles.section} aria-labelledby="owner-income">
      <h2 id="owner-income" className={text.sub}>
        {t('income.title')}
      </h2>
      {money.receiptsTotal === 0 && <p className={text.quiet}>{t('income.none')}</p>}
      <div className={own.income}>
        <PagedTable
          name="owner-income"
          label={t('income.title')}
          columns={columns}
          rows={money.receipts}
          keyOf={({ id }) => id}
          state={state}
          perPage={money.perPage}
          total={money.receiptsTotal}
          of={t('income.title')}
          isBusy={isBusy}
        />
      </div>
      {taking && (
        <ReasonDialog
          title={t('income.takeBack')}
          text={t('income.takeBackText', {
            amount: inCoin(language, taking.coin, taking.amountSat),
            date: formatDateTime(language, taking.at),
          })}
          confirm={t('income.takeBack')}
          isDanger
          act={(reason) => takeBackReceipt(userId, taking.id, reason)}
          onClose={() => setTaking(null)}
        />
      )}
    </section>
  )
}

function useColumns(onTake: ((receipt: BookedReceipt) => void) | null): Column<BookedReceipt>[] {
  const { t } = useTranslation('desk-owner-money')
  const { t: tPayouts } = useTranslation('desk-payouts')
  const language = useLanguage()
  const amount = ({ coin, amountSat }: BookedReceipt) => inCoin(language, coin, amountSat)
  const action: Column<BookedReceipt> = {
    key: 'takeBack',
    title: t('income.takeBack'),
    isEnd: true,
    cell: (receipt) =>
      receipt.mayTakeBack ? (
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          aria-label={`${t('income.takeBack')}: ${formatDateTime(language, receipt.at)}, ${amount(receipt)}`}
          onClick={() => onTake?.(receipt)}
        >
          {t('income.takeBack')}
        </Button>
      ) : (
        <span className={text.small}>{t('income.paidOut')}</span>
      ),
  }
  return [
    {
      key: 'at',
      title: t('income.at'),
      isSortable: true,
      cell: ({ at, ship }) => (
        <>
          {formatDateTime(language, at)}
          {ship !== null && <span className={table.second}>{ship}</span>}
        </>
      ),
    },
    { key: 'amount', title: t('income.amount'), isSortable: true, isEnd: true, cell: amount },
    {
      key: 'from',
      title: t('income.from'),
      cell: ({ source, paidTo, reference }) => (
        <>
          {t(`source.${source}`)} · {tPayouts(`pools.paidTo.${paidTo}`)}
          <code className={`${table.second} ${styles.mono}`}>{reference}</code>
        </>
      ),
    },
    ...(onTake ? [action] : []),
  ]
}
