import type { DeskRolloutMember } from '@shipminer/contract/releases'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { Value } from '../../../ui/values/value.tsx'
import styles from '../components/desk.module.css'

const badges = {
  'not-reached': 'unreported',
  offered: 'starting',
  downloading: 'starting',
  installing: 'starting',
  'reported-in': 'online',
  'rolled-back': 'fault',
  refused: 'fault',
} as const satisfies Record<DeskRolloutMember['state'], string>

/** Every controller of a rollout with its status; failed ones come first. */
export function RolloutMembers({
  members,
  clockOffsetMs,
}: {
  members: readonly DeskRolloutMember[]
  clockOffsetMs: number
}) {
  const { t } = useTranslation('desk-releases')
  const isFailed = ({ state, late }: DeskRolloutMember) => late || badges[state] === 'fault'
  const sorted = members.toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)))
  return (
    <ul className={styles.list} aria-label={t('members')}>
      {sorted.map((member) => (
        <li key={member.controllerId} className={styles.row}>
          <Link to={paths.deskController(member.controllerId)}>
            {member.name} ({member.controllerId})
          </Link>
          <span>
            <StatusBadge
              status={member.late ? 'attention' : badges[member.state]}
              label={
                member.late ? t('late', { state: t(`member.${member.state}`) }) : t(`member.${member.state}`)
              }
            />{' '}
            {member.reason && <span className={text.late}>{t(`reason.${member.reason}`)}</span>}
            {member.detail && <span className={text.small}> {t('detail', { detail: member.detail })}</span>}
          </span>
          <span className={text.quiet}>
            {t('runs')} <Value of={member.version}>{(version) => version}</Value>
          </span>
          <span className={text.small}>
            <Age at={member.changedAt} clockOffsetMs={clockOffsetMs} />
          </span>
        </li>
      ))}
    </ul>
  )
}
