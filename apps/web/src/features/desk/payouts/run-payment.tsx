import type { PayoutRun, PayoutSetup } from '@shipminer/contract/desk-payouts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatSat, joinQuantity } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { makePayoutCsv, makePayoutPsbt, payoutFeeQuery } from './api/payouts.ts'
import { parseFeeRate } from './lib/fee-rate.ts'
import { MadeTransaction } from './made-transaction.tsx'

type Shortage = { missingSat: number; availableSat: number }

/** The transaction to sign elsewhere, or the table to pay by hand. */
export function RunPayment({ run, setup }: { run: PayoutRun; setup: PayoutSetup }) {
  const { t } = useTranslation('desk-payouts')
  const queries = useQueryClient()
  const { isBusy, message, run: perform } = useTask()
  const canMake = setup.hasAccount && setup.source !== null
  const saveCsv = () =>
    perform(async () => {
      const { filename, csv } = await makePayoutCsv(run.id)
      saveFile(filename, 'text/csv;charset=utf-8', csv)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return t('pay.saved')
    })
  return (
    <section className={styles.card} aria-labelledby="payout-pay">
      <h2 id="payout-pay" className={styles.heading}>
        {t('pay.title')}
      </h2>
      {canMake && <PsbtForm run={run} />}
      {run.transaction && <MadeTransaction id={run.id} transaction={run.transaction} />}
      <p className={textStyles.quiet}>{t('pay.csvText')}</p>
      <div className={layout.actions}>
        <Button onClick={() => void saveCsv()} aria-disabled={isBusy || undefined}>
          {t('pay.csv')}
        </Button>
      </div>
      <TaskNotice message={message} />
    </section>
  )
}

function PsbtForm({ run }: { run: PayoutRun }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const queries = useQueryClient()
  const { data: suggestion } = useQuery(payoutFeeQuery)
  const { isBusy, message, run: perform } = useTask()
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [shortage, setShortage] = useState<Shortage | null>(null)
  const suggested = suggestion?.feeRateMilliSat ?? null
  const rate = (milliSat: number) => formatNumber(language, milliSat / 1000, 3).replace(/[.,]?0+$/, '')
  const text = typed ?? (suggested === null ? '' : rate(suggested))
  const amount = (sat: number) => joinQuantity(formatSat(language, sat))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const feeRate = parseFeeRate(text)
    setWrong(feeRate === null)
    if (feeRate === null || isBusy) return
    setShortage(null)
    await perform(async () => {
      const answer = await makePayoutPsbt(run.id, feeRate)
      if (answer.outcome === 'insufficient') setShortage(answer)
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('pay.text')}</p>
      <TextField
        label={t('pay.fee')}
        hint={
          suggested === null
            ? t('pay.feeNone')
            : t('pay.feeHint', { source: suggestion?.source ?? '', rate: rate(suggested) })
        }
        value={text}
        onChange={setTyped}
        error={isWrong ? t('pay.feeWrong') : null}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
      />
      <div className={layout.actions}>
        <Button kind={run.transaction ? 'plain' : 'main'} type="submit" aria-disabled={isBusy || undefined}>
          {t(run.transaction ? 'pay.again' : 'pay.psbt')}
        </Button>
      </div>
      <TaskNotice message={message} />
      {shortage && (
        <Notice tone="error" title={t('pay.shortTitle')}>
          {t('pay.short', {
            missing: amount(shortage.missingSat),
            available: amount(shortage.availableSat),
          })}
        </Notice>
      )}
    </form>
  )
}
