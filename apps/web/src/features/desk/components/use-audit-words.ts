import { type AuditEntry, auditActions } from '@shipminer/contract/desk/audit'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { splitSubject } from '../lib/audit-places.ts'
import { dayOf, statementOf } from '../lib/said-codes.ts'

const ids = /\b(?:refund )?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** A line of the audit log in the reader's language; what has no words there is shown as the server wrote it. */
export function useAuditWords() {
  const { t } = useTranslation('desk-audit')
  const value = useValueWords()
  const nounOf = (entry: AuditEntry) => {
    const [noun] = splitSubject(entry.subject)
    return t(`subject.${noun}` as 'subject.order', { defaultValue: noun })
  }
  return {
    action({ action }: AuditEntry): string {
      const [, version] = /^product\.restore-(\d+)$/.exec(action) ?? []
      if (version !== undefined) return `${t('product.restore')}: ${t('value.version', { version })}`
      const known = auditActions.find((one) => one === action)
      return known === undefined ? action : t(known)
    },
    noun: nounOf,
    /** Who did it: somebody by name, or a part of the product. */
    operator: ({ action, operator }: AuditEntry) =>
      action === 'account.hold' ? t('value.settings') : operator,
    /** Which one: what it is called today, or what the server wrote down. */
    name(entry: AuditEntry): string {
      const { subject, about } = entry
      const [noun, rest] = splitSubject(subject)
      if (about !== null) return about.name
      if (noun === 'setting') return ''
      return ['customer', 'owner', 'payment', 'job', 'resume', 'rollout', 'refund'].includes(noun)
        ? t('gone')
        : rest
    },
    /** The operator's own words, with the codes of the product among them said in words. */
    reason({ action, reason }: AuditEntry): string | null {
      if (reason === null || action.endsWith('.read')) return null
      return reason
        .split(' · ')
        .map((part) => value(action, part.replace(ids, '').trim()))
        .filter(Boolean)
        .join(' · ')
    },
  }
}

/** Words for a code that the reason of an action has: the operator's own words stay as they are. */
function useValueWords(): (action: string, part: string) => string {
  const { t } = useTranslation('desk-audit')
  const { t: tDesk } = useTranslation('desk')
  const { t: tBank } = useTranslation('desk-bank')
  const { t: tBooks } = useTranslation('desk-books')
  const { t: tStock } = useTranslation('desk-stock')
  const { t: tErrors } = useTranslation('errors')
  const language = useLanguage()
  const words: Readonly<Record<string, (part: string) => string>> = {
    'bank.import': (part) =>
      part.replace(
        /\b(booked|open|known|outgoing)\b/g,
        (result) => `${tBank(`result.${result}` as 'result.open')}:`,
      ),
    'pool.import': (part) =>
      part.replace(/^(imported|known|skipped|refused)\b/, (result) => t(`value.${result}` as 'value.known')),
    'operator.role': (part) => part.replace(/^\S+ → \S+$/, (pair) => pair.split(' → ').map(role).join(' → ')),
    'operator.grant': role,
    'lead.track': (part) => tDesk(`stage.${part}` as 'stage.new', { defaultValue: part }),
    'box.add': (part) => tStock(`state.${part}` as 'state.built', { defaultValue: part }),
    'books.export': (part) => tBooks(`format.${part}` as 'format.csv', { defaultValue: part }),
    'order.resend': (part) => (part === 'packing slip' ? t('value.packing-slip') : part),
    'refund-run.create': (part) => tBank(`refunds.way.${part}` as 'refunds.way.bank', { defaultValue: part }),
  }
  function role(part: string): string {
    return tErrors(`role.${part}` as 'role.owner', { defaultValue: part })
  }
  return (action, part) => {
    const [, name] = /^proposed by (.+)$/.exec(part) ?? []
    if (name !== undefined) return t('value.proposedBy', { name })
    const day = dayOf(part)
    if (day !== null) return formatDate(language, day)
    const from = statementOf(part)
    if (from)
      return t(from.isTakenBack ? 'value.takenBack' : 'value.statement', { statement: from.statement })
    return words[action]?.(part) ?? part
  }
}
