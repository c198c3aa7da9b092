import type { FollowedDevice } from '../devices/followed-device.ts'
import type { Explanation } from '../explanation.ts'
import type { DeviceMemory } from '../law-state.ts'

/** How far miners moved between two calm stretches by their own account, and the meter with them, kW. */
export type MeterStep = { minersKw: number; meterKw: number }

/** Why a meter is doubted. */
export type MeterDoubt = 'too-little' | 'too-much' | 'unrelated'

/** The mean of some seconds from `at` on. */
type Bin = { at: number; kw: number; readings: number; newestAt: number }
/** The meter over a calm stretch. */
type Level = { kw: number; spreadKw: number }

/** Between two calm stretches: what there was before; null where that was not calm, or something else moved too. */
type Move = { from: number; before: { meter: Level; watts: ReadonlyMap<string, number> } | null }

/** What the box remembers of its meter and of its own starts and stops. */
export type MeterWatch = {
  bins: readonly Bin[]
  /** Since when the miners take the same, what each took then, and how those are that say nothing of it. */
  calm: { since: number; watts: ReadonlyMap<string, number>; silent: string }
  /** The newest command that was seen. */
  commandedAt: number
  move: Move | null
  /** The last steps, the oldest first, as long as none of them was followed. */
  strays: readonly MeterStep[]
}

type WatchInput = {
  now: number
  /** The newest reading, kW, and when it arrived; null: none that counts, or the miners are part of a trial. */
  reading: { kw: number; at: number } | null
  devices: readonly FollowedDevice[]
  memories: ReadonlyMap<string, Pick<DeviceMemory, 'lastCommand'>>
  law: Pick<Explanation, 'activity' | 'offReason'>
  /** How far the meter moved with a miner when it was checked, of what that took; null: not known. */
  checkedShare: number | null
}

/** How long miners have to take the same before and after, ms: each is read twice, and a slow meter has come to rest. */
const calmMs = 70_000
/** Of that the last part is compared, ms: the meter may be behind by the rest. */
const comparedMs = 40_000
/** A move that takes longer has too much of the ship in it, ms. */
const longestMoveMs = 480_000
const keptMs = longestMoveMs + 4 * calmMs
/** Less is lost in what the ship does all day, kW. */
const leastStepKw = 3
/** What miners may differ by and still take the same: kW, and a share of what they take. */
const sameKw = 0.3
const sameShare = 0.01
/** The step has to stand out from that, and the ship has to be calm: its unrest as a share of the step, and what noise alone makes, kW. */
const stepOverSame = 4
const mostSpreadShare = 0.1
const noiseKw = 0.3
const binMs = 5_000
const fewestBins = 3
/** How far the meter may go back on its way before the ship has moved too, as a share of the step, and in its own unrest. */
const mostBackShare = 0.15
const mostBackSpreads = 4
const mostBackNoiseKw = 2

/** The meter follows when it moves by what the miners do, less or more by this share. */
const followShare = 0.35
/** That many in a row, which agree within this, are no coincidence; or that many of any kind. */
const tooLittle = 5
const tooMuch = 8
const unrelated = 12
const agreeShare = 0.3

export const newMeterWatch = (strays: readonly MeterStep[] = []): MeterWatch => ({
  bins: [],
  calm: { since: Number.POSITIVE_INFINITY, watts: new Map(), silent: '' },
  commandedAt: Number.NEGATIVE_INFINITY,
  move: null,
  strays,
})

/**
 * Takes one turn of the follower. What counts is a start, or a rest that the ship did not ask for, between two calm stretches: a ship that asks for power
 * moves the meter the other way at the same time. Pure.
 */
export function watchMeter(before: MeterWatch, input: WatchInput): MeterWatch {
  const { now, reading, devices, memories, law } = input
  const calmNow = { since: now, watts: wattsOf(devices), silent: silentOf(devices) }
  const commandedAt = Math.max(
    before.commandedAt,
    ...devices.map(({ id }) => memories.get(id)?.lastCommand?.at ?? before.commandedAt),
  )
  if (reading === null) return { ...before, bins: [], calm: calmNow, commandedAt, move: null }
  const bins = withReading(before.bins, reading)
  const next = { ...before, bins, commandedAt }
  if (calmNow.silent !== before.calm.silent) return { ...next, calm: calmNow, move: null }
  const isCommanded = commandedAt > before.commandedAt
  const isSame = isAlike(calmNow.watts, before.calm.watts)

  if (before.move === null) {
    if (isCommanded)
      return { ...next, calm: calmNow, move: beginMove(before, bins, commandedAt, isSame && !spoils(law)) }
    return isSame ? next : { ...next, calm: calmNow }
  }
  const move =
    spoils(law) || now - before.move.from > longestMoveMs ? { ...before.move, before: null } : before.move
  if (isCommanded || !isSame) return { ...next, calm: calmNow, move }
  const { since } = before.calm
  const isCalm = devices.every(
    (device) => !device.isReachable || !isKnown(device) || device.observedAt >= since + calmMs,
  )
  if (!isCalm || now < since + calmMs) return { ...next, move }
  const step = stepOf(move, calmNow.watts, bins, since + calmMs, { devices, memories })
  if (step === null) return { ...next, move: null }
  return {
    ...next,
    move: null,
    strays: isFollowed(step, input.checkedShare) ? [] : [...before.strays, step].slice(-unrelated),
  }
}

/** Whether steps that were not followed are enough to doubt the meter. */
export function meterDoubt(strays: readonly MeterStep[]): MeterDoubt | null {
  const shares = strays.map(shareOf)
  const little = shares.slice(-tooLittle)
  if (little.length >= tooLittle && little.every((share) => share < 1) && agree(little)) return 'too-little'
  const much = shares.slice(-tooMuch)
  if (much.length >= tooMuch && much.every((share) => share > 1) && agree(much)) return 'too-much'
  return shares.length >= unrelated ? 'unrelated' : null
}

const shareOf = ({ minersKw, meterKw }: MeterStep) => meterKw / minersKw

function agree(shares: readonly number[]): boolean {
  const most = Math.max(...shares)
  return most - Math.min(...shares) <= agreeShare * Math.max(1, most)
}

/** By what the check found the meter may have been a little off from the first day. */
function isFollowed(step: MeterStep, checkedShare: number | null): boolean {
  const share = shareOf(step)
  const checked = checkedShare ?? 1
  return (
    share >= (1 - followShare) * Math.min(1, checked) && share <= (1 + followShare) * Math.max(1, checked)
  )
}

/** The ship asks for power, or its supply is not what it was. */
const spoils = ({ activity, offReason }: WatchInput['law']): boolean =>
  activity === 'shedding' || activity === 'waiting' || (offReason !== null && offReason !== 'quiet-hours')

function withReading(bins: readonly Bin[], { kw, at }: { kw: number; at: number }): readonly Bin[] {
  const last = bins.at(-1)
  if (last === undefined || at >= last.at + binMs)
    return [...bins.filter((bin) => at - bin.at < keptMs), { at, kw, readings: 1, newestAt: at }]
  if (at <= last.newestAt) return bins
  const readings = last.readings + 1
  return [...bins.slice(0, -1), { ...last, kw: last.kw + (kw - last.kw) / readings, readings, newestAt: at }]
}

/** It says what it takes; or it slept when it was last seen, and sleeps on or has no power. */
const isKnown = ({ isReachable, mode, measuredPowerWatts: watts }: FollowedDevice): boolean =>
  watts !== null && (isReachable || mode === 'asleep')

/** What each miner says that it takes, W; those of which that is not known are left out. */
const wattsOf = (devices: readonly FollowedDevice[]): ReadonlyMap<string, number> =>
  new Map(
    devices
      .filter(isKnown)
      .map(({ id, measuredPowerWatts }): [string, number] => [id, measuredPowerWatts ?? 0]),
  )

/** One that was seen to fall asleep has no figure until it is read the next time; it takes next to nothing by then. */
const isResting = ({ isReachable, mode }: FollowedDevice): boolean => isReachable && mode === 'asleep'

/** Those that are left out: as long as they stay as they are, they count as a part of the ship. */
const silentOf = (devices: readonly FollowedDevice[]): string =>
  devices
    .filter((device) => !isKnown(device) && !isResting(device))
    .map(({ id, isReachable, mode, isHashing }) => `${id} ${isReachable ? `${mode} ${isHashing}` : 'away'}`)
    .join('\n')

const total = (watts: ReadonlyMap<string, number>) =>
  [...watts.values()].reduce((sum, one) => sum + one, 0) / 1_000

/** What miners that take so much may differ by, kW. */
const alikeKw = (kw: number) => Math.max(sameKw, sameShare * kw)

function isAlike(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  const [oneKw, otherKw] = [total(one), total(other)]
  return one.size === other.size && Math.abs(oneKw - otherKw) <= alikeKw(Math.max(oneKw, otherKw))
}

function beginMove({ calm }: MeterWatch, bins: readonly Bin[], from: number, isCalm: boolean): Move {
  const meter = isCalm && from - calm.since >= calmMs ? levelAt(bins, from) : null
  return { from, before: meter === null ? null : { meter, watts: calm.watts } }
}

function levelAt(bins: readonly Bin[], until: number): Level | null {
  const those = bins
    .filter(({ at, newestAt }) => at > until - comparedMs && newestAt <= until)
    .map((bin) => bin.kw)
  if (those.length < fewestBins) return null
  const kw = those.reduce((sum, one) => sum + one, 0) / those.length
  const squares = those.reduce((sum, one) => sum + (one - kw) ** 2, 0)
  return { kw, spreadKw: Math.sqrt(squares / those.length) }
}

/** How far the meter went back on its way from the one level to the other, kW. */
function wentBackKw(bins: readonly Bin[], from: number, until: number, movedKw: number): number {
  const direction = movedKw < 0 ? -1 : 1
  let furthest = Number.NEGATIVE_INFINITY
  let back = 0
  for (const { at, newestAt, kw } of bins) {
    if (at <= from - comparedMs || newestAt > until) continue
    furthest = Math.max(furthest, direction * kw)
    back = Math.max(back, furthest - direction * kw)
  }
  return back
}

/** The step that a move came to; null where it says nothing. */
function stepOf(
  { from, before }: Move,
  watts: ReadonlyMap<string, number>,
  bins: readonly Bin[],
  until: number,
  { devices, memories }: Pick<WatchInput, 'devices' | 'memories'>,
): MeterStep | null {
  const after = levelAt(bins, until)
  if (before === null || after === null) return null
  const [beforeKw, afterKw] = [total(before.watts), total(watts)]
  const minersKw = afterKw - beforeKw
  const leastKw = Math.max(leastStepKw, stepOverSame * alikeKw(Math.max(beforeKw, afterKw)))
  const spreadKw = Math.max(before.meter.spreadKw, after.spreadKw)
  if (Math.abs(minersKw) < leastKw || spreadKw > mostSpreadShare * Math.abs(minersKw) + noiseKw) return null
  const meterKw = after.kw - before.meter.kw
  const mostBackKw =
    mostBackShare * Math.abs(minersKw) + Math.min(mostBackSpreads * spreadKw, mostBackNoiseKw)
  if (wentBackKw(bins, from, until, meterKw) > mostBackKw) return null
  // One that moved without a command did so for a reason that the ship may share.
  const isOwn = devices.every(({ id }) => {
    const movedKw = Math.abs((watts.get(id) ?? 0) - (before.watts.get(id) ?? 0)) / 1_000
    return movedKw <= sameKw || (memories.get(id)?.lastCommand?.at ?? Number.NEGATIVE_INFINITY) >= from
  })
  return isOwn ? { minersKw, meterKw } : null
}
