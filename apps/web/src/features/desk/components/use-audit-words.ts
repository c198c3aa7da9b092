import type { AuditEntry } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'

/** A line of the audit log in the reader's language; what has no words there is shown as the server wrote it. */
export function useAuditWords() {
  const { t } = useTranslation('desk-audit')
  const { t: tBank } = useTranslation('desk-bank')
  return {
    action: ({ action }: AuditEntry) => t(action as 'order.cancel', { defaultValue: action }),
    /** Its first word says what it is, the rest which one. */
    subject: ({ subject }: AuditEntry) =>
      subject.replace(/^\S+/, (noun) => t(`subject.${noun}` as 'subject.order', { defaultValue: noun })),
    /** Of an import, how many entries became what; of others the operator's own words. */
    reason: ({ action, reason }: AuditEntry) =>
      action === 'bank.import'
        ? reason?.replaceAll(
            /\b(booked|open|known|outgoing)\b/g,
            (result) => `${tBank(`result.${result}` as 'result.open')}:`,
          )
        : reason,
  }
}
