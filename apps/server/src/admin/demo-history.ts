import type { EnvironmentSample, PowerEvent } from '@shipminer/contract/power/environment'
import type { Sample } from '@shipminer/contract/telemetry'
import type { Batch } from '@shipminer/contract/uplink'

/** What the demonstration's past is made of: pure functions of the time, so that the same ship always has the same year. */
export type DemoMiner = { deviceKey: string; expectedGhs: number; ratedWatts: number; isSolo: boolean }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The last day is fine, the last month by the hour, the year before it in quarters of a day: charts show no more than that. */
const finest = { forMs: 26 * hourMs, stepMs: 5 * minuteMs }
const steps = [finest, { forMs: 31 * dayMs, stepMs: hourMs }, { forMs: 390 * dayMs, stepMs: 6 * hourMs }]

/** When the ship asked for more, hours before the end, and for how many minutes. */
const manoeuvres = [
  { hoursAgo: 21.9, minutes: 20 },
  { hoursAgo: 19.8, minutes: 25 },
  { hoursAgo: 8.6, minutes: 20 },
  { hoursAgo: 5.4, minutes: 30 },
  { hoursAgo: 2.7, minutes: 20 },
]
/** When nothing could be measured, hours before the end. */
const silence = { fromHoursAgo: 12.4, toHoursAgo: 11.7 }

/** Noise between -1 and 1 that depends on nothing but its place. */
function noise(place: number): number {
  const wave = Math.sin(place * 12.9898) * 43_758.5453
  return (wave - Math.floor(wave)) * 2 - 1
}

/** What the ship itself takes at a time, W: more by day, under way, and while it manoeuvres. */
function shipWattsAt(at: number, isManoeuvring: boolean): number {
  const hour = (at % dayMs) / hourMs
  const day = Math.floor(at / dayMs)
  const rests = day % 7 === 6 || hour < 5 || hour > 20
  const base = rests ? 12_000 : 19_500 + 3_000 * Math.sin(((hour - 5) / 15) * Math.PI)
  const extra = isManoeuvring ? 24_000 : 0
  return Math.round(base + extra + noise(at / minuteMs) * 900 + noise(day) * 600)
}

function isManoeuvre(at: number, endAt: number): boolean {
  return manoeuvres.some(({ hoursAgo, minutes }) => {
    const from = endAt - hoursAgo * hourMs
    return at >= from && at < from + minutes * minuteMs
  })
}

function isSilent(at: number, endAt: number): boolean {
  const ago = (endAt - at) / hourMs
  return ago < silence.fromHoursAgo && ago > silence.toHoursAgo
}

/** The times of all steps up to `endAt`, oldest first. */
function timesUntil(endAt: number): { at: number; stepMs: number }[] {
  const times: { at: number; stepMs: number }[] = []
  for (const [index, { forMs, stepMs }] of steps.entries()) {
    const until = endAt - (steps[index - 1]?.forMs ?? 0)
    for (let at = Math.floor(until / stepMs) * stepMs; at > endAt - forMs; at -= stepMs)
      times.push({ at, stepMs })
  }
  return times.sort((a, b) => a.at - b.at)
}

/** Units of difficulty that a billion hashes are worth, in thousandths. */
const milliPerGh = 1e12 / 2 ** 32

/** The past of a ship up to `endAt` as batches that a controller would have sent. The first three miners are those that give way first. */
export function demoBatches(miners: readonly DemoMiner[], endAt: number, firstSeq: number): Batch[] {
  const capacityWatts = 80_000
  const allowedWatts = capacityWatts * 0.85 - 6_000
  const byDay = new Map<
    number,
    { samples: Sample[]; environment: EnvironmentSample[]; powerEvents: PowerEvent[] }
  >()
  let hadManoeuvre = false
  for (const { at, stepMs } of timesUntil(endAt)) {
    if (isSilent(at, endAt)) continue
    const isManoeuvring = stepMs === finest.stepMs && isManoeuvre(at, endAt)
    const day = Math.floor(at / dayMs)
    const part = byDay.get(day) ?? { samples: [], environment: [], powerEvents: [] }
    byDay.set(day, part)
    const shipWatts = shipWattsAt(at, isManoeuvring)
    let miningWatts = 0
    for (const [index, miner] of miners.entries()) {
      const yields = isManoeuvring && index < 3
      const sample = demoSample(miner, { at, stepMs, yields, place: index })
      miningWatts += sample.powerWatts ?? 0
      part.samples.push(sample)
      if (index < 3 && isManoeuvring !== hadManoeuvre)
        part.powerEvents.push({
          at: at - stepMs,
          kind: isManoeuvring ? 'curtailed' : 'restored',
          deviceKey: miner.deviceKey,
          watts: miner.ratedWatts,
        })
    }
    // What a quick firmware shows: the step is over the limit for a few seconds.
    const isStep = isManoeuvring && !hadManoeuvre
    const tookMs = 2_500 + 500 * (Math.floor(at / stepMs) % 12)
    if (isStep)
      part.powerEvents.push(
        { at: at - stepMs, kind: 'overload', deviceKey: null, watts: 2_000 },
        { at: at - stepMs + tookMs, kind: 'gave-way', deviceKey: null, watts: 9_000, tookMs },
      )
    hadManoeuvre = isManoeuvring
    const curtailed = isManoeuvring ? miners.slice(0, 3) : []
    part.environment.push({
      at,
      periodSeconds: stepMs / 1000,
      state: isManoeuvring ? 'curtailed' : 'free',
      capacityWatts,
      generatorLoadWatts: shipWatts + miningWatts,
      shipLoadWatts: shipWatts,
      miningLoadWatts: miningWatts,
      allowedMiningWatts: allowedWatts - shipWatts,
      curtailedDevices: curtailed.length,
      curtailedWatts: curtailed.reduce((sum, { ratedWatts }) => sum + ratedWatts, 0),
      disobedientDevices: 0,
      meanLoadPercent: null,
      meanLimitPercent: 70,
      heldBackBy: null,
      worth: null,
      costMillicentsPerKwh: null,
      earnsMillicentsPerKwh: null,
      marketAgeSeconds: null,
      fuelGramsPerHour: null,
      fuelMillicentsPerHour: null,
      minimumLoad: null,
      overLimitMs: isStep ? tookMs : 0,
      overCapacityMs: 0,
    })
  }
  return [...byDay.values()].map((part, index) => ({
    seq: firstSeq + index,
    devices: [],
    events: [],
    ...part,
  }))
}

function demoSample(
  { deviceKey, expectedGhs, ratedWatts, isSolo }: DemoMiner,
  { at, stepMs, yields, place }: { at: number; stepMs: number; yields: boolean; place: number },
): Sample {
  const periodSeconds = stepMs / 1000
  const wobble = 1 + noise(at / minuteMs + place * 17) * 0.008
  const hashrateGhs = yields ? 0 : Math.round(expectedGhs * wobble)
  const work = hashrateGhs * periodSeconds
  const warmth = 600 + place * 15 + Math.round(Math.sin((at / dayMs) * 2 * Math.PI) * 15)
  return {
    deviceKey,
    sampledAt: at,
    periodSeconds,
    state: yields ? 'sleeping' : 'mining',
    hashrateGhs,
    powerWatts: yields ? 20 : Math.round(ratedWatts * wobble),
    temperatureDeciC: yields ? 400 : warmth,
    uptimeSeconds: null,
    acceptedShares: Math.round(work / 4_000_000),
    rejectedShares: 0,
    staleShares: 0,
    // A solo miner finds no share that a pool would count.
    acceptedDifficultyMilli: isSolo ? null : Math.round(work * milliPerGh),
    flags: [],
  }
}

/** What the pool paid for each day, and what the provider passed on each Monday: the owner's three quarters of the week before. */
export function demoPayments(grossSatPerDay: number, endAt: number) {
  const firstDay = Math.floor((endAt - 389 * dayMs) / dayMs)
  const lastDay = Math.floor(endAt / dayMs) - 1
  const receipts: { at: number; amountSat: number }[] = []
  const payouts: { at: number; amountSat: number }[] = []
  let unpaidSat = 0
  for (let day = firstDay; day <= lastDay; day++) {
    const amountSat = Math.round(grossSatPerDay * (0.97 + noise(day * 3) * 0.05))
    receipts.push({ at: (day + 1) * dayMs + 2 * hourMs, amountSat })
    unpaidSat += Math.floor((amountSat * 3) / 4)
    // 1 January 1970 was a Thursday.
    const isMonday = (day + 1 + 3) % 7 === 0
    if (!isMonday || day === lastDay) continue
    payouts.push({ at: (day + 1) * dayMs + 9 * hourMs, amountSat: unpaidSat })
    unpaidSat = 0
  }
  return {
    receipts: receipts.filter(({ at }) => at < endAt),
    payouts: payouts.filter(({ at }) => at < endAt),
  }
}
