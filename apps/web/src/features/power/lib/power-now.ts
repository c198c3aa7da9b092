import type { EnvironmentSample } from '@shipminer/contract/power/environment'
import type { MinimumLoad, WorthReason } from '@shipminer/domain/generator/proof/worth'

export type PowerNow = {
  sample: EnvironmentSample
  /** How old the sample is by the server's clock, ms. */
  ageMs: number
  /** Too old to be called now. */
  isOld: boolean
  /** What holds miners back though there is room below the limit; null: nothing, or a reason that this page does not know. */
  heldBackBy: HeldBackBy | null
  /** Why miners rest for the sake of the fuel; null: they do not, or for a reason that this page does not know. */
  rests: WorthReason | null
}

const reasons = [
  'making-room',
  'mean-load',
  'low-frequency',
  'low-voltage',
  'not-checked',
  'meter-doubted',
] as const
export type HeldBackBy = (typeof reasons)[number]

const restReasons = ['not-worth', 'worth-unknown', 'only-wasted'] as const satisfies readonly WorthReason[]
const minimums = ['own', 'held', 'below'] as const satisfies readonly MinimumLoad[]

/** Whether the set has its least load, in a word that this page knows. */
export const knownMinimum = ({ minimumLoad }: EnvironmentSample): MinimumLoad | null =>
  minimums.find((word) => word === minimumLoad) ?? null

/** A sample older than this is not now, ms. */
const oldMs = 30_000

/** The sample of the controller that follows the generator; null while none does. Of several the newest. */
export function powerNow(
  now: readonly { receivedAt: number; sample: EnvironmentSample }[],
  serverTime: number,
): PowerNow | null {
  const following = now.filter(({ sample }) => sample.state !== 'off')
  const [newest] = [...following].sort((a, b) => b.receivedAt - a.receivedAt)
  if (!newest) return null
  const { sample, receivedAt } = newest
  const ageMs = Math.max(0, serverTime - receivedAt)
  return {
    sample,
    ageMs,
    isOld: ageMs > Math.max(oldMs, sample.periodSeconds * 3_000),
    heldBackBy: reasons.find((reason) => reason === sample.heldBackBy) ?? null,
    rests: restReasons.find((reason) => reason === sample.worth) ?? null,
  }
}

/** Minutes of the live chart. */
export const liveMinutes = 10

/** Samples of the last minutes with a new one, each moment once, oldest first. */
export function addLive(known: readonly EnvironmentSample[], sample: EnvironmentSample): EnvironmentSample[] {
  if (known.some(({ at }) => at === sample.at)) return [...known]
  const from = sample.at - liveMinutes * 60_000
  return [...known.filter(({ at }) => at >= from), sample].sort((a, b) => a.at - b.at)
}
