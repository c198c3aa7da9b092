import {
  type EstimateId,
  type EstimateMarket,
  estimateBox,
  estimateIds,
  firstEstimateId,
} from '@shipminer/domain/calculator/box-estimate'
import { calculatorDefaults } from '@shipminer/domain/calculator/calculator'
import { type EstimatePart, estimateWords } from '@shipminer/i18n/estimate-words'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { formatEuro } from '../../lib/format/format.ts'
import { changedPrice } from '../../lib/format/shown-price.ts'
import { useFreshPrices } from '../../lib/fresh-prices.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/select.tsx'
import { loadMarket } from './api/market.ts'
import { deliveredMarket } from './lib/delivered-market.ts'
import styles from './profit-estimate.module.css'

const counts = ['1', '2', '3', '4', '5'] as const
type Count = (typeof counts)[number]

/** The way into the calculator: a few figures for a box, with the market that the page was delivered with and then that of now. */
export function ProfitEstimate() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const [id, setId] = useState<EstimateId>(firstEstimateId)
  const [count, setCount] = useState<Count>('1')
  const market = useMarket()
  const prices = useFreshPrices()
  const priceCents = prices?.get(id)?.priceCents ?? changedPrice(id)?.priceCents
  const words = useMemo(() => {
    const estimate = estimateBox(id, Number(count), market, priceCents)
    return estimateWords(language, { ...estimate, market }, (key, values) => t(key, { replace: values }))
  }, [id, count, market, priceCents, language, t])
  // Built with marks, where the server puts the figures with the market as it knows it.
  const writePart = (part: EstimatePart) =>
    typeof document === 'undefined' ? `__MARKET_${part}__` : words[part]
  const share = calculatorDefaults.ownerShare
  return (
    <section className={styles.band}>
      <div className={`wrap ${styles.grid}`}>
        <div>
          <h2>{t('estimate.title')}</h2>
          <p className={styles.lead}>{t('estimate.lead')}</p>
          <div className={styles.inputs}>
            <SelectField
              label={t('estimate.box')}
              value={id}
              onChange={setId}
              options={estimateIds.map((value) => ({ value, label: `${productName} ${value.slice(2)}` }))}
            />
            <SelectField
              label={t('estimate.count')}
              value={count}
              onChange={setCount}
              options={counts.map((value) => ({ value, label: value }))}
            />
          </div>
        </div>
        <div>
          <dl className={styles.figures}>
            <div className={styles.first}>
              <dt>{t('estimate.day')}</dt>
              <dd>{writePart('day')}</dd>
              <dd className={styles.small}>{t('estimate.share', { share })}</dd>
            </div>
            <div>
              <dt>{t('estimate.payback')}</dt>
              <dd>{writePart('payback')}</dd>
              <dd className={styles.small}>{t('estimate.paybackNote')}</dd>
            </div>
            <div>
              <dt>
                {t('estimate.priced', { price: formatEuro(language, calculatorDefaults.powerCentsPerKwh) })}
              </dt>
              <dd>{writePart('priced')}</dd>
            </div>
          </dl>
          <p className={styles.basis}>{writePart('basis')}</p>
          <ButtonLink to={paths.calculatorFor(id)}>{t('estimate.more')}</ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** The market that the page was delivered with until the server's of now has arrived; it stays when the server cannot be reached. */
function useMarket(): EstimateMarket {
  const [market, setMarket] = useState(deliveredMarket)
  useEffect(() => {
    const abort = new AbortController()
    loadMarket(abort.signal)
      .then((loaded) => {
        if (!abort.signal.aborted) startTransition(() => setMarket(loaded))
      })
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  return market
}
