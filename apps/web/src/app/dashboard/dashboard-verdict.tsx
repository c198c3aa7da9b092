import type { Miner, NetworkInputs } from '@shipminer/contract/mining'
import { difficultyOfHashes, satPerDifficulty, satToCents } from '@shipminer/domain/calculator/earnings'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import { VerdictBar } from '../../features/fleet/components/verdict-bar.tsx'
import type { Verdict } from '../../features/fleet/lib/verdict.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../ui/button.tsx'
import {
  problemOf,
  type Say,
  sayLastReading,
  verdictMeaning,
  verdictNamespaces,
  verdictTitle,
  verdictTones,
} from './verdict-words.ts'

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
  const say = useSay()
  const problem = problemOf(verdict)
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
    <VerdictBar tone={verdictTones[verdict.kind]} title={verdictTitle(verdict, say)} action={action()}>
      <Meaning verdict={verdict} network={network} share={share} />
    </VerdictBar>
  )
}

/** Writes texts of several files. */
function useSay(): Say {
  const { t } = useTranslation(verdictNamespaces)
  return (text, values = {}) => String(t(text as never, values as never))
}

function Meaning({
  verdict,
  network,
  share,
}: {
  verdict: Verdict
  network: NetworkInputs | null
  share: number
}) {
  const language = useLanguage()
  const say = useSay()
  const now = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  const minerId = problemOf(verdict)?.minerId
  const hourlyCents = useFleet(({ miners }) =>
    costOf(minerId ? miners.get(minerId) : undefined, network, share),
  )
  const { strong, text } = verdictMeaning(verdict, { language, now, hourlyCents }, say)
  return (
    <>
      {strong !== null && <strong>{strong} </strong>}
      {text} {verdict.kind === 'fine' && <LastReading />}
    </>
  )
}

function LastReading() {
  const say = useSay()
  return useFleet(({ newestSampleAt, now }) =>
    newestSampleAt === null ? null : sayLastReading(now - newestSampleAt, say),
  )
}

/** What a miner that stands still costs its owner in an hour, cents; null where that is unknown. */
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
