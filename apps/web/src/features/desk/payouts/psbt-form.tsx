import type { UnsignedTransaction } from '@shipminer/contract/desk/payouts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { payoutFeeQuery } from './api/payouts.ts'
import { parseFeeRate } from './lib/fee-rate.ts'

type Shortage = { missingSat: number; availableSat: number }

/** Asks for the fee and makes the unsigned transaction. */
export function PsbtForm({
  isAgain,
  make,
}: {
  /** One was made before. */
  isAgain: boolean
  make: (feeRateMilliSat: number) => Promise<UnsignedTransaction>
}) {
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
      const answer = await make(feeRate)
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
        <Button kind={isAgain ? 'plain' : 'main'} type="submit" aria-disabled={isBusy || undefined}>
          {t(isAgain ? 'pay.again' : 'pay.psbt')}
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
