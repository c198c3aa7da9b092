import { deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { type DeskMail, deskMailEndpoints } from '@shipminer/contract/desk/mails'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import { Table } from '../table/table.tsx'
import { mailsQuery, retryAllMails, retryMail, setAsideMail } from './mail-queries.ts'
import { MailsAside } from './mails-aside.tsx'
import { useMailTroubleWords } from './use-mail-trouble-words.ts'

/** E-mails that have not gone: to whom, why, and another try for one or all of them. */
export function MailsView() {
  const { t } = useTranslation('desk-mails')
  const { t: tDesk } = useTranslation('desk')
  const may = useMay()
  const queries = useQueryClient()
  const found = useQuery(mailsQuery)
  const { isBusy, message, setMessage, run } = useTask()
  const [isAsking, setAsking] = useState(false)
  const [resting, setResting] = useState<DeskMail | null>(null)
  const describeRetry = (count: number) => (count === 0 ? t('requeuedNone') : t('requeued', { count }))
  const retry = (id: string) =>
    run(async () => {
      const count = await retryMail(id)
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return describeRetry(count)
    })
  const begin = may(deskMailEndpoints.deskMailRetry) ? (id: string) => void (isBusy || retry(id)) : null
  const columns = useColumns({
    clockOffsetMs: found.data?.clockOffsetMs ?? 0,
    mayFindPeople: may(deskCustomerEndpoints.deskCustomers),
    retry: begin,
    setAside: may(deskMailEndpoints.deskMailSetAside) ? setResting : null,
  })
  const { data } = found
  const counted = (['failed', 'waiting'] as const)
    .map((name) => ({ name, count: data?.[name] ?? 0 }))
    .filter(({ count }) => count > 0)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.mails')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      <TaskNotice message={message} />
      {!data && <NothingYet query={found} />}
      {data && (
        <>
          <p role="status">
            {counted.length === 0
              ? t(data.setAside.length === 0 ? 'none' : 'noneOpen')
              : counted.map(({ name, count }) => t(name, { count })).join(' · ')}
          </p>
          <div className={styles.bar}>
            {data.failed > 0 && may(deskMailEndpoints.deskMailRetryAll) && (
              <Button kind="main" aria-haspopup="dialog" onClick={() => setAsking(true)}>
                {t('retryAll')}
              </Button>
            )}
            {may(deskCatalogueEndpoints.deskSettings) && (
              <ButtonLink to={`${paths.deskSettings}#desk-checks`}>{t('server')}</ButtonLink>
            )}
          </div>
          {data.mails.length + data.setAside.length === 0 && data.waiting > 0 && (
            <p className={text.quiet}>{t('noneWaiting')}</p>
          )}
          {data.mails.length > 0 && (
            <Table
              name="mails"
              label={tDesk('nav.mails')}
              columns={columns}
              rows={data.mails}
              keyOf={({ id }) => id}
              isBusy={isBusy}
            />
          )}
          {data.mails.length >= 200 && <p className={text.small}>{t('more')}</p>}
          <MailsAside mails={data.setAside} retry={begin} />
        </>
      )}
      {isAsking && (
        <ReasonDialog
          title={t('retryAll')}
          text={t('retryAllText', { count: data?.failed ?? 0 })}
          confirm={t('retryAll')}
          act={async (reason) =>
            setMessage({ tone: 'good', text: describeRetry(await retryAllMails(reason)) })
          }
          onClose={() => setAsking(false)}
        />
      )}
      {resting && (
        <ReasonDialog
          title={t('setAside')}
          text={t('setAsideText', { subject: resting.subject })}
          confirm={t('setAside')}
          act={async (reason) => {
            const count = await setAsideMail(resting.id, reason)
            setMessage({ tone: 'good', text: t(count === 0 ? 'setAsideNone' : 'setAsideDone') })
          }}
          onClose={() => setResting(null)}
        />
      )}
    </>
  )
}

function useColumns({
  clockOffsetMs,
  mayFindPeople,
  retry,
  setAside,
}: {
  clockOffsetMs: number
  mayFindPeople: boolean
  /** Null: not for who looks. */
  retry: ((id: string) => void) | null
  setAside: ((mail: DeskMail) => void) | null
}): Column<DeskMail>[] {
  const { t } = useTranslation('desk-mails')
  const language = useLanguage()
  const words = useMailTroubleWords()
  const person = (email: string) =>
    mayFindPeople ? (
      <Link to={`${paths.deskCustomers}?search=${encodeURIComponent(email)}`}>{email}</Link>
    ) : (
      email
    )
  const again: Column<DeskMail> = {
    key: 'retry',
    title: t('retry'),
    isEnd: true,
    cell: (mail) =>
      mail.nextAttemptAt === null && (
        <div className={styles.stack}>
          {retry && (
            <Button onClick={() => retry(mail.id)} aria-label={`${t('retry')}: ${mail.subject}`}>
              {t('retry')}
            </Button>
          )}
          {setAside && (
            <Button
              kind="quiet"
              aria-haspopup="dialog"
              aria-label={`${t('setAside')}: ${mail.subject}`}
              onClick={() => setAside(mail)}
            >
              {t('setAside')}
            </Button>
          )}
        </div>
      ),
  }
  return [
    {
      key: 'subject',
      title: t('subject'),
      cell: ({ subject, recipient }) => (
        <>
          <strong>{subject}</strong>
          <span className={table.second}>{recipient === null ? t('provider') : person(recipient)}</span>
        </>
      ),
    },
    {
      key: 'createdAt',
      title: t('age'),
      cell: ({ createdAt }) => <Age at={createdAt} clockOffsetMs={clockOffsetMs} />,
    },
    {
      key: 'lastError',
      title: t('why'),
      cell: ({ lastError, attempts, nextAttemptAt }) => (
        <>
          {lastError === null ? t('unknown') : words(lastError)}
          <span className={table.second}>
            {t('attempts', { count: attempts })} ·{' '}
            {nextAttemptAt === null ? t('given') : t('next', { at: formatDateTime(language, nextAttemptAt) })}
          </span>
        </>
      ),
    },
    ...(retry || setAside ? [again] : []),
  ]
}
