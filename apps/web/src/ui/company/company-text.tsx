import { useTranslation } from 'react-i18next'
import { type CompanyField, companyOfPage } from '../../lib/company.ts'
import text from '../text.module.css'
import styles from './company-text.module.css'

/** One detail of the company, as the server put it into the page; with a mark while it is only an example. */
export function CompanyText({ field, href }: { field: CompanyField; href?: (value: string) => string }) {
  const { t: common } = useTranslation()
  const company = companyOfPage()
  if (!company) return <span className={text.quiet}>{common('noData')}</span>
  const { value, isExample } = company[field]
  const target = field === 'phone' ? company.phoneLink.value : value
  return (
    <span data-example={isExample} className={styles.detail}>
      {href ? <a href={href(target)}>{value}</a> : value}
      <ExampleMark />
    </span>
  )
}

/** Says that a detail is not a real one yet; hidden where the element around it says that it is. */
export function ExampleMark() {
  const { t } = useTranslation('form')
  return <small className={styles.example}>{t('example')}</small>
}
