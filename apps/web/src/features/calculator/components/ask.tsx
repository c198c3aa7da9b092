import { maxUnitsWithoutQuote } from '@shipminer/domain/calculator/custom-solution'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { fittingBoxes, parseCapacity, parseUsage, shipTypes } from '../../../lib/ship-power.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Stepper } from '../../../ui/forms/stepper.tsx'
import { Link } from '../../../ui/link.tsx'
import { calculatedProducts, sourceChoices, typicalForm } from '../lib/calculator-form.ts'
import type { Calculator } from '../state/use-calculator.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './ask.module.css'
import { Choice } from './choice.tsx'
import shared from './shared.module.css'

/** What has to be known: the generator and its use, the box and how many, and what the power costs. */
export function Ask({ form, change, figures }: Calculator) {
  const { t } = useTranslation('calculator')
  const { hashrate, kilowatts, euro } = useCalculatorWords()
  const { input, problems, isSolo } = figures
  const capacityKw = parseCapacity(form.generator)
  const usage = parseUsage(form.usage)
  const boxes = fittingBoxes()
  const product = boxes.find(({ id }) => id === form.product)
  return (
    <section className={styles.ask} aria-label={t('ask.title')}>
      <div className={styles.generator}>
        <Unit words="kW">
          <TextField
            name="generator"
            label={t('generator')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={form.generator}
            onChange={(generator) => change({ generator, ship: '' })}
          />
        </Unit>
        <p className={styles.hint}>{t(form.ship ? 'typicalHint' : 'generatorHint')}</p>
      </div>
      <div className={styles.usage}>
        <Unit
          words={
            capacityKw !== null && usage !== null
              ? t('usageUnit', { power: kilowatts(Math.round(capacityKw * usage) / 100) })
              : '%'
          }
        >
          <TextField
            name="usage"
            label={t('usage')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={form.usage}
            onChange={(typed) => change({ usage: typed, ship: '' })}
          />
        </Unit>
        {/* The same as the field, for those who would rather drag. */}
        <input
          type="range"
          className={styles.slider}
          min="0"
          max="100"
          tabIndex={-1}
          aria-hidden="true"
          value={usage ?? 0}
          onChange={(event) => change({ usage: event.target.value, ship: '' })}
        />
      </div>
      <div className={styles.product}>
        <SelectField
          name="product"
          label={t('product')}
          value={form.product}
          onChange={(id) => change({ product: id })}
          options={calculatedProducts.map(({ id }) => ({
            value: id,
            label: boxes.some((box) => box.id === id && box.comingSoon)
              ? t('productLater', { name: productNameOf(id) })
              : (productNameOf(id) ?? id),
          }))}
        />
        <p className={styles.hint}>
          {t('productHint', {
            hashrate: hashrate(input.hashrateThs),
            power: kilowatts(product?.powerKw ?? input.powerKw),
            price: euro(input.priceCents),
          })}
        </p>
      </div>
      <div className={styles.boxes}>
        <Stepper
          name="boxes"
          label={t('boxes')}
          text={form.boxes}
          onChange={(count) => change({ boxes: count })}
          error={problems.boxes ? t('boxesInvalid') : null}
          words={{ fewer: t('fewer'), more: t('more') }}
        />
      </div>
      <div className={styles.typical}>
        <SelectField
          name="ship"
          label={t('typical')}
          value={form.ship}
          onChange={(ship) => change(typicalForm(ship))}
          options={[
            { value: '', label: t('typicalOwn') },
            ...shipTypes.map((type) => ({ value: type as string, label: t(`typical.${type}`) })),
          ]}
        />
      </div>
      <div className={styles.source}>
        {!isSolo && (
          <Choice
            name="source"
            legend={t('source')}
            value={form.source}
            onChange={(source) => change({ source })}
            options={sourceChoices.map((source) => ({ value: source, label: t(`source.${source}`) }))}
          />
        )}
      </div>
      {input.numberOfBoxes > maxUnitsWithoutQuote && (
        <p className={`${shared.warning} ${styles.across}`} role="status">
          {t('quote')} <Link to={paths.contactAbout('quote', form.product)}>{t('quoteLink')}</Link>
        </p>
      )}
      <noscript>
        <p className={shared.warning}>{t('noScript')}</p>
      </noscript>
    </section>
  )
}

/** A field with its unit inside, at the right. */
function Unit({ words, children }: { words: string; children: React.ReactNode }) {
  return (
    <div className={styles.unit}>
      {children}
      <span className={styles.unitWords} aria-hidden="true">
        {words}
      </span>
    </div>
  )
}
