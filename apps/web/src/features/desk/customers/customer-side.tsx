import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { languageNames } from '@shipminer/i18n/languages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime, formatDay, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import { useMay } from '../shell/use-role.ts'
import styles from './customer.module.css'
import { type Customer, customerQuery, resendMail, writeNote } from './customer-queries.ts'
import { formatUnpaid } from './format-unpaid.ts'
import { Panel } from './panel.tsx'

const mailBadges = { queued: 'starting', sent: 'online', failed: 'fault' } as const

/** Who it is, and how to reach them. */
export function PersonPanel({ customer: { person } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  return (
    <Panel id="customer-person" title={person.company ?? person.name}>
      <dl className={styles.pairs}>
        {person.email !== null && (
          <Fact name={t('email')}>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </Fact>
        )}
        {person.phone !== null && (
          <Fact name={t('phone')}>
            <a href={`tel:${person.phone.replaceAll(/[^\d+]/g, '')}`}>{person.phone}</a>
          </Fact>
        )}
        <Fact name={t('since')}>{formatDay(language, person.createdAt)}</Fact>
        {person.language !== null && <Fact name={t('language')}>{languageNames[person.language]}</Fact>}
        <Fact name={t('newsletter')}>{t(person.newsletter ? 'yes' : 'no')}</Fact>
        <Fact name={t('providerConsent')}>
          {person.providerConsent === null
            ? t('no')
            : t(person.providerConsent.given ? 'consentSince' : 'consentEnded', {
                at: formatDateTime(language, person.providerConsent.at),
              })}
        </Fact>
      </dl>
    </Panel>
  )
}

/** What colleagues should know; nothing where there is none and the reader may write none. */
export function NotesPanel({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const may = useMay()
  const [text, setText] = useState('')
  const { id } = customer.person
  const mayWrite = may(deskCustomerEndpoints.deskCustomerNote)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || text.trim() === '') return
    const isKept = await run(async () => {
      const notes = await writeNote(id, text.trim())
      queries.setQueryData(customerQuery(id).queryKey, (known) => known && { ...known, notes })
      return null
    })
    if (isKept) setText('')
  }
  if (!mayWrite && customer.notes.length === 0) return null
  return (
    <Panel id="customer-notes" title={t('notes')}>
      {mayWrite && (
        <form className={styles.form} onSubmit={submit}>
          <TextArea label={t('note')} value={text} onChange={setText} maxLength={2000} rows={2} />
          <TaskNotice message={message} />
          <div>
            <Button type="submit" aria-disabled={isBusy || undefined}>
              {t('noteSave')}
            </Button>
          </div>
        </form>
      )}
      <ul className={styles.rows}>
        {customer.notes.map(({ id: note, at, operator, text: words }) => (
          <li key={note} className={styles.note}>
            <p className={styles.lines}>{words}</p>
            <small>
              {formatDateTime(language, at)}, {operator}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function ReportsPanel({ customer: { reports } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { t: tService } = useTranslation('service')
  if (reports.length === 0) return null
  return (
    <Panel id="customer-reports" title={t('reports')}>
      <ul className={styles.rows}>
        {reports.map((report) => (
          <li key={report.id} className={styles.pair}>
            <span>
              <DeskLink to={paths.deskServiceReport(report.id)}>{report.reference}</DeskLink>
              <small>
                {[tService(`subject.${report.subject}`), report.shipName].filter(Boolean).join(', ')}
              </small>
            </span>
            <StatusBadge
              status={report.state === 'closed' ? 'online' : 'attention'}
              label={tService(`desk.filter.${report.state}`)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function PayoutsPanel({ customer: { payouts, balance } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  if (payouts.length === 0 && balance.sat === null) return null
  return (
    <Panel id="customer-payouts" title={t('payouts')}>
      <dl className={styles.pairs}>
        <Fact name={t('balance')}>{formatUnpaid(language, balance) ?? t('balanceNone')}</Fact>
      </dl>
      <ul className={styles.rows}>
        {payouts.map(({ id, at, amountSat }) => (
          <li key={id} className={styles.pair}>
            <span>{formatDay(language, at)}</span>
            <span>{joinQuantity(formatSat(language, amountSat))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What was sent, with a way to send it once more for those who may. */
export function MailsPanel({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const { id } = customer.person
  const mayResend = useMay()(deskCustomerEndpoints.deskMailResend)
  const resend = (mail: string) =>
    run(async () => {
      const mails = await resendMail(id, mail)
      queries.setQueryData(customerQuery(id).queryKey, (known) => known && { ...known, mails })
      return t('resent')
    })
  return (
    <Panel id="customer-mails" title={t('mails')}>
      <TaskNotice message={message} />
      {customer.mails.length === 0 && <p className={styles.quiet}>{t('mailsNone')}</p>}
      <ul className={styles.rows}>
        {customer.mails.map((mail) => (
          <li key={mail.id} className={styles.pair}>
            <span id={`mail-${mail.id}`}>
              {mail.subject}
              <small>
                {formatDateTime(language, mail.createdAt)} ·{' '}
                <StatusBadge status={mailBadges[mail.status]} label={t(`mail.${mail.status}`)} />
              </small>
            </span>
            {mayResend && mail.status !== 'queued' && (
              <button
                type="button"
                className={styles.again}
                aria-disabled={isBusy || undefined}
                aria-describedby={`mail-${mail.id}`}
                onClick={() => !isBusy && void resend(mail.id)}
              >
                {t('resend')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
