import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { NavLink } from '../../../ui/link.tsx'
import { unreadQuery } from '../api/service.ts'

/** The way to the fault reports, with how many answers were not read; nothing is said while that is not known. */
export function ServiceNavLink() {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const { data = 0 } = useQuery(unreadQuery)
  return (
    <NavLink to={paths.service}>
      {t('nav.service')}
      {data > 0 && <strong>&nbsp;({t('nav.unread', { number: formatNumber(language, data) })})</strong>}
    </NavLink>
  )
}
