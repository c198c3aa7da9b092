import type { DiagnosticSet } from '@shipminer/contract/desk/diagnostics'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'

/** What is said of a set, in the reader's words. */
export function useSetWords() {
  const { t } = useTranslation('desk-diagnostics')
  const { t: tService } = useTranslation('service')
  const language = useLanguage()
  return {
    why({ report, taken }: DiagnosticSet): string {
      if (report) return t('why.report', { subject: tService(`subject.${report.subject}`) })
      return t('why.taken', { by: taken?.by, reason: taken?.reason })
    },
    size: ({ bytes }: DiagnosticSet): string =>
      t('size.kb', { size: formatNumber(language, Math.max(1, Math.round(bytes / 1000))) }),
    kept: ({ keptUntil }: DiagnosticSet): string =>
      keptUntil === null ? t('kept.open') : t('kept.until', { day: formatDate(language, keptUntil) }),
  }
}
