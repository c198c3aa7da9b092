import { builtInNetwork } from '@shipminer/domain/calculator/built-in-network'
import { soloOdds } from '@shipminer/domain/calculator/network'
import { roundOdds } from '@shipminer/domain/calculator/round-odds'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import { Accordion } from '../../../ui/panels/accordion.tsx'
import { type ProductId, productCopy } from '../lib/product-copy.ts'
import type { ProductView } from '../lib/product-view.ts'
import styles from './product-sections.module.css'

const daysPerYear = 365.25

/** Figures that texts of a product hold: the odds of a solo miner on the assumed network, with its date, and the miners in a box. */
function useFigures(product: ProductView): Record<string, string | number> {
  const language = useLanguage()
  const { probability, meanDays } = soloOdds(
    product.hashrateThs * 1000,
    builtInNetwork.difficulty,
    daysPerYear,
  )
  const round = (value: number) => formatNumber(language, roundOdds(value))
  return {
    odds: probability > 0 ? round(1 / probability) : '—',
    years: meanDays === null ? '—' : round(meanDays / daysPerYear),
    date: formatDate(language, builtInNetwork.assumedAt),
    count: product.unitsPerBox,
  }
}

/** Four reasons. */
export function FeatureCards({ id, product }: { id: ProductId; product: ProductView }) {
  const { t } = useTranslation('product')
  const figures = useFigures(product)
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t('features.title')}</h2>
      <ul className={styles.features}>
        {productCopy[id].features.map(({ title, text }) => (
          <li key={title}>
            <h3>{t(title)}</h3>
            <p>{t(text, figures)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Seven things that the price holds, as a drawn-up list, with a way to order by talking. */
export function IncludedList({ id, product }: { id: ProductId; product: ProductView }) {
  const { t } = useTranslation('product')
  const figures = useFigures(product)
  return (
    <section className={`wrap ${layout.band} ${layout.uneven}`}>
      <div>
        <h2>{t('included.title')}</h2>
        <p className={styles.quiet}>
          {t(product.minGeneratorWatts > 0 ? 'included.orderText' : 'included.orderTextSent')}
        </p>
        <div className={styles.order}>
          <ButtonLink to={paths.contactAbout('order', product.id)}>{t('included.order')}</ButtonLink>
        </div>
      </div>
      <ol className={styles.list}>
        {productCopy[id].included.map((item) => (
          <li key={item}>{t(item, figures)}</li>
        ))}
      </ol>
    </section>
  )
}

/** What the provider claims about payback, as a claim, and the way to check it. */
export function PaybackClaim({ product }: { product: ProductView }) {
  const { t } = useTranslation('product')
  return (
    <aside className={`wrap ${styles.claimSection}`}>
      <p className={styles.claim}>
        {t('claim')} <Link to={paths.calculatorFor(product.id)}>{t('claim.link')}</Link>
      </p>
    </aside>
  )
}

/** Four questions, one open at a time. */
export function ProductQuestions({ id, product }: { id: ProductId; product: ProductView }) {
  const { t } = useTranslation('product')
  const figures = useFigures(product)
  return (
    <section className={`wrap ${layout.band} ${layout.uneven}`}>
      <div>
        <h2>{t('questions.title')}</h2>
        <p className={styles.quiet}>
          <Link to={paths.faq}>{t('questions.all')}</Link>
        </p>
      </div>
      <Accordion
        name="product-questions"
        items={productCopy[id].questions.map(({ question, answer }) => ({
          title: t(question),
          body: <p>{t(answer, figures)}</p>,
        }))}
      />
    </section>
  )
}
