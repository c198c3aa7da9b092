import { useTranslation } from 'react-i18next'
import { formatNumber, formatWholeEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { changeChoices, growthChoices, shareChoices } from '../lib/calculator-form.ts'
import type { Calculator } from '../state/use-calculator.ts'
import styles from './calculator.module.css'
import { Choice } from './choice.tsx'

/** What stands on usual values and can be turned: price, share, price of power, and the outlook. */
export function Knobs({ form, change, figures }: Calculator) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { input, price, problems, isSolo } = figures
  const used = formatWholeEuro(language, input.centsPerBtc)
  return (
    <form className={styles.knobs} onSubmit={(event) => event.preventDefault()}>
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
      {!isSolo && (
        <Choice
          name="share"
          legend={t('share')}
          value={form.share}
          onChange={(share) => change({ share })}
          options={shareChoices.map((share) => ({ value: share, label: t(`share.${share}`) }))}
          hint={t(input.ownerShare === '2/3' ? 'shareHint.2/3' : 'shareHint.3/4')}
        />
      )}
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
    </form>
  )
}
