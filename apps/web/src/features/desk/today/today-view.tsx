import { deskInstallationEndpoints } from '@shipminer/contract/desk/installation'
import { mayCall } from '@shipminer/contract/operator-roles'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime, formatWeekdayDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import { InstallationNotice } from '../installation/installation-notice.tsx'
import { UnreadAccounts } from '../proposals/unread-accounts.tsx'
import { countJobs, type Group } from './queue.ts'
import { QueueLine } from './queue-line.tsx'
import styles from './today.module.css'
import { TodayPanels } from './today-panels.tsx'
import { type Queue, useQueue } from './use-queue.ts'

const groups = ['late', 'today', 'week'] as const

/** The day at the desk: everything that waits as one queue by deadline, and beside it what is coming. */
export function TodayView() {
  const { t } = useTranslation('desk')
  const queue = useQueue()
  if (!queue) return null
  return (
    <>
      <div className={styles.head}>
        <h1>{t('nav.today')}</h1>
        <Lead queue={queue} />
      </div>
      <div className={styles.columns}>
        <div className={styles.groups}>
          {mayCall(queue.today.operator.role, deskInstallationEndpoints.deskInstallation) && (
            <InstallationNotice />
          )}
          <UnreadParts parts={queue.today.unread} />
          <UnreadAccounts />
          {isClear(queue) && <Clear queue={queue} />}
          {groups.map((group) => (
            <QueueGroup key={group} group={group} queue={queue} />
          ))}
        </div>
        <TodayPanels queue={queue} />
      </div>
    </>
  )
}

/** What could not be read may hold something that waits. */
const isClear = ({ jobs, today }: Queue) =>
  jobs.length === 0 && today.unread.length === 0 && today.unreadAccounts.length === 0

/** Names what of the day could not be read: whether anything waits there is unknown then. */
function UnreadParts({ parts }: { parts: Queue['today']['unread'] }) {
  const { t } = useTranslation('desk-today')
  if (parts.length === 0) return null
  return (
    <Notice tone="caution" title={t('unread.title')}>
      <p>{t('unread.what', { parts: parts.map((part) => t(`part.${part}`)).join(', ') })}</p>
      <p>{t('unread.why')}</p>
    </Notice>
  )
}

function Lead({ queue: { jobs, clock } }: { queue: Queue }) {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const count = (group: Group) => countJobs(jobs.filter((job) => job.group === group))
  const parts = groups
    .filter((group) => count(group) > 0)
    .map((group) => ({ group, text: t(`count.${group}`, { count: count(group) }) }))
  return (
    <p className={styles.lead}>
      {t('at', { day: formatWeekdayDate(language, clock.now), time: formatTime(language, clock.now) })}
      {parts.map(({ group, text }, index) => (
        <span key={group}>
          {index === 0 ? ' ' : ', '}
          {group === 'late' ? <b>{text}</b> : text}
          {index === parts.length - 1 && '.'}
        </span>
      ))}
    </p>
  )
}

function Clear({ queue: { today } }: { queue: Queue }) {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const [next] = today.installations
  return (
    <Notice tone="good" title={t('clear')}>
      {next && (
        <p>
          {t('clearNext', {
            day: formatWeekdayDate(language, Date.parse(`${next.on}T12:00`)),
            name: next.buyerName,
          })}
        </p>
      )}
    </Notice>
  )
}

function QueueGroup({ group, queue }: { group: Group; queue: Queue }) {
  const { t } = useTranslation('desk-today')
  const language = useLanguage()
  const jobs = queue.jobs.filter((job) => job.group === group)
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby={`queue-${group}`}>
      <h2 id={`queue-${group}`} className={styles.group} data-group={group}>
        {t(`group.${group}`)} <span className={styles.count}>{formatNumber(language, countJobs(jobs))}</span>
      </h2>
      <ul className={styles.queue}>
        {jobs.map((job) => (
          <QueueLine
            key={job.key}
            job={job}
            isFirst={job === queue.jobs[0]}
            claim={queue.today.claims.find((claim) => claim.job === job.key) ?? null}
            now={queue.clock.now}
          />
        ))}
      </ul>
    </section>
  )
}
