import { deskWorkEndpoints, type JobClaim } from '@shipminer/contract/desk/work'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Link } from '../../../ui/link.tsx'
import { claimJob, todayQuery } from '../api/desk.ts'
import { TaskNotice } from '../components/task-notice.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import { mayOpen } from '../shell/nav.ts'
import { useMay, useRole } from '../shell/use-role.ts'
import type { Job } from './queue.ts'
import { mayDoStep } from './step-calls.ts'
import styles from './today.module.css'
import { useJobWords } from './use-job-words.ts'

const shapes = {
  fault: <path d="M7 0l7 7-7 7-7-7z" fill="currentColor" />,
  attention: <path d="M7 .8 13.6 13H.4z" fill="currentColor" />,
  todo: <path d="M1.5 1.500h11v11h-11z" fill="none" stroke="currentColor" strokeWidth="2.2" />,
}

/** A silent box is a sign to look; a broken promise is a fault of ours. */
function signOf({ group, matter }: Job): keyof typeof shapes {
  if (group !== 'late') return 'todo'
  return (matter.kind === 'rest' ? matter.of : matter.kind) === 'silent' ? 'attention' : 'fault'
}

type LineProps = { job: Job; isFirst: boolean; claim: JobClaim | null; now: number }

/** One line of the queue: how late, what, who, and the next step, which is to look for those who may not take it; only the first one's step is the main button. */
export const QueueLine = memo(function QueueLine({ job, isFirst, claim, now }: LineProps) {
  const { t } = useTranslation('desk-today')
  const may = useMay()
  const words = useJobWords()(job, now)
  const sign = signOf(job)
  const role = useRole()
  // What is done on a page of others is looked at where it came from.
  const to = [words.to, ...words.details.map((detail) => detail.to)].find(
    (one) => one !== undefined && mayOpen(role, one),
  )
  return (
    <li className={styles.line} data-group={job.group} data-sign={sign}>
      <svg className={styles.sign} width="16" height="16" viewBox="0 0 14 14" aria-hidden="true">
        {shapes[sign]}
      </svg>
      <div className={styles.when}>
        <b>{words.when}</b>
        {words.whenMore && <span>{words.whenMore}</span>}
      </div>
      <div className={styles.what}>
        <b id={`job-${job.key}`}>{words.what}</b>
        <span>
          {words.details.map((detail, index) => (
            <span key={detail.text}>
              {index > 0 && ' · '}
              {detail.to ? <DeskLink to={detail.to}>{detail.text}</DeskLink> : detail.text}
            </span>
          ))}
        </span>
      </div>
      <Take job={job} claim={claim} assigned={words.assigned} />
      {to !== undefined && (
        <Link to={to} className={styles.act} data-main={isFirst} data-row aria-describedby={`job-${job.key}`}>
          {mayDoStep(job.matter, may) ? words.step : t('step.look')}
        </Link>
      )}
    </li>
  )
})

/** Who does it; a press takes it, or gives it back, for those who may. What a colleague was given elsewhere is only said. */
function Take({ job, claim, assigned }: { job: Job; claim: JobClaim | null; assigned: string | null }) {
  const { t } = useTranslation('desk-today')
  const may = useMay()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const name = claim?.name ?? assigned
  const toggle = () =>
    run(async () => {
      const { claims } = await claimJob(job.key, claim?.mine !== true)
      queries.setQueryData(todayQuery.queryKey, (today) => today && { ...today, claims })
      return null
    })
  if (!may(deskWorkEndpoints.deskJobClaim))
    return <div className={styles.takeCell}>{name !== null && t('takenBy', { name })}</div>
  return (
    <div className={styles.takeCell}>
      <button
        type="button"
        className={styles.take}
        data-taken={name !== null}
        aria-disabled={isBusy || undefined}
        aria-describedby={`job-${job.key}`}
        onClick={() => void toggle()}
      >
        {claim?.mine ? t('takenByMe') : name === null ? t('take') : t('takenBy', { name })}
      </button>
      <TaskNotice message={message} />
    </div>
  )
}
