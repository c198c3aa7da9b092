import type { LoadProblem } from '@shipminer/domain/generator/load/judge-load'
import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from '../load-source.ts'
import { judgeFigures, MeterError } from '../meter/meter-figures.ts'
import { type Broker, type MqttLine, openMqttLine } from './mqtt-line.ts'
import { createTopicBook, type TopicMeter, topicsOf } from './topic-figures.ts'

/** Reads the load from topics of a broker. What the broker only remembers (retained) is history and no reading. */
export function createTopicSource(options: {
  kind: 'mqtt' | 'victron-mqtt'
  name: string
  broker: Broker
  meter: TopicMeter
  mostKw: number
  maxAgeMs: number
  /** What is sent over the line at every connection, and every second from then on. */
  greet?: (line: MqttLine) => void
  ask?: (line: MqttLine) => void
  /**
   * Another topic, that says what feeds the ship; null: that is not known. `isNeeded`: the meter measures whatever feeds it, so without a
   * word of it that is not older than a figure may be nothing is believed. Otherwise what is not known is the generator.
   */
  supply?: { topic: string; read: (text: string) => PowerSource | null; isNeeded: boolean }
  /** Further topics, by which the meter says who it is. */
  about?: { topics: readonly string[]; take: (topic: string, text: string) => void }
  onReading: OnReading
  clock: Clock
  log: Logger
}): LoadSource {
  const { clock, log, kind, name } = options
  const book = createTopicBook(options.meter, options.maxAgeMs)
  let state: LoadSourceStatus['state'] = 'stopped'
  let detail: string | null = null
  let problem: LoadProblem | null = null
  let lastReadingAt: number | null = null
  let isVerified = false
  let supplied: { by: PowerSource | null; at: number } = { by: null, at: Number.NEGATIVE_INFINITY }
  let line: MqttLine | null = null
  let opening: Promise<void> = Promise.resolve()
  let second: NodeJS.Timeout | null = null

  /** What feeds the ship; null where that has to be known and is not. */
  function powerSource(now: number): PowerSource | null {
    if (!options.supply?.isNeeded) return supplied.by ?? 'generator'
    return now - supplied.at <= options.maxAgeMs ? supplied.by : null
  }

  function judge(): void {
    try {
      const now = clock.monotonic()
      const source = powerSource(now)
      const figures = book.figures(now)
      const assessed =
        source === null
          ? { problem: { code: 'supply-unknown' as const } }
          : judgeFigures(
              { ...figures, powerSource: source },
              { mostKw: options.mostKw, source: `${kind === 'mqtt' ? 'MQTT' : 'Victron'} ${name}` },
            )
      problem = 'problem' in assessed ? assessed.problem : null
      detail = null
      state = problem === null ? 'connected' : 'refused'
      if (!('reading' in assessed)) return
      isVerified = true
      lastReadingAt = assessed.reading.arrivedAt
      options.onReading(assessed.reading)
    } catch (error) {
      if (!(error instanceof MeterError)) throw error
      problem = null
      detail = error.message
      state = 'silent'
    }
  }

  /** Every second: asks for the figures where the broker wants to be asked, and notices that none come. */
  function look(): void {
    if (line === null || !line.isConnected()) return
    options.ask?.(line)
    const isQuiet = lastReadingAt === null || clock.monotonic() - lastReadingAt > options.maxAgeMs
    if (isQuiet && state !== 'refused') judgeSilence()
  }
  function judgeSilence(): void {
    try {
      book.figures(clock.monotonic())
    } catch (error) {
      detail = errorText(error)
      state = 'silent'
    }
  }

  async function open(): Promise<void> {
    const opened = await openMqttLine({
      broker: options.broker,
      topics: [
        ...topicsOf(options.meter),
        ...(options.supply ? [options.supply.topic] : []),
        ...(options.about?.topics ?? []),
      ],
      onConnected() {
        if (state === 'stopped') return
        log.info({ kind, name }, 'broker connected')
        if (line !== null) greet(line)
        state = 'silent'
        detail = null
      },
      onLost(cause) {
        if (state === 'stopped') return
        if (state === 'connected') log.warn({ cause }, 'broker lost')
        book.clear()
        state = 'waiting'
        detail = cause
      },
      onMessage({ topic, text, isRetained }) {
        if (state === 'stopped') return
        // What feeds the ship is a state: a remembered one is still valid.
        if (topic === options.supply?.topic)
          supplied = { by: options.supply.read(text), at: clock.monotonic() }
        if (!isRetained && options.about?.topics.includes(topic)) options.about.take(topic, text)
        if (!isRetained && book.take(topic, text, clock.monotonic())) judge()
      },
    })
    if (state === 'stopped') return opened.stop()
    line = opened
    if (opened.isConnected()) greet(opened)
  }
  function greet(opened: MqttLine): void {
    options.greet?.(opened)
    options.ask?.(opened)
  }

  return {
    start() {
      if (state !== 'stopped') return
      state = 'connecting'
      second = setInterval(look, 1_000)
      opening = open().catch((error: unknown) => {
        log.error({ cause: errorText(error) }, 'the line to the broker could not be opened')
        state = 'waiting'
        detail = errorText(error)
      })
    },
    status: () => ({ kind, state, detail, problem, lastReadingAt, preset: { name, isVerified } }),
    async stop() {
      state = 'stopped'
      if (second !== null) clearInterval(second)
      await opening
      await line?.stop()
    },
  }
}
