import { calculatorDefaults } from '@shipminer/domain/calculator'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { formatDate, formatEuro, formatNumber, formatWholeEuro } from '../../lib/format.ts'
import { useFreshPrices } from '../../lib/fresh-prices.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { changedPrice } from '../../lib/shown-price.ts'
import { useIsAlive } from '../../lib/use-is-alive.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { loadMarket } from './api/market.ts'
import { builtInMarket, type EstimateId, estimate, estimateIds, type Market } from './lib/estimate.ts'
import styles from './profit-estimate.module.css'

const counts = ['1', '2', '3', '4', '5'] as const
type Count = (typeof counts)[number]

/** The way into the calculator: a few figures for a box, from the built-in network at first and the observed one once it is here. */
export function ProfitEstimate() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const [id, setId] = useState<EstimateId>('sm21')
  const [count, setCount] = useState<Count>('1')
  const market = useMarket()
  const isAlive = useIsAlive()
  const prices = useFreshPrices()
  // Before the page is alive it must say what it was built with.
  const priceCents = isAlive ? (prices?.get(id)?.priceCents ?? changedPrice(id)?.priceCents) : undefined
  const result = useMemo(
    () => estimate(id, Number(count), market, priceCents),
    [id, count, market, priceCents],
  )
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
              <dd>{formatEuro(language, result.ownerCentsPerDay)}</dd>
              <dd className={styles.small}>{t('estimate.share', { share })}</dd>
            </div>
            <div>
              <dt>{t('estimate.payback')}</dt>
              <dd>
                {result.paybackYears === null
                  ? t('estimate.never')
                  : t('estimate.paybackValue', { years: formatNumber(language, result.paybackYears, 1) })}
              </dd>
              <dd className={styles.small}>{t('estimate.paybackNote')}</dd>
            </div>
            <div>
              <dt>
                {t('estimate.priced', { price: formatEuro(language, calculatorDefaults.powerCentsPerKwh) })}
              </dt>
              <dd>{formatEuro(language, result.pricedCentsPerDay)}</dd>
            </div>
          </dl>
          <p className={styles.basis}>
            {t('estimate.basis', {
              price: formatWholeEuro(language, market.centsPerBtc),
              difficulty: `${formatNumber(language, market.difficulty / 1e12)}\u00a0T`,
              when: t(market.isBuiltIn ? 'estimate.builtIn' : 'estimate.observed', {
                date: formatDate(language, market.at),
              }),
            })}
          </p>
          <ButtonLink to={paths.calculatorFor(id)}>{t('estimate.more')}</ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** The built-in market until the server's has arrived; it stays when the server cannot be reached. */
function useMarket(): Market {
  const [market, setMarket] = useState(builtInMarket)
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
