import { createHash } from 'node:crypto'
import type { LoadReading } from '@shipminer/domain/generator/load/load-reading'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import type { Clock } from '../../platform/clock.ts'
import type { MeterWiring } from '../generator-settings.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from '../load-source.ts'
import type { OnIdentity } from './meter-identity.ts'
import type { MeterListener } from './open-meter.ts'

/** A meter that is tried beside the one in force: what it says, and whether it may be taken. */
export type MeterTrial = {
  meter: MeterWiring
  status: LoadSourceStatus
  /** Its newest reading; null: none yet. */
  reading: LoadReading | null
  ageMs: number | null
  /** It has passed its checks and reads a load now. */
  isProven: boolean
}

/** The meter in force, and at most one that is tried beside it. */
export type MeterSlot = {
  start(): void
  meter(): MeterWiring | null
  /** Of the wiring in force: what was found out about a meter counts for its wiring only. */
  key(): string
  status(): LoadSourceStatus | null
  /** What the meter in force said last, believed or not. */
  latest(): LoadReading | null
  /** Asks the meter in force soon who it is. */
  askIdentity(): void
  trial(): MeterTrial | null
  /** Opens another meter beside the one in force. What it says drives nothing. */
  try(meter: MeterWiring): Promise<void>
  drop(): Promise<void>
  /** Takes the tried meter in place of the one in force, if it is proven. Rejects when it could not be kept; then all is as before. */
  adopt(): Promise<boolean>
  stop(): Promise<void>
}

export const keyOfMeter = (meter: MeterWiring | null) =>
  createHash('sha256').update(JSON.stringify(meter)).digest('hex')

/** A reading that is older proves nothing, ms. */
const freshMs = 5_000
/** A meter that nobody decided about is let go, ms. */
const trialMs = 900_000

type Open = {
  meter: MeterWiring
  source: LoadSource
  latest: LoadReading | null
  identity: MeterIdentity | null
}

export function createMeterSlot(options: {
  meter: MeterWiring | null
  open: (meter: MeterWiring, listener: MeterListener) => LoadSource
  /** A reading of the meter in force. */
  onReading: OnReading
  /** The meter in force says who it is. */
  onIdentity: OnIdentity
  /** Writes the wiring down; resolves when it is on disk. */
  keep: (meter: MeterWiring) => Promise<void>
  /** Another meter is in force from now on, with this reading, and who it said that it is. */
  onSwapped: (reading: LoadReading, identity: MeterIdentity | null) => void
  clock: Clock
}): MeterSlot {
  const { clock } = options
  let inForce: Open | null = options.meter === null ? null : openMeter(options.meter)
  let tried: Open | null = null
  let letGo: NodeJS.Timeout | null = null
  /** What is written down about the panel is of the next meter already. */
  let isSwapping = false
  /** One change after the other. */
  let changing: Promise<unknown> = Promise.resolve()

  function openMeter(meter: MeterWiring): Open {
    const one: Open = {
      meter,
      latest: null,
      identity: null,
      source: options.open(meter, {
        onReading(reading) {
          one.latest = reading
          if (one === inForce && !isSwapping) options.onReading(reading)
        },
        onIdentity(identity) {
          one.identity = identity
          if (one === inForce && !isSwapping) options.onIdentity(identity)
        },
      }),
    }
    return one
  }

  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = changing.then(change)
    changing = result.catch(() => {})
    return result
  }

  async function dropNow(): Promise<void> {
    if (letGo !== null) clearTimeout(letGo)
    letGo = null
    const before = tried
    tried = null
    await before?.source.stop()
  }

  function trial(): MeterTrial | null {
    if (tried === null) return null
    const status = tried.source.status()
    const ageMs = tried.latest === null ? null : clock.monotonic() - tried.latest.arrivedAt
    return {
      meter: tried.meter,
      status,
      reading: tried.latest,
      ageMs,
      isProven:
        status.state === 'connected' &&
        status.preset?.isVerified === true &&
        ageMs !== null &&
        ageMs <= freshMs &&
        tried.latest?.generatorLoadKw != null,
    }
  }

  return {
    start: () => inForce?.source.start(),
    meter: () => inForce?.meter ?? null,
    key: () => keyOfMeter(inForce?.meter ?? null),
    status: () => inForce?.source.status() ?? null,
    latest: () => inForce?.latest ?? null,
    askIdentity: () => inForce?.source.askIdentity?.(),
    trial,
    try: (meter) =>
      inTurn(async () => {
        await dropNow()
        tried = openMeter(meter)
        tried.source.start()
        letGo = setTimeout(() => void inTurn(dropNow), trialMs)
        letGo.unref()
      }),
    drop: () => inTurn(dropNow),
    adopt: () =>
      inTurn(async () => {
        const next = tried
        const reading = next?.latest
        if (!next || !reading || trial()?.isProven !== true) return false
        isSwapping = true
        try {
          await options.keep(next.meter)
        } finally {
          isSwapping = false
        }
        const before = inForce
        inForce = next
        tried = null
        options.onSwapped(next.latest ?? reading, next.identity)
        await dropNow()
        await before?.source.stop()
        return true
      }),
    stop: () =>
      inTurn(async () => {
        await dropNow()
        await inForce?.source.stop()
      }),
  }
}
