import type { NetworkInputs } from '@shipminer/contract/mining'
import type { RevenueInput } from '@shipminer/contract/revenue'
import { useTranslation } from 'react-i18next'
import {
  formatCompact,
  formatDateTime,
  formatEuro,
  formatPercent,
  formatSat,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import tableStyles from '../../../ui/data-table.module.css'
import folding from '../../../ui/panels/folding.module.css'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import text from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import { Value } from '../../../ui/values/value.tsx'
import styles from './revenue.module.css'

/** Difficulty, price, source and time behind every estimate. */
export function RevenueInputs({
  inputs,
  network,
}: {
  inputs: readonly RevenueInput[]
  network: NetworkInputs
}) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const sat = (amount: number) => joinQuantity(formatSat(language, amount))
  return (
    <details className={`${folding.plain} ${styles.inputs}`}>
      <summary>{t('inputs')}</summary>
      <p className={text.note}>
        {network.centsPerBtc !== null && network.priceSource !== null && network.priceObservedAt !== null
          ? t('inputs.price', {
              price: formatEuro(language, network.centsPerBtc),
              source: network.priceSource,
              time: formatDateTime(language, network.priceObservedAt),
            })
          : t('inputs.noPrice')}
      </p>
      <p className={text.note}>
        {t('inputs.network', {
          difficulty: formatCompact(language, network.difficulty),
          height: String(network.blockHeight),
          subsidy: sat(network.subsidySat),
          fees: sat(network.feesSatPerBlock),
          source: network.networkBuiltIn ? t('inputs.builtIn') : network.networkSource,
          time: formatDateTime(language, network.networkObservedAt),
        })}
      </p>
      <p className={text.note}>
        {t('inputs.poolFee', { fee: formatPercent(language, network.poolFeeBasisPoints / 10_000, 1) })}
      </p>
      {inputs.length > 0 && (
        <ScrollRegion label={t('inputs.table')} className={`${tableStyles.scroller} ${tableStyles.tall}`}>
          <table className={`${tableStyles.table} ${styles.table}`}>
            <caption className="visually-hidden">{t('inputs.table')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('inputs.from')}</th>
                <th scope="col" className={styles.name}>
                  {t('coin')}
                </th>
                <th scope="col">{t('inputs.difficulty')}</th>
                <th scope="col">{t('inputs.subsidy')}</th>
                <th scope="col">{t('inputs.fees')}</th>
                <th scope="col">{t('inputs.source')}</th>
                <th scope="col">{t('inputs.observed')}</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map((input) => (
                <tr key={`${input.coin} ${input.fromDay}`}>
                  <th scope="row">{input.fromDay}</th>
                  <td className={styles.name}>{input.coin}</td>
                  <td>
                    <Value of={input.difficulty} dense>
                      {(difficulty) => formatCompact(language, difficulty)}
                    </Value>
                  </td>
                  <td>
                    <Sat sat={input.subsidySat} dense />
                  </td>
                  <td>
                    <Sat sat={input.feesSatPerBlock} dense />
                  </td>
                  <td>
                    {input.builtIn ? (
                      t('inputs.builtIn')
                    ) : (
                      <Value of={input.source} dense>
                        {(source) => source}
                      </Value>
                    )}
                  </td>
                  <td>
                    <Value of={input.observedAt} dense>
                      {(at) => formatDateTime(language, at)}
                    </Value>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  )
}
