import type { LiveAge, LivePower, MinerChange, PowerChange } from '@shipminer/contract/live'
import type { Controller, Earnings, MinerLive, OverviewSummary } from '@shipminer/contract/mining'

/** A number is sent again when it moved by more than a share of what was sent, and by more than a least step. */
type Band = { share: number; step: number }

const minerBands = {
  hashrateThs: { share: 0.025, step: 0.02 },
  powerWatts: { share: 0.025, step: 10 },
  temperatureC: { share: 0, step: 1.2 },
  acceptedShares: { share: 0.05, step: 5 },
  rejectedShares: { share: 0.1, step: 1 },
} as const satisfies Partial<Record<keyof MinerLive, Band>>
/** How far the start of a miner, as its uptime tells it, may wander before it counts as another start. */
const restartSeconds = 90
const earningsBand: Band = { share: 0.005, step: 1 }
/** Of watts on board: a share of the generator, since that is the width of the picture. */
const generatorShare = 0.02
const leastWatts = 250
const moneyBand: Band = { share: 0.05, step: 5 }

/** Whether a person would see that `now` is not `sent`. */
function isNews(sent: number | null, now: number | null, { share, step }: Band): boolean {
  if (sent === null || now === null) return sent !== now
  return Math.abs(now - sent) > Math.max(step, Math.abs(sent) * share)
}

/** What is news of a miner against what was sent of it; null when nothing is but its age. `width` widens the bands for anyone who asks for less. */
export function minerNews<Sent extends MinerLive>(sent: Sent, now: Sent, width = 1): MinerChange | null {
  const { id, sampledAt, receivedAt } = now
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(now)) {
    if (name === 'sampledAt' || name === 'receivedAt') continue
    const before: unknown = sent[name as keyof Sent]
    if (name === 'uptimeSeconds' ? startsAnew(sent, now) : differs(name, before, value, width))
      changed[name] = value
  }
  const hasTime = (sent.sampledAt === null) === (sampledAt === null)
  return Object.keys(changed).length === 0 && hasTime ? null : { id, sampledAt, receivedAt, ...changed }
}

function differs(name: string, sent: unknown, now: unknown, width: number): boolean {
  const band = (minerBands as Partial<Record<string, Band>>)[name]
  if (band) {
    const wide = { share: band.share * width, step: band.step * width }
    return isNews(sent as number | null, now as number | null, wide)
  }
  return JSON.stringify(sent) !== JSON.stringify(now)
}

/** An uptime that grows with the time is no news; a page counts it on. */
function startsAnew(sent: MinerLive, now: MinerLive): boolean {
  const startOf = ({ sampledAt, uptimeSeconds }: MinerLive) =>
    sampledAt === null || uptimeSeconds === null ? null : sampledAt / 1000 - uptimeSeconds
  return isNews(startOf(sent), startOf(now), { share: 0, step: restartSeconds })
}

/** Whether a controller says something new. For one that reports, the ages of its miners carry the moment. */
export function isControllerNews(sent: Controller | undefined, now: Controller): boolean {
  if (sent?.status !== now.status) return true
  const timeless = (one: Controller) =>
    JSON.stringify(one.status === 'online' ? { ...one, lastSeenAt: null } : one)
  return timeless(sent) !== timeless(now)
}

/** Totals as they are to be sent: earnings that hardly grew stay what was sent. */
export function summaryToSend(sent: OverviewSummary, now: OverviewSummary): OverviewSummary {
  const earnings = (before: Earnings | null, after: Earnings | null) =>
    before !== null &&
    after !== null &&
    before.basis === after.basis &&
    (before.cents === null) === (after.cents === null) &&
    !isNews(before.sat, after.sat, earningsBand) &&
    !isNews(before.cents, after.cents, earningsBand)
      ? before
      : after
  return {
    ...now,
    totalEarningsToday: earnings(sent.totalEarningsToday, now.totalEarningsToday),
    totalEarningsMonth: earnings(sent.totalEarningsMonth, now.totalEarningsMonth),
  }
}

/** Of totals what is not as it was sent; null when all is. */
export function summaryNews(sent: OverviewSummary, now: OverviewSummary): Partial<OverviewSummary> | null {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof OverviewSummary]),
  )
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/**
 * What is news of a follower's report: a state at once, a number when the power picture would show it. Then all that differs is sent, so
 * that what adds up on board adds up on the page. Null when nothing is news.
 */
export function powerNews(sent: LivePower | undefined, now: LivePower): PowerChange | null {
  if (!sent) return now
  const watts: Band = {
    share: 0,
    step: Math.max(leastWatts, (now.sample.capacityWatts ?? 0) * generatorShare),
  }
  const isSeen = ([name, value]: [string, unknown]) => {
    if (name === 'at' || name === 'marketAgeSeconds') return false
    const before: unknown = sent.sample[name as keyof LivePower['sample']]
    if (typeof value !== 'number' || typeof before !== 'number') return before !== value
    if (name.endsWith('Watts')) return isNews(before, value, watts)
    if (name.endsWith('Percent')) return isNews(before, value, { share: 0, step: 1 })
    return name.includes('illicents') || name === 'fuelGramsPerHour'
      ? isNews(before, value, moneyBand)
      : before !== value
  }
  const values = Object.entries(now.sample)
  if (!values.some(isSeen)) return null
  const changed = values.filter(([name, value]) => value !== sent.sample[name as keyof LivePower['sample']])
  return { ...now, sample: Object.fromEntries(changed) }
}

/** Of a controller's miners a sample that is older than the newest by more than this many polls has stayed away. */
const lateAfterPolls = 1.5

/**
 * How old the values of one controller's miners are, in one figure: the oldest sample of those that keep up, so that no page shows a value
 * as younger than it is. Null where nothing keeps up.
 */
export function ageOf(
  miners: readonly Pick<MinerLive, 'id' | 'sampledAt'>[],
  pollIntervalMs: number,
): { at: number; late: ReadonlySet<string> } | null {
  const newest = miners.reduce((most, { sampledAt }) => Math.max(most, sampledAt ?? 0), 0)
  if (newest === 0) return null
  const inTime = ({ sampledAt }: { sampledAt: number | null }) =>
    sampledAt !== null && sampledAt >= newest - lateAfterPolls * pollIntervalMs
  const at = miners.reduce(
    (least, miner) => (inTime(miner) ? Math.min(least, miner.sampledAt ?? least) : least),
    newest,
  )
  return { at, late: new Set(miners.filter((miner) => !inTime(miner)).map(({ id }) => id)) }
}

/** What to send of the age of a controller's miners; null while it did not move. `from` is what was sent before. */
export function ageNews(
  from: number | null,
  miners: readonly Pick<MinerLive, 'id' | 'sampledAt'>[],
  pollIntervalMs: number,
): LiveAge | null {
  const age = ageOf(miners, pollIntervalMs)
  if (age === null || (from !== null && age.at <= from)) return null
  const not = miners.filter(
    ({ id, sampledAt }) => age.late.has(id) && from !== null && sampledAt !== null && sampledAt >= from,
  )
  return { from: from ?? age.at, at: age.at, ...(not.length > 0 ? { not: not.map(({ id }) => id) } : {}) }
}
