import type { Language } from '@shipminer/i18n/languages'
import type { Problem, Verdict } from '../../features/fleet/lib/verdict.ts'
import type { VerdictTone } from '../../features/fleet/lib/verdict-marks.ts'
import { agePart, durationPart, formatEuro, formatNumber, formatRecent } from '../../lib/format/format.ts'

/** Writes a text, by `file:key`. */
export type Say = (text: VerdictText, values?: Record<string, string | number>) => string
export type VerdictText = `${(typeof verdictNamespaces)[number]}:${string}`

export const verdictNamespaces = ['overview', 'fleet', 'power', 'common'] as const

export const verdictTones: Record<Verdict['kind'], VerdictTone> = {
  unlinked: 'idle',
  waiting: 'idle',
  silent: 'idle',
  'load-unknown': 'caution',
  'no-cooling': 'caution',
  'master-stop': 'idle',
  problem: 'caution',
  problems: 'caution',
  unreported: 'idle',
  yielding: 'good',
  'quiet-hours': 'good',
  'shore-power': 'good',
  'not-worth': 'good',
  stopped: 'idle',
  fine: 'good',
}

/** Problems in which a miner earns nothing. */
const standsStill: readonly Problem['kind'][] = ['miner-offline', 'pool-down', 'fault', 'idle']

/** The one that the verdict speaks of. */
export function problemOf(verdict: Verdict): Problem | null {
  return verdict.kind === 'problem' ? verdict.problem : verdict.kind === 'problems' ? verdict.worst : null
}

export function verdictTitle(verdict: Verdict, say: Say): string {
  switch (verdict.kind) {
    case 'problem':
      return problemTitle(verdict.problem, say)
    case 'problems':
    case 'yielding':
    case 'unreported':
      return say(`overview:verdict.${verdict.kind}`, { count: verdict.count })
    case 'silent':
      return verdict.count > 1
        ? say('overview:verdict.silentShips', { count: verdict.count })
        : say('overview:verdict.silent', { name: verdict.name })
    default:
      return say(`overview:verdict.${verdict.kind}`)
  }
}

const problemTitle = ({ kind, name }: Problem, say: Say) =>
  kind === 'fault' || kind === 'idle'
    ? say(`overview:problem.${kind}`, { name })
    : say(`fleet:alerts.${kind}`, { name })

/** What the verdict means: since when, what it comes to, what to do. `strong` names the worst of several. */
export function verdictMeaning(
  verdict: Verdict,
  {
    language,
    now,
    hourlyCents,
  }: {
    language: Language
    /** The server's time by the minute, ms. */
    now: number
    /** What the miner of the problem costs while it stands still; null where that is not known. */
    hourlyCents: number | null
  },
  say: Say,
): { strong: string | null; text: string } {
  const since = (at: number | null) => (at === null || at <= 0 ? null : sayMoment(language, at, now, say))
  const join = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' ')
  const problem = problemOf(verdict)
  if (problem) {
    const { kind } = problem
    const costs = hourlyCents !== null && standsStill.includes(kind)
    return {
      strong: verdict.kind === 'problems' ? `${problemTitle(problem, say)}.` : null,
      text: join(
        since(problem.since),
        kind === 'fault' || kind === 'idle'
          ? say(`overview:advice.${kind}`)
          : say(`fleet:alerts.advice.${kind}`),
        costs ? say('overview:verdict.costs', { amount: formatEuro(language, hourlyCents) }) : null,
      ),
    }
  }
  const text = () => {
    switch (verdict.kind) {
      case 'fine':
        return verdict.running === verdict.total
          ? say('overview:verdict.allRun', { count: verdict.total })
          : say('overview:verdict.someRun', { running: verdict.running, total: verdict.total })
      case 'yielding':
        return join(
          since(verdict.since),
          verdict.shipWatts === null
            ? null
            : say('overview:verdict.shipAsks', { kw: formatNumber(language, verdict.shipWatts / 1000, 0) }),
          sayReturn(verdict.holdSeconds, say),
        )
      case 'silent':
      case 'unlinked':
        return join(since(verdict.since), say(`overview:verdict.${verdict.kind}Text`))
      case 'waiting':
        return say('fleet:health.waiting')
      case 'master-stop':
        return say('power:masterStop')
      default:
        return say(`overview:verdict.${verdict.kind}Text`)
    }
  }
  return { strong: null, text: text() }
}

function sayReturn(holdSeconds: number | null, say: Say): string {
  if (holdSeconds === null) return say('overview:verdict.yieldingSoon')
  const { unit, ...parts } = durationPart(holdSeconds)
  return say('overview:verdict.yieldingText', { hold: say(`overview:hold.${unit}`, parts) })
}

/** "Since 12:28 (2 h 4 min)." */
function sayMoment(language: Language, at: number, now: number, say: Say): string {
  const { unit, ...parts } = durationPart(Math.max(60_000, now - at) / 1000)
  return say('overview:verdict.since', {
    time: formatRecent(language, at, now),
    age: say(`common:duration.${unit}`, parts),
  })
}

/** "Last reading 4 s ago." */
export function sayLastReading(ageMs: number, say: Say): string {
  const { unit, count } = agePart(ageMs)
  return say('overview:verdict.last', {
    age: unit === 'now' ? say('common:age.now') : say(`common:age.${unit}`, { count }),
  })
}
