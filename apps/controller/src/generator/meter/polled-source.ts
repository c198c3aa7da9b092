import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from '../load-source.ts'
import { judgeFigures, MeterError, type MeterFigures } from './meter-figures.ts'
import { createIdentityLook, type OnIdentity } from './meter-identity.ts'

/** Between what the meter says of itself and the next reading at least, ms. */
const spareMs = 50
/** In less nobody answers, ms. */
const leastPauseMs = 20

/** A meter that has to be asked, again and again. Figures that are missing or cannot be right make no reading at all. */
export function createPolledSource(options: {
  kind: LoadSourceStatus['kind']
  /** For people, in a reading. */
  source: string
  /** The meter by its name; null where it has none. */
  presetName: () => string | null
  mostKw: number
  intervalMs: number
  /** Throws a `MeterError` where there are none. */
  readFigures: () => Promise<MeterFigures>
  /** Who the meter is, asked in the pause between two readings; null: it does not say. Throws a `MeterError` where it does not answer in that time. */
  readIdentity: (withinMs: number) => Promise<MeterIdentity | null>
  onIdentity?: OnIdentity | undefined
  close: () => void
  onReading: OnReading
  clock: Clock
  log: Logger
}): LoadSource {
  const { clock, log } = options
  const identity = createIdentityLook(options.onIdentity)
  let state: LoadSourceStatus['state'] = 'stopped'
  let detail: string | null = null
  let problem: LoadProblem | null = null
  let lastReadingAt: number | null = null
  /** Whether the meter has passed every check at least once since the start. */
  let isVerified = false
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function turn(): Promise<void> {
    const startedAt = clock.monotonic()
    const assessed = await readAssessed()
    if (state === 'stopped') return
    problem = 'problem' in assessed ? assessed.problem : null
    detail = 'error' in assessed ? assessed.error : null
    if ('reading' in assessed) {
      lastReadingAt = assessed.reading.arrivedAt
      isVerified = true
      if (state !== 'connected') identity.lineUp()
      state = 'connected'
      options.onReading(assessed.reading)
      await lookAtIdentity(startedAt + options.intervalMs - spareMs)
      if (hasStopped()) return
    } else {
      if (state === 'connected') log.warn({ cause: detail ?? problem?.code }, 'meter gives no reading')
      state = problem === null ? 'waiting' : 'refused'
    }
    const spentMs = clock.monotonic() - startedAt
    timer = setTimeout(
      () => {
        running = turn()
      },
      Math.max(50, options.intervalMs - spentMs),
    )
  }

  /** Over while the meter says who it is. */
  const hasStopped = () => state === 'stopped'

  /** Uses the pause until the next reading, and nothing else. */
  async function lookAtIdentity(until: number): Promise<void> {
    const now = clock.monotonic()
    const withinMs = until - now
    if (!identity.isDue(now) || withinMs < leastPauseMs) return
    try {
      identity.take(await options.readIdentity(withinMs), clock.monotonic())
    } catch (error) {
      if (!(error instanceof MeterError)) throw error
      identity.fail(clock.monotonic())
    }
  }

  async function readAssessed(): Promise<ReturnType<typeof judgeFigures> | { error: string }> {
    try {
      return judgeFigures(await options.readFigures(), options)
    } catch (error) {
      if (error instanceof MeterError) return { error: error.message }
      throw error
    }
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'connecting'
      running = turn()
    },
    status() {
      const name = options.presetName()
      const preset = name === null ? null : { name, isVerified }
      return { kind: options.kind, state, detail, problem, lastReadingAt, preset }
    },
    askIdentity: identity.askSoon,
    async stop() {
      state = 'stopped'
      if (timer !== null) clearTimeout(timer)
      options.close()
      await running
    },
  }
}
