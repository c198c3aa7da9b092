import { dataSheetPath } from '@shipminer/contract/shop/data-sheet'
import { type SheetRow, sheetRows, sheetSize } from '@shipminer/domain/catalogue/data-sheet'
import { numberFormat } from '@shipminer/i18n/formats'
import type { Language } from '@shipminer/i18n/languages'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { OutLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text.module.css'
import type { ProductView } from '../lib/product-view.ts'
import styles from './data-sheet.module.css'
import { ScaleDrawing } from './scale-drawing.tsx'

/** What is known of a product as a table, to take along as a PDF, and drawn beside a person when its size is known. */
export function DataSheet({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  const size = sheetSize(product.sheet)
  return (
    <section className={`wrap ${layout.band} ${layout.uneven}`}>
      <div>
        <h2>{t('sheet.title')}</h2>
        <p className={styles.lead}>{t('sheet.lead')}</p>
        <p className={styles.pdf}>
          <OutLink href={dataSheetPath(product.id, language)}>{t('sheet.pdf')}</OutLink>
        </p>
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">{`${t('sheet.title')}: ${product.name}`}</caption>
        <tbody>
          {sheetRows(product, product.sheet).map(({ row, values, computed }) => (
            <tr key={row}>
              <th scope="row">{t(`sheet.${row}`)}</th>
              <td>
                {t(`sheet.${row}.is`, inWords(language, values))}
                {computed && <small className={textStyles.small}>{t(`sheet.why.${computed}`)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {size && <ScaleDrawing {...size} />}
    </section>
  )
}

/** The values of a line as its text takes them. */
function inWords(language: Language, values: SheetRow['values']): { value?: string } {
  const format = numberFormat(language, { maximumFractionDigits: 2 })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.format(value) : value,
    ]),
  )
}

/** What a customer has said, in their own words; nothing until somebody has. */
export function CustomerWords({ product: { sheet } }: { product: ProductView }) {
  const { t } = useTranslation('product')
  if (sheet.customerWords === undefined || sheet.customerName === undefined) return null
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t('sheet.words')}</h2>
      <figure className={styles.words}>
        <blockquote>{sheet.customerWords}</blockquote>
        <figcaption>{sheet.customerName}</figcaption>
      </figure>
    </section>
  )
}
