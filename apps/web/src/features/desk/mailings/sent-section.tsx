import type { Mailing } from '@shipminer/contract/desk/mailings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { addressesIn } from './letters.ts'
import { noteReturned, stopMailing } from './mailing-queries.ts'
import { ContinueDialog } from './send-dialog.tsx'

/** What was sent to many, with what became of it. */
export function SentSection({ mailings, maySend }: { mailings: readonly Mailing[]; maySend: boolean }) {
  const { t } = useTranslation('desk-mailings')
  const [stopping, setStopping] = useState<string | null>(null)
  const [continuing, setContinuing] = useState<string | null>(null)
  const [begun, setBegun] = useState<number | null>(null)
  return (
    <section className={styles.section} aria-labelledby="desk-sent">
      <h2 id="desk-sent" className={text.sub}>
        {t('sent.title')}
      </h2>
      {mailings.length === 0 && <p className={text.quiet}>{t('sent.none')}</p>}
      {mailings.length > 0 && (
        <ul className={styles.list}>
          {mailings.map((mailing) => (
            <li key={mailing.id} className={styles.row}>
              <MailingLine mailing={mailing} />
              {maySend && mailing.finishedAt === null ? (
                <Button kind="danger" aria-haspopup="dialog" onClick={() => setStopping(mailing.id)}>
                  {t('sent.stop')}
                </Button>
              ) : maySend && mailing.stoppedAt !== null && mailing.stopped > 0 ? (
                <Button
                  aria-haspopup="dialog"
                  onClick={() => {
                    setBegun(null)
                    setContinuing(mailing.id)
                  }}
                >
                  {t('continue.title')}
                </Button>
              ) : (
                <span />
              )}
            </li>
          ))}
        </ul>
      )}
      {begun !== null && <Notice tone="good">{t('begun', { count: begun })}</Notice>}
      {maySend && mailings.length > 0 && <ReturnedForm />}
      {continuing !== null && (
        <ContinueDialog
          id={continuing}
          onSent={(recipients) => {
            setBegun(recipients)
            setContinuing(null)
          }}
          onClose={() => setContinuing(null)}
        />
      )}
      {stopping !== null && (
        <ReasonDialog
          title={t('sent.stop')}
          text={t('sent.stopText')}
          confirm={t('sent.stop')}
          isDanger
          act={(reason) => stopMailing(stopping, reason)}
          onClose={() => setStopping(null)}
        />
      )}
    </section>
  )
}

function MailingLine({ mailing }: { mailing: Mailing }) {
  const { t } = useTranslation('desk-mailings')
  const language = useLanguage()
  const { subjects, createdAt, operator, recipients, sent, waiting, underWay, refused, skipped } = mailing
  const name =
    mailing.audience === 'newsletter'
      ? (subjects[language] ?? Object.values(subjects)[0] ?? t('sent.newsletter'))
      : [t('sent.waiting'), mailing.product].filter((part) => part !== null).join(': ')
  const parts = (['sent', 'underWay', 'waiting', 'refused', 'skipped'] as const)
    .map((part) => ({ part, count: { sent, underWay, waiting, refused, skipped }[part] }))
    .filter(({ part, count }) => part === 'sent' || count > 0)
  return (
    <>
      <span className={text.strong}>{name}</span>
      <span>
        {t('sent.of', { count: recipients })}
        {mailing.stoppedAt !== null && `, ${t('sent.stopped')}`}
        <br />
        <span className={text.small}>
          {parts.map(({ part, count }) => t(`count.${part}`, { count })).join(' · ')}
        </span>
      </span>
      <span className={text.small}>
        {formatDateTime(language, createdAt)} · {operator}
      </span>
    </>
  )
}

/** Addresses whose mail came back to the mailbox: nothing goes there any more. */
function ReturnedForm() {
  const { t } = useTranslation('desk-mailings')
  const [pasted, setPasted] = useState('')
  const { isBusy, message, setMessage, run } = useTask()
  const note = async () => {
    const emails = addressesIn(pasted)
    if (emails.length === 0) return setMessage({ tone: 'error', text: t('returned.none') })
    await run(async () => {
      const noted = await noteReturned(emails.slice(0, 500))
      setPasted('')
      return t('returned.noted', { count: noted })
    })
  }
  return (
    <div className={styles.stack}>
      <TextArea
        label={t('returned.label')}
        hint={t('returned.hint')}
        value={pasted}
        onChange={setPasted}
        rows={3}
      />
      <TaskNotice message={message} />
      <div>
        <Button onClick={() => void note()} aria-disabled={isBusy || undefined}>
          {t('returned.note')}
        </Button>
      </div>
    </div>
  )
}
