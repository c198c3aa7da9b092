import type { DeskProduct } from '@shipminer/contract/desk/catalogue'
import { formatEuroPrice } from '@shipminer/i18n/formats'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { changeProduct } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { type ProductForm, productForm, type ReadForm, readProductForm } from '../lib/product-form.ts'
import shop from './desk-shop.module.css'
import { ProductPreview } from './product-preview.tsx'
import { SheetFields } from './sheet-fields.tsx'
import { TermsChanges } from './terms-changes.tsx'

/** The form of one product with what buyers will see. It keeps to the version it began from: what was changed since is not overwritten. */
export function ProductEditor({
  product,
  vatPercent,
  serverTime,
  onDone,
}: {
  product: DeskProduct
  vatPercent: number
  serverTime: number
  onDone: () => void
}) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const [base, setBase] = useState(product)
  const [form, setForm] = useState(() => productForm(language, product.terms))
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const read = readProductForm(form, base, serverTime)
  const { change, problems, terms } = read
  // What is refused buyers never see.
  const shown = terms && problems.original ? { ...terms, originalPriceCents: null } : terms
  const isUnchanged = terms !== null && Object.keys(change).length === 0
  const edit =
    <Name extends keyof ProductForm>(name: Name) =>
    (value: ProductForm[Name]) =>
      setForm((before) => ({ ...before, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (terms !== null && !isUnchanged && Object.keys(problems).length === 0) setAsking(true)
  }
  const beginAgain = () => {
    setBase(product)
    setForm(productForm(language, product.terms))
    setChecked(false)
  }
  return (
    <>
      <form className={shop.editor} onSubmit={submit} noValidate>
        <div className={styles.stack}>
          {product.version !== base.version && (
            <Notice tone="caution" actions={<Button onClick={beginAgain}>{t('edit.reload')}</Button>}>
              {t('edit.stale', { version: base.version })}
            </Notice>
          )}
          <TextField
            label={t('edit.price')}
            name="price"
            inputMode="decimal"
            autoComplete="off"
            value={form.price}
            onChange={edit('price')}
            error={isChecked && problems.price ? t('edit.priceWrong') : null}
          />
          <EarlierPriceField
            value={form.original}
            onChange={edit('original')}
            read={read}
            began={base.prices[0]?.at}
            isChecked={isChecked}
          />
          <SelectField
            label={t('edit.stockKind')}
            name="delivery"
            value={form.isCounted ? 'counted' : 'madeToOrder'}
            onChange={(kind) => edit('isCounted')(kind === 'counted')}
            options={(['madeToOrder', 'counted'] as const).map((value) => ({
              value,
              label: t(`edit.${value}`),
            }))}
          />
          {form.isCounted && (
            <TextField
              label={t('edit.stock')}
              name="stock"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={form.stock}
              onChange={edit('stock')}
              error={isChecked && problems.stock ? t('edit.stockWrong') : null}
            />
          )}
          <Check checked={form.comingSoon} onChange={edit('comingSoon')}>
            {t('edit.comingSoon')}
          </Check>
          <Check checked={form.hidden} onChange={edit('hidden')}>
            {t('edit.hidden')}
          </Check>
          <SheetFields
            form={form.sheet}
            onChange={edit('sheet')}
            problems={isChecked ? (problems.sheet ?? {}) : {}}
            hasWater={product.cooling === 'hydro'}
          />
          {isChecked && isUnchanged && <Notice>{t('edit.nothing')}</Notice>}
          <div>
            <Button type="submit" aria-haspopup="dialog">
              {t('edit.submit')}
            </Button>
          </div>
        </div>
        <ProductPreview name={product.name} terms={shown} vatPercent={vatPercent} />
      </form>
      {isAsking && terms && (
        <ReasonDialog
          title={`${t('product.edit')}: ${product.name}`}
          text={t('edit.confirmText')}
          confirm={t('edit.confirm')}
          act={async (reason) => {
            const { version, terms: seen } = base
            await changeProduct(product.id, { version, stockSeen: seen.stock, change, reason })
            onDone()
          }}
          onClose={() => setAsking(false)}
        >
          <TermsChanges before={base.terms} after={terms} />
        </ReasonDialog>
      )}
    </>
  )
}

/** The earlier price with how high it may be beside the price as it is typed. */
function EarlierPriceField({
  value,
  onChange,
  read: { limit, problems },
  began,
  isChecked,
}: {
  value: string
  onChange: (value: string) => void
  read: ReadForm
  /** When the prices' records begin. */
  began: number | undefined
  isChecked: boolean
}) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const highest = limit?.highestCents ?? null
  const price = highest === null ? '' : formatEuroPrice(language, highest)
  const hints = limit && [
    highest === null ? t('edit.originalNone') : t('edit.originalHint', { price }),
    !limit.isProven && highest !== null && began !== undefined
      ? t('edit.unproven', { date: formatDate(language, began) })
      : '',
  ]
  const errors = {
    wrong: () => t('edit.originalWrong'),
    'too-high': () => t('edit.originalTooHigh', { price }),
    'not-allowed': () => t('edit.originalNotAllowed'),
    'not-higher': () => t('edit.originalNotHigher'),
  }
  // The rule is said at once; what is only half typed is not.
  const { original } = problems
  const isSaid =
    original !== undefined && (isChecked || original === 'too-high' || original === 'not-allowed')
  return (
    <TextField
      label={t('edit.original')}
      name="original"
      optional
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={onChange}
      hint={hints?.filter(Boolean).join(' ')}
      error={isSaid ? errors[original]() : null}
    />
  )
}
