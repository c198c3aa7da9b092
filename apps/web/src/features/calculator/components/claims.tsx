import { useTranslation } from 'react-i18next'
import { productNameOf } from '../../../lib/format/product-names.ts'
import type { Figures } from '../lib/figures.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './deeper.module.css'
import shared from './shared.module.css'

/** The provider's own payback figures, named as such, with the Bitcoin price at which today's network would make them true. */
export function Claims({ figures: { input, result }, productId }: { figures: Figures; productId: string }) {
  const { t } = useTranslation('calculator')
  const { euro, days } = useCalculatorWords()
  const price = (cents: number | null) => (cents === null ? t('none') : euro(cents))
  return (
    <div className={shared.block}>
      <p className={shared.muted}>
        {t('claims.text', {
          count: input.numberOfBoxes,
          name: productNameOf(productId),
          price: euro(input.centsPerBtc),
          share: input.ownerShare,
        })}
      </p>
      <ul className={styles.claims}>
        {result.claims.map(({ id, fromCentsPerBtc, toCentsPerBtc }) => (
          <li key={id}>
            <strong>{t(`claims.${id}`)}</strong>
            <span>
              {fromCentsPerBtc === toCentsPerBtc
                ? t('claims.needsOne', { price: price(fromCentsPerBtc) })
                : t('claims.needs', { from: price(fromCentsPerBtc), to: price(toCentsPerBtc) })}
            </span>
          </li>
        ))}
      </ul>
      <p className={shared.muted}>
        {result.spare.paybackDays === null
          ? t('claims.todayNever')
          : t('claims.today', { days: days(result.spare.paybackDays) })}
      </p>
    </div>
  )
}
