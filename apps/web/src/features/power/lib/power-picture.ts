import type { EnvironmentSample } from '@shipminer/contract/power/environment'

/** What the picture needs of one step of the past; W, null is unknown. */
export type PicturePoint = {
  at: number
  shipLoadWatts: number | null
  miningLoadWatts: number | null
  curtailedSeconds: number
}

/** A stretch of time without a hole in it; a step without a measurement ends it. */
export type PictureRun = { at: number; shipWatts: number; boxWatts: number }[]
/** A stretch in which nothing was measured, ms. */
export type PictureGap = { from: number; to: number }
/** A time in which miners gave way. `miners` is null when it is not known which. */
export type Yielding = { from: number; to: number; seconds: number; miners: number | null }

/** Two times of giving way with less between them are one, ms. */
const joinMs = 10 * 60_000

/**
 * The past as runs that can be drawn as areas, and the gaps between them. A gap is what was not measured: it is never drawn as zero and never
 * bridged. The last step is still being filled, so it ends at `to`.
 */
export function picturePast(
  points: readonly PicturePoint[],
  range: { from: number; to: number; stepSeconds: number },
): { runs: PictureRun[]; gaps: PictureGap[] } {
  const stepMs = range.stepSeconds * 1000
  const runs: PictureRun[] = []
  const gaps: PictureGap[] = []
  let run: PictureRun = []
  let known = range.from
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const point of points) {
    const { shipLoadWatts, miningLoadWatts } = point
    if (shipLoadWatts === null || miningLoadWatts === null) continue
    const start = Math.max(point.at, range.from)
    const end = Math.min(point.at + stepMs, range.to)
    if (end <= start) continue
    if (start - known > stepMs * 1.5) {
      close()
      gaps.push({ from: known, to: start })
    }
    const values = { shipWatts: Math.max(0, shipLoadWatts), boxWatts: Math.max(0, miningLoadWatts) }
    if (run.length === 0) run.push({ at: start, ...values })
    run.push({ at: (start + end) / 2, ...values })
    known = end
  }
  const last = run.at(-1)
  if (last) run.push({ ...last, at: known })
  close()
  if (range.to - known > stepMs * 1.5) gaps.push({ from: known, to: range.to })
  return { runs, gaps }
}

/** One step of the past as it can be read out; W, null is not measured. */
export type PictureMoment = {
  at: number
  shipWatts: number | null
  boxWatts: number | null
  isYielding: boolean
}

/** Every step of the range, oldest first: also those in which nothing was measured. */
export function pictureMoments(
  points: readonly PicturePoint[],
  { from, to, stepSeconds }: { from: number; to: number; stepSeconds: number },
): PictureMoment[] {
  const stepMs = stepSeconds * 1000
  const byStep = new Map(points.map((point) => [Math.floor(point.at / stepMs), point]))
  return Array.from({ length: Math.max(0, Math.floor((to - from) / stepMs)) }, (_, index) => {
    const at = from + (index + 0.5) * stepMs
    const point = byStep.get(Math.floor(at / stepMs))
    const isMeasured = point && point.shipLoadWatts !== null && point.miningLoadWatts !== null
    return {
      at,
      shipWatts: isMeasured ? Math.max(0, point.shipLoadWatts ?? 0) : null,
      boxWatts: isMeasured ? Math.max(0, point.miningLoadWatts ?? 0) : null,
      isYielding: (point?.curtailedSeconds ?? 0) > 0,
    }
  })
}

/** When miners gave way, oldest first; times close together are one. */
export function yieldings(
  points: readonly Pick<PicturePoint, 'at' | 'curtailedSeconds'>[],
  events: readonly { at: number; kind: string; minerId: string | null; deviceKey: string | null }[],
  stepSeconds: number,
): Yielding[] {
  const stepMs = stepSeconds * 1000
  const found: Yielding[] = []
  for (const { at, curtailedSeconds } of points) {
    if (curtailedSeconds <= 0) continue
    const last = found.at(-1)
    if (last && at - last.to < joinMs) {
      last.to = at + stepMs
      last.seconds += curtailedSeconds
    } else found.push({ from: at, to: at + stepMs, seconds: curtailedSeconds, miners: null })
  }
  for (const one of found) {
    const miners = new Set(
      events
        .filter(({ kind, at }) => kind === 'curtailed' && at >= one.from - stepMs && at <= one.to)
        .map(({ minerId, deviceKey }) => minerId ?? deviceKey),
    )
    one.miners = miners.size === 0 ? null : miners.size
  }
  return found
}

/** Since when each miner has given way, by id: those whose newest event is that they were curtailed. Events come newest first. */
export function yieldingSince(
  events: readonly { at: number; kind: string; minerId: string | null }[],
): Map<string, number> {
  const newest = new Map<string, { at: number; kind: string }>()
  for (const { at, kind, minerId } of events)
    if (minerId !== null && (kind === 'curtailed' || kind === 'restored') && !newest.has(minerId))
      newest.set(minerId, { at, kind })
  return new Map(
    [...newest].filter(([, { kind }]) => kind === 'curtailed').map(([minerId, { at }]) => [minerId, at]),
  )
}

/** The generator's power as it is shared out now, W. Together the parts are the capacity; null is unknown. */
export type PowerShares = {
  capacityWatts: number
  limitWatts: number
  generatorWatts: number | null
  shipWatts: number | null
  boxWatts: number
  freeWatts: number | null
  reserveWatts: number
  aboveLimitWatts: number
}

/** Shares the capacity out. The reserve is what is kept free below the limit; when ship and boxes eat into it, only the rest of it is left. */
export function powerShares(
  sample: Pick<
    EnvironmentSample,
    'capacityWatts' | 'generatorLoadWatts' | 'shipLoadWatts' | 'miningLoadWatts'
  >,
  settings: { limitPercent: number; reserveKw: number } | null,
): PowerShares | null {
  const { capacityWatts, shipLoadWatts, miningLoadWatts, generatorLoadWatts } = sample
  if (capacityWatts === null || capacityWatts <= 0) return null
  const limitWatts = (capacityWatts * (settings?.limitPercent ?? 100)) / 100
  const boxWatts = Math.max(0, miningLoadWatts ?? 0)
  const shipWatts = shipLoadWatts === null ? null : Math.max(0, shipLoadWatts)
  const used = shipWatts === null ? null : shipWatts + boxWatts
  const belowLimit = used === null ? null : Math.max(0, limitWatts - used)
  const wishedReserve = (settings?.reserveKw ?? 0) * 1000
  const reserveWatts = Math.min(wishedReserve, belowLimit ?? wishedReserve)
  return {
    capacityWatts,
    limitWatts,
    generatorWatts: generatorLoadWatts,
    shipWatts,
    boxWatts,
    freeWatts: belowLimit === null ? null : belowLimit - reserveWatts,
    reserveWatts,
    aboveLimitWatts: Math.max(0, capacityWatts - Math.max(limitWatts, used ?? 0)),
  }
}

/** One line beside the tank. */
export type PictureMiner = {
  id: string
  name: string
  powerWatts: number | null
  state: 'on' | 'yielding' | 'problem' | 'off'
  /** Words after the name, where it does not just run. */
  note: string | null
}

/** Puts miners in the order in which they give way: as the owner set it, the others by least work for their power. */
export function yieldOrder<
  Miner extends { id: string; hashrateThs: number | null; powerWatts: number | null },
>(miners: readonly Miner[], order: readonly string[]): Miner[] {
  const rank = new Map(order.map((id, index) => [id, index]))
  const cost = ({ hashrateThs, powerWatts }: Miner) =>
    hashrateThs !== null && hashrateThs > 0 && powerWatts !== null ? powerWatts / hashrateThs : 0
  return miners.toSorted(
    (a, b) =>
      (rank.get(a.id) ?? order.length) - (rank.get(b.id) ?? order.length) ||
      cost(b) - cost(a) ||
      Number(a.id) - Number(b.id),
  )
}

/** At most `most` lines: what does not fit is the last, with the sum of its power. */
export function fitMiners(
  miners: readonly PictureMiner[],
  most: number,
): { shown: PictureMiner[]; rest: { count: number; powerWatts: number } | null } {
  if (miners.length <= most) return { shown: [...miners], rest: null }
  const shown = miners.slice(0, most - 1)
  const others = miners.slice(most - 1)
  return {
    shown,
    rest: { count: others.length, powerWatts: others.reduce((sum, one) => sum + (one.powerWatts ?? 0), 0) },
  }
}

/** Marks of an axis from 0 to the capacity: each tenth of a round number, and the numerals at every second. kW. */
export function axisMarks(capacityKw: number): { major: number[]; minor: number[]; step: number } {
  const rough = capacityKw / 4
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((one) => one >= rough) ?? size * 10
  const marks = (each: number) =>
    Array.from({ length: Math.floor(capacityKw / each + 1e-9) + 1 }, (_, index) => index * each)
  return { major: marks(step), minor: marks(step / 2), step }
}
