import type { Miner, NetworkInputs } from '@shipminer/contract/mining'
import { difficultyOfHashes, satPerDifficulty, satToCents } from '@shipminer/domain/earnings'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import { VerdictBar, type VerdictTone } from '../../features/fleet/components/verdict-bar.tsx'
import type { Problem, Verdict } from '../../features/fleet/lib/verdict.ts'
import { agePart, durationPart, formatEuro, formatNumber, formatRecent } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../ui/button.tsx'

const tones: Record<Verdict['kind'], VerdictTone> = {
  unlinked: 'idle',
  waiting: 'idle',
  silent: 'idle',
  'load-unknown': 'caution',
  'no-cooling': 'caution',
  'master-stop': 'idle',
  problem: 'caution',
  problems: 'caution',
  unheard: 'idle',
  yielding: 'good',
  'quiet-hours': 'good',
  'shore-power': 'good',
  'not-worth': 'good',
  stopped: 'idle',
  fine: 'good',
}

/** Problems in which a miner earns nothing. */
const standsStill: readonly Problem['kind'][] = ['miner-offline', 'pool-down', 'fault', 'idle']

/** The verdict as sentence, meaning and button. The sail button is there only when the owner can do something. */
export function DashboardVerdict({
  verdict,
  shipId,
  network,
  share,
}: {
  verdict: Verdict
  shipId: string | null
  network: NetworkInputs | null
  share: number
}) {
  const { t } = useTranslation('overview')
  const problem =
    verdict.kind === 'problem' ? verdict.problem : verdict.kind === 'problems' ? verdict.worst : null
  const title = useTitle()
  const action = () => {
    if (verdict.kind === 'problems')
      return (
        <ButtonLink kind="main" to={paths.alerts}>
          {t('verdict.seeAlerts')}
        </ButtonLink>
      )
    if (problem?.minerId)
      return (
        <ButtonLink kind="main" to={paths.miner(problem.minerId)}>
          {t('verdict.seeMiner', { name: problem.name })}
        </ButtonLink>
      )
    if (problem)
      return (
        <ButtonLink kind="main" to={paths.alerts}>
          {t('verdict.seeAlerts')}
        </ButtonLink>
      )
    if ((verdict.kind === 'silent' || verdict.kind === 'load-unknown') && shipId !== null)
      return (
        <ButtonLink kind="main" to={paths.serviceNew({ ship: shipId })}>
          {t('verdict.report')}
        </ButtonLink>
      )
    if (verdict.kind === 'yielding' && shipId !== null)
      return <ButtonLink to={paths.ship(shipId)}>{t('verdict.order')}</ButtonLink>
    if (verdict.kind === 'fine') return <ButtonLink to={paths.history}>{t('verdict.today')}</ButtonLink>
    return null
  }
  return (
    <VerdictBar tone={tones[verdict.kind]} title={title(verdict)} action={action()}>
      <Meaning verdict={verdict} problem={problem} network={network} share={share} />
    </VerdictBar>
  )
}

function useTitle() {
  const { t } = useTranslation('overview')
  const problemTitle = useProblemTitle()
  return (verdict: Verdict): string => {
    switch (verdict.kind) {
      case 'problem':
        return problemTitle(verdict.problem)
      case 'problems':
        return t('verdict.problems', { count: verdict.count })
      case 'yielding':
      case 'unheard':
        return t(`verdict.${verdict.kind}`, { count: verdict.count })
      case 'silent':
        return verdict.count > 1
          ? t('verdict.silentShips', { count: verdict.count })
          : t('verdict.silent', { name: verdict.name })
      default:
        return t(`verdict.${verdict.kind}`)
    }
  }
}

function useProblemTitle() {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  return ({ kind, name }: Problem) =>
    kind === 'fault' || kind === 'idle' ? t(`problem.${kind}`, { name }) : tFleet(`alerts.${kind}`, { name })
}

function Meaning({
  verdict,
  problem,
  network,
  share,
}: {
  verdict: Verdict
  problem: Problem | null
  network: NetworkInputs | null
  share: number
}) {
  const { t } = useTranslation('overview')
  const { t: tFleet } = useTranslation('fleet')
  const { t: tPower } = useTranslation('power')
  const language = useLanguage()
  const problemTitle = useProblemTitle()
  const since = useSince()
  const cost = useFleet(({ miners }) =>
    costOf(problem?.minerId ? miners.get(problem.minerId) : undefined, network, share),
  )
  if (problem) {
    const advice =
      problem.kind === 'fault' || problem.kind === 'idle'
        ? t(`advice.${problem.kind}`)
        : tFleet(`alerts.advice.${problem.kind}`)
    return (
      <>
        {verdict.kind === 'problems' && <strong>{problemTitle(problem)}. </strong>}
        {problem.since !== null && <>{since(problem.since)} </>}
        {advice}
        {cost !== null && standsStill.includes(problem.kind) && (
          <> {t('verdict.costs', { amount: formatEuro(language, cost) })}</>
        )}
      </>
    )
  }
  switch (verdict.kind) {
    case 'fine':
      return (
        <>
          {verdict.running === verdict.total
            ? t('verdict.allRun', { count: verdict.total })
            : t('verdict.someRun', { running: verdict.running, total: verdict.total })}{' '}
          <LastReading />
        </>
      )
    case 'yielding': {
      const { unit, ...parts } = durationPart(verdict.holdSeconds ?? 0)
      return (
        <>
          {verdict.since !== null && `${since(verdict.since)} `}
          {verdict.shipWatts !== null &&
            `${t('verdict.shipAsks', { kw: formatNumber(language, verdict.shipWatts / 1000, 0) })} `}
          {verdict.holdSeconds === null
            ? t('verdict.yieldingSoon')
            : t('verdict.yieldingText', { hold: t(`hold.${unit}`, parts) })}
        </>
      )
    }
    case 'silent':
      return (
        <>
          {verdict.since !== null && <>{since(verdict.since)} </>}
          {t('verdict.silentText')}
        </>
      )
    case 'unlinked':
      return (
        <>
          {verdict.since > 0 && <>{since(verdict.since)} </>}
          {t('verdict.unlinkedText')}
        </>
      )
    case 'waiting':
      return tFleet('health.waiting')
    case 'master-stop':
      return tPower('masterStop')
    case 'load-unknown':
    case 'no-cooling':
    case 'quiet-hours':
    case 'shore-power':
    case 'not-worth':
    case 'stopped':
    case 'unheard':
      return t(`verdict.${verdict.kind}Text`)
    default:
      return null
  }
}

function LastReading() {
  const { t } = useTranslation('overview')
  const { t: tCommon } = useTranslation()
  const age = useFleet(({ newestSampleAt, now }) => {
    if (newestSampleAt === null) return ''
    const { unit, count } = agePart(now - newestSampleAt)
    return unit === 'now' ? tCommon('age.now') : tCommon(`age.${unit}`, { count })
  })
  return age === '' ? null : t('verdict.last', { age })
}

/** "Since 12:28 (2 h 4 min)." */
function useSince() {
  const { t } = useTranslation('overview')
  const { t: tCommon } = useTranslation()
  const language = useLanguage()
  const now = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  return (at: number) => {
    const { unit, ...parts } = durationPart(Math.max(60_000, now - at) / 1000)
    return t('verdict.since', {
      time: formatRecent(language, at, now),
      age: tCommon(`duration.${unit}`, parts),
    })
  }
}

/** What a miner that stands still costs its owner in an hour, cents; null where it cannot be told. */
export function costOf(
  miner: Pick<Miner, 'expectedHashrateThs' | 'solo'> | undefined,
  network: NetworkInputs | null,
  share: number,
): number | null {
  if (!miner || !network || miner.solo === true || miner.expectedHashrateThs === null) return null
  const worth = satPerDifficulty(network, network.poolFeeBasisPoints)
  if (worth === null) return null
  const sat = worth * difficultyOfHashes(miner.expectedHashrateThs * 1000 * 3600)
  const cents = satToCents(sat * share, network.centsPerBtc)
  return cents === null || cents < 1 ? null : cents
}
