import type { PowerStatus } from '../status.ts'
import type { powerTexts } from './power-texts.ts'

/** Warnings that a line such as "room enough" must never hide, the worst first. */
const grave = [
  'settings-lost',
  'cannot-shed-enough',
  'disobedient',
  'not-reachable',
  'low-frequency',
  'low-voltage',
  'repeated-overload',
]

/** What the contactor may wait for by itself: with it open there is never room enough. */
const openStops = ['overload', 'locked', 'no-room'] as const

/** What sleeping miners draw together is less. */
const leastDrawKw = 1

/**
 * What is to be said of the power, in words that are never wrong: a contactor that opened, or miners that do not obey, stand before
 * everything else, and beside what was ordered.
 */
export function powerState(
  { isSetUp, masterStop, state, heartbeat, warnings, asleep, devices, miningKw }: PowerStatus,
  t: (typeof powerTexts)['en'],
): { text: string; tone: 'good' | 'watch' | 'bad' } {
  if (!isSetUp && !masterStop) return { text: t.notSetUp, tone: 'bad' }
  const stop = openStops.find((one) => one === heartbeat.stop) ?? null
  const worst = grave.find((code) => warnings.includes(code)) ?? null
  const known = state === null ? '—' : t.states[state]
  const isQuiet = state === 'free' || state === 'holding' || state === 'restoring'
  // An order is not its end: as long as miners draw power, it is said how many sleep.
  const isStillDrawing = offStates.has(state) && asleep < devices && (miningKw ?? 0) >= leastDrawKw
  const said = [
    stop === null ? (worst !== null && isQuiet ? null : known) : (t.stops[stop] ?? stop),
    isStillDrawing ? t.asleep(asleep, devices) : null,
    worst === null ? null : (t.warnings[worst] ?? worst),
  ].filter((one) => one !== null)
  // Each begins as a sentence of its own.
  const text = said.map((one, index) => (index === 0 ? one : capitalise(one))).join('. ')
  if (stop !== null || worst !== null || state === 'load-unknown' || state === 'no-cooling' || state === null)
    return { text, tone: 'bad' }
  return { text, tone: state === 'free' ? 'good' : 'watch' }
}

const offStates: ReadonlySet<PowerStatus['state']> = new Set([
  'load-unknown',
  'master-stop',
  'quiet-hours',
  'shore-power',
  'no-cooling',
])

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
