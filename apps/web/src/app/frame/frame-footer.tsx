import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { productNames } from '../../config/product-routes.ts'
import { type CompanyField, companyOfPage } from '../../lib/company.ts'
import { Link } from '../../ui/link.tsx'
import styles from './frame-footer.module.css'

/** Footer of every page: where to go, and who runs the site. */
export function Footer() {
  const { t } = useTranslation('navigation')
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.grid}`}>
        <div>
          <span className={styles.brand}>{productName}</span>
          <p className={styles.tagline}>{t('tagline')}</p>
        </div>
        <nav className={styles.links} aria-label={t('footer')}>
          <ul className={styles.column}>
            {productNames(productName).map(({ id, name }) => (
              <li key={id}>
                <Link to={paths.product(id)}>{name}</Link>
              </li>
            ))}
          </ul>
          <ul className={styles.column}>
            {(['calculator', 'custom', 'faq', 'contact', 'terms', 'privacy'] as const).map((page) => (
              <li key={page}>
                <Link to={paths[page]}>{t(page)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <Company />
      </div>
    </footer>
  )
}

/** Who sells, as the law requires on every page. What is not set yet is marked as an example. */
function Company() {
  const { t } = useTranslation('navigation')
  const company = companyOfPage()
  if (!company) return null
  const line = (field: CompanyField, options: { label?: string; href?: string } = {}) => (
    <div data-example={company[field].isExample}>
      {options.label && `${options.label} `}
      {options.href ? <a href={options.href}>{company[field].value}</a> : company[field].value}
      <small className={styles.example}>{t('example')}</small>
    </div>
  )
  return (
    <address className={styles.company}>
      {line('name')}
      {line('address')}
      {line('phone', { href: `tel:${company.phoneLink.value}` })}
      {line('email', { href: `mailto:${company.email.value}` })}
      {line('kvk', { label: t('kvk') })}
      {line('vatId', { label: t('vat') })}
    </address>
  )
}
