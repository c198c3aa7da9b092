import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { shareQuery } from '../lib/calculator-form.ts'
import { projectionCsv } from '../lib/projection-csv.ts'
import styles from './deeper.module.css'
import type { Calculator } from './use-calculator.ts'

/** Passing the calculation on: an address with every input in it, and a table for a spreadsheet. */
export function ShareActions({ form, figures }: Calculator) {
  const { t } = useTranslation('calculator')
  const [address, setAddress] = useState<{ text: string; isCopied: boolean } | null>(null)
  const { input, network } = figures

  const share = async () => {
    const { difficulty, blockHeight, feesSatPerBlock } = input
    const query = shareQuery(form, {
      centsPerBtc: input.centsPerBtc,
      network: { difficulty, blockHeight, feesSatPerBlock, at: network.observedAt },
    })
    const text = `${location.origin}${paths.calculator}?${query}`
    let isCopied = true
    try {
      await navigator.clipboard.writeText(text)
      announce(t('share.copied'))
    } catch {
      isCopied = false
    }
    setAddress({ text, isCopied })
  }

  const download = () => {
    const url = URL.createObjectURL(new Blob([projectionCsv(form.product, figures)], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `calculation-${form.product}.csv`
    link.click()
    // The browser has taken the content over by the next turn.
    setTimeout(() => URL.revokeObjectURL(url), 0)
  }

  return (
    <div className={styles.share}>
      <div className={styles.actions}>
        <Button onClick={share}>{t('share.button')}</Button>
        <Button onClick={download}>{t('share.csv')}</Button>
        <ButtonLink to={paths.contactAbout('question', form.product)}>{t('share.ask')}</ButtonLink>
      </div>
      {address && (
        <label className={styles.address}>
          <span>{t(address.isCopied ? 'share.copied' : 'share.copyYourself')}</span>
          <input readOnly value={address.text} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </div>
  )
}
