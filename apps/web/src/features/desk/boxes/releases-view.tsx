import { releaseEndpoints } from '@shipminer/contract/releases'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { releasesQuery } from '../api/releases.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { RolloutProposal } from '../proposals/rollout-proposal.tsx'
import { useProposals } from '../proposals/use-proposals.ts'
import { useMay } from '../shell/use-role.ts'
import { RolloutCard } from './rollout-card.tsx'
import { StartRollout } from './start-rollout.tsx'

/** Releases of the controller, how the newest is rolled out, and how one is started. */
export function ReleasesView() {
  const { t } = useTranslation('desk-releases')
  const language = useLanguage()
  const may = useMay()
  const found = useQuery(releasesQuery)
  const { data } = found
  const proposals = useProposals('rollout')
  const isUnderWay = data?.rollouts.some(({ state }) => ['running', 'paused', 'halted'].includes(state))
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('title')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      {!data && <NothingYet query={found} />}
      {data && !data.canPublish && <Notice tone="caution">{t('noKey')}</Notice>}
      {proposals.map((proposal) => (
        <RolloutProposal key={proposal.id} proposal={proposal} />
      ))}
      {data?.rollouts.map((rollout) => (
        <RolloutCard key={rollout.id} rollout={rollout} clockOffsetMs={data.clockOffsetMs} />
      ))}
      {data && data.releases.length > 0 && !isUnderWay && may(releaseEndpoints.deskStartRollout) && (
        <StartRollout answer={data} />
      )}
      {data && (
        <section className={styles.section} aria-labelledby="desk-releases">
          <h2 id="desk-releases" className={text.sub}>
            {t('published')}
          </h2>
          {data.releases.length === 0 && <p className={text.quiet}>{t('none')}</p>}
          <ul className={styles.list}>
            {data.releases.map((release) => (
              <li key={release.version} className={styles.row}>
                <span className={text.strong}>{release.version}</span>
                <span>{t('publishedAt', { time: formatDateTime(language, release.publishedAt) })}</span>
                <span className={text.small}>
                  {t('size', {
                    size: formatNumber(language, release.bytes / 1024),
                    node: release.minimumNode,
                  })}
                  {release.allowsDowngrade && ` · ${t('downgrade')}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
