import { type DeskRollout, releaseEndpoints } from '@shipminer/contract/releases'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { actOnRollout, type RolloutAction } from '../api/releases.ts'
import { AuditLines } from '../components/audit-lines.tsx'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { ProposalNotice } from '../proposals/proposal-notice.tsx'
import { useProposals } from '../proposals/use-proposals.ts'
import { useMay } from '../shell/use-role.ts'
import { RolloutMembers } from './rollout-members.tsx'

const badges = {
  running: 'starting',
  paused: 'sleeping',
  halted: 'fault',
  done: 'online',
  withdrawn: 'offline',
  superseded: 'offline',
} as const satisfies Record<DeskRollout['state'], string>

const actionsOf: Record<DeskRollout['state'], readonly RolloutAction[]> = {
  running: ['pause', 'withdraw'],
  paused: ['resume', 'withdraw'],
  halted: ['resume', 'withdraw'],
  done: ['withdraw'],
  withdrawn: [],
  superseded: [],
}

/** One rollout: its progress, why it is halted, and the status of each controller. */
export function RolloutCard({ rollout, clockOffsetMs }: { rollout: DeskRollout; clockOffsetMs: number }) {
  const { t } = useTranslation('desk-releases')
  const language = useLanguage()
  const may = useMay()
  const { t: tProposals } = useTranslation('desk-proposals')
  const [open, setOpen] = useState<RolloutAction | null>(null)
  const proposal = useProposals('resume').find(({ id: of }) => of === rollout.id)
  const { id, version, state, stages, stage, members, haltReason, haltControllerId } = rollout
  const actions = actionsOf[state].filter((action) => may(releaseEndpoints.deskRolloutAct, action))
  const isOver = state === 'withdrawn' || state === 'superseded'
  const count = (wanted: (member: DeskRollout['members'][number]) => boolean) =>
    formatNumber(language, members.filter(wanted).length)
  const stageName = (index: number) => {
    const share = stages[index]
    if (share === undefined) return ''
    return 'percent' in share ? t('stagePercent', { percent: share.percent }) : share.controllers.join(', ')
  }
  const culprit = members.find(({ controllerId }) => controllerId === haltControllerId)
  const details = (
    <>
      <dl className={lists.facts}>
        <Fact name={t('stage')}>
          {t('stageOf', { stage: stage + 1, count: stages.length })}: {stageName(stage)}
        </Fact>
        <Fact name={t('started')}>{formatDateTime(language, rollout.startedAt)}</Fact>
        <Fact name={t('reportedIn')}>
          {t('ofAll', {
            some: count((member) => member.state === 'reported-in'),
            all: formatNumber(language, members.length),
          })}
        </Fact>
        <Fact name={t('notReached')}>{count((member) => member.state === 'not-reached')}</Fact>
        <Fact name={t('failed')}>
          {count(({ state: where, late }) => where === 'rolled-back' || where === 'refused' || late)}
        </Fact>
        <Fact name={t('within')}>
          {t('minutes', { minutes: formatNumber(language, rollout.reportWithinMs / 60_000) })}
        </Fact>
        <Fact name={t('tolerated')}>{formatNumber(language, rollout.tolerated)}</Fact>
      </dl>
      <RolloutMembers members={members} clockOffsetMs={clockOffsetMs} />
      <details>
        <summary>{t('history')}</summary>
        <AuditLines entries={rollout.audit} />
      </details>
    </>
  )
  return (
    <article
      className={`${styles.card} ${state === 'halted' ? styles.bad : ''}`}
      aria-labelledby={`rollout-${id}`}
    >
      <div className={styles.head}>
        <h2 id={`rollout-${id}`} className={text.sub}>
          {t('rolloutOf', { version })}
        </h2>
        <StatusBadge status={badges[state]} label={t(`state.${state}`)} />
      </div>
      {state === 'halted' && haltReason && (
        <Notice tone="error" title={t('halted')}>
          {t(`halt.${haltReason}`, {
            controller: culprit ? `${culprit.name} (${culprit.controllerId})` : '',
          })}
        </Notice>
      )}
      {proposal && (
        <ProposalNotice proposal={proposal}>
          <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('resume')}>
            {tProposals('confirm')}
          </Button>
        </ProposalNotice>
      )}
      {isOver ? (
        <details>
          <summary>{t('details')}</summary>
          <div className={styles.stack}>{details}</div>
        </details>
      ) : (
        details
      )}
      {actions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, nothing is submitted
        <div className={layout.actions} role="group" aria-label={t('actions', { version })}>
          {actions.map((action) => (
            <Button
              key={action}
              kind={action === 'withdraw' ? 'danger' : 'plain'}
              aria-haspopup="dialog"
              onClick={() => setOpen(action)}
            >
              {t(`act.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <ReasonDialog
          key={open}
          title={`${t(`act.${open}`)}: ${version}`}
          text={t(`actText.${open}`)}
          confirm={t(`act.${open}`)}
          isDanger={open === 'withdraw'}
          act={(reason) => actOnRollout(id, open, reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}
