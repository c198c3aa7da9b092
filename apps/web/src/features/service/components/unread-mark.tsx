import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { unreadQuery } from '../api/service.ts'

/** How many fault reports have an answer that was not read; nothing while there are none, or the number is unknown. */
export function UnreadMark() {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  const { data = 0 } = useQuery(unreadQuery)
  if (data === 0) return null
  return <strong>&nbsp;({t('nav.unread', { number: formatNumber(language, data) })})</strong>
}
