import { maxUnitsWithoutQuote } from '@shipminer/domain/custom-solution'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNumber, formatWholeEuro } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { productNameOf } from '../../../lib/product-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { calculatedProducts, changeChoices, growthChoices, shareChoices } from '../lib/calculator-form.ts'
import styles from './calculator.module.css'
import { Choice } from './choice.tsx'
import shared from './shared.module.css'
import type { Calculator } from './use-calculator.ts'
import { useCalculatorWords } from './use-calculator-words.ts'

/** Everything one can turn. */
export function CalculatorInputs({ form, change, figures }: Calculator) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { input, result, price, problems } = figures
  const used = formatWholeEuro(language, input.centsPerBtc)
  return (
    <form className={styles.inputs} onSubmit={(event) => event.preventDefault()}>
      <noscript>
        <p className={shared.warning}>{t('noScript')}</p>
      </noscript>
      <SelectField
        name="product"
        label={t('product')}
        value={form.product}
        onChange={(product) => change({ product })}
        options={calculatedProducts.map(({ id }) => ({ value: id, label: productNameOf(id) ?? id }))}
      />
      <Stepper
        name="boxes"
        label={t('boxes')}
        text={form.boxes}
        onChange={(boxes) => change({ boxes })}
        error={problems.boxes ? t('boxesInvalid') : null}
        words={{ fewer: t('fewer'), more: t('more') }}
      />
      {input.numberOfBoxes > maxUnitsWithoutQuote && (
        <p className={shared.warning} role="status">
          {t('quote')} <Link to={paths.contactAbout('quote', form.product)}>{t('quoteLink')}</Link>
        </p>
      )}
      <TextField
        name="price"
        label={t('price')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={form.price}
        onChange={(text) => change({ price: text })}
        hint={t(`priceHint.${price.kind}`, { price: used })}
      />
      <Choice
        name="share"
        legend={t('share')}
        value={form.share}
        onChange={(share) => change({ share })}
        options={shareChoices.map((share) => ({ value: share, label: t(`share.${share}`) }))}
        hint={t(input.ownerShare === '2/3' ? 'shareHint.2/3' : 'shareHint.3/4')}
      />
      <TextField
        name="power"
        label={t('power')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={form.power}
        onChange={(power) => change({ power })}
        hint={t('powerHint')}
        error={problems.power ? t('powerInvalid') : null}
      />
      <Choice
        name="growth"
        legend={t('growth')}
        value={form.growth}
        onChange={(growth) => change({ growth })}
        options={growthChoices.map((value) => ({ value, label: `${value}\u00a0%` }))}
        hint={t('growthHint')}
      />
      <Choice
        name="change"
        legend={t('change')}
        value={form.change}
        onChange={(value) => change({ change: value })}
        options={changeChoices.map((value) => ({
          value,
          label: `${Number(value) > 0 ? '+' : ''}${formatNumber(language, Number(value))}\u00a0%`,
        }))}
      />
      <p className={styles.hint}>{t('delivered')}</p>
      <p className={styles.glance} aria-hidden="true">
        {(['spare', 'priced'] as const).map((of) => (
          <span key={of}>
            {t(`${of}.title`)} <strong>{euro(result[of].ownerNetCentsPerDay)}</strong>
          </span>
        ))}
      </p>
    </form>
  )
}
