import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { startRollout } from '../api/releases.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { ProposalNotice } from './proposal-notice.tsx'
import type { ProposalOf } from './use-proposals.ts'

/** A rollout that waits for a second operator: its whole plan, which they confirm as it is. */
export function RolloutProposal({ proposal }: { proposal: ProposalOf<'rollout'> }) {
  const { t } = useTranslation('desk-proposals')
  const { t: tReleases } = useTranslation('desk-releases')
  const language = useLanguage()
  const [confirms, setConfirms] = useState(false)
  const { plan } = proposal.what
  const { version, stages, reportWithinMinutes, tolerated } = plan
  const title = t('rollout.title', { version })
  return (
    <article className={`${styles.card} ${styles.waits}`} aria-label={title}>
      <h2 className={text.sub}>{title}</h2>
      <dl className={lists.facts}>
        <Fact name={t('rollout.stages')}>
          {stages
            .map((stage) =>
              'percent' in stage
                ? tReleases('stagePercent', { percent: stage.percent })
                : stage.controllers.join(', '),
            )
            .join(' · ')}
        </Fact>
        <Fact name={t('rollout.within')}>
          {tReleases('minutes', { minutes: formatNumber(language, reportWithinMinutes) })}
        </Fact>
        <Fact name={t('rollout.tolerated')}>{formatNumber(language, tolerated)}</Fact>
      </dl>
      <ProposalNotice proposal={proposal}>
        <Button kind="main" aria-haspopup="dialog" onClick={() => setConfirms(true)}>
          {t('confirm')}
        </Button>
      </ProposalNotice>
      {confirms && (
        <ReasonDialog
          title={t('rollout.confirm', { version })}
          text={t('rollout.text')}
          confirm={t('confirm')}
          act={(reason) => startRollout(plan, reason)}
          onClose={() => setConfirms(false)}
        />
      )}
    </article>
  )
}
