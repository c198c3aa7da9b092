import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import type { AuditFilter } from '../api/desk.ts'
import styles from './desk.module.css'

/** What lines of the log are about; each has a word in the texts. */
export const auditSubjects = [
  'order',
  'offer',
  'lead',
  'customer',
  'payment',
  'refund',
  'payout',
  'entry',
  'statement',
  'books',
  'controller',
  'box',
  'release',
  'account',
  'operator',
  'webhook',
  'mailing',
] as const

/** Narrows the log down once it is sent, so that what is shown stays in the address. */
export function AuditFilters({
  first,
  onFilter,
}: {
  first: AuditFilter
  onFilter: (wanted: Record<'text' | 'about' | 'from' | 'to', string>) => void
}) {
  const { t } = useTranslation('desk-audit')
  const { t: tDesk } = useTranslation('desk')
  const [words, setWords] = useState(first.text ?? '')
  const [about, setAbout] = useState(first.about ?? '')
  const [from, setFrom] = useState(first.from ?? '')
  const [to, setTo] = useState(first.to ?? '')
  const asked = JSON.stringify(first)
  const [shown, setShown] = useState(asked)
  // The address became another one. The form stays the same, and with it where the focus is.
  if (asked !== shown) {
    setShown(asked)
    setWords(first.text ?? '')
    setAbout(first.about ?? '')
    setFrom(first.from ?? '')
    setTo(first.to ?? '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter({ text: words.trim(), about, from, to })
  }
  return (
    <search>
      <form className={styles.bar} onSubmit={submit}>
        <TextField
          label={t('filter.text')}
          type="search"
          value={words}
          onChange={setWords}
          maxLength={100}
          autoComplete="off"
        />
        <SelectField
          label={t('filter.about')}
          value={about}
          onChange={setAbout}
          options={[
            { value: '', label: t('filter.all') },
            ...auditSubjects.map((subject) => ({ value: subject, label: t(`subject.${subject}`) })),
          ]}
        />
        <TextField label={t('filter.from')} type="date" value={from} onChange={setFrom} />
        <TextField label={t('filter.to')} type="date" value={to} onChange={setTo} />
        <Button type="submit">{tDesk('searchSubmit')}</Button>
      </form>
    </search>
  )
}
