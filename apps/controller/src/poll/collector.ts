import { type CommandReport, CommandReportSchema } from '@shipminer/contract/control'
import {
  type EnvironmentSample,
  EnvironmentSampleSchema,
  type PowerEvent,
  PowerEventSchema,
} from '@shipminer/contract/power/environment'
import { type Sample, SampleSchema } from '@shipminer/contract/telemetry'
import {
  type BoardEvent,
  BoardEventSchema,
  type DeviceReport,
  DeviceReportSchema,
} from '@shipminer/contract/uplink'
import type { Logger } from '../platform/logger.ts'
import type { SpoolDraft } from '../spool/spool-types.ts'
import type { CounterTotals } from './counters.ts'

/** Bounds of one batch on the wire. */
const LARGEST_BATCH = {
  samples: 1_000,
  devices: 500,
  events: 100,
  commands: 500,
  environment: 500,
  powerEvents: 500,
}

export type Collector = {
  /**
   * `totals` travel with the sample into the same write, so that a delta is neither lost nor counted twice. `isRemembered`: it is counted since
   * totals of an earlier run.
   */
  addSample(sample: Sample, totals: CounterTotals, options?: { isRemembered: boolean }): void
  addReport(report: DeviceReport): void
  addEvent(event: BoardEvent): void
  addCommand(report: CommandReport): void
  addEnvironment(sample: EnvironmentSample): void
  addPowerEvent(event: PowerEvent): void
  /** Hands over what is there now; resolves when it is on disk or dropped. */
  flush(): Promise<void>
}

/** Gathers what comes within a short window into one batch: one flush to disk instead of one for each device. */
export function createCollector(options: {
  append: (draft: SpoolDraft<CounterTotals>) => Promise<number | null>
  windowMs: number
  log: Logger
}): Collector {
  const { append, windowMs, log } = options
  let samples: Sample[] = []
  let totals = new Map<string, CounterTotals>()
  let remembered = new Set<string>()
  let devices: DeviceReport[] = []
  let events: BoardEvent[] = []
  let commands: CommandReport[] = []
  let environment: EnvironmentSample[] = []
  let powerEvents: PowerEvent[] = []
  let timer: NodeJS.Timeout | null = null

  function noteChange(): void {
    timer ??= setTimeout(() => void flush(), windowMs)
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const drafts: SpoolDraft<CounterTotals>[] = []
    const listWaiting = () => [samples, devices, events, commands, environment, powerEvents]
    while (listWaiting().some((list) => list.length > 0)) {
      const part = samples.splice(0, LARGEST_BATCH.samples)
      const carry: Record<string, CounterTotals> = {}
      for (const { deviceKey } of part) {
        const value = totals.get(deviceKey)
        if (value !== undefined) carry[deviceKey] = value
      }
      const old = [...new Set(part.map(({ deviceKey }) => deviceKey))].filter((key) => remembered.delete(key))
      drafts.push({
        samples: part,
        devices: devices.splice(0, LARGEST_BATCH.devices),
        events: events.splice(0, LARGEST_BATCH.events),
        ...(commands.length > 0 ? { commands: commands.splice(0, LARGEST_BATCH.commands) } : {}),
        ...(environment.length > 0 ? { environment: environment.splice(0, LARGEST_BATCH.environment) } : {}),
        ...(powerEvents.length > 0 ? { powerEvents: powerEvents.splice(0, LARGEST_BATCH.powerEvents) } : {}),
        carry,
        ...(old.length > 0 ? { remembered: old } : {}),
      })
    }
    samples = []
    devices = []
    events = []
    commands = []
    environment = []
    powerEvents = []
    totals = new Map()
    remembered = new Set()
    await Promise.all(drafts.map(append))
  }

  return {
    addSample(sample, sampleTotals, { isRemembered } = { isRemembered: false }) {
      const parsed = SampleSchema.safeParse(sample)
      if (!parsed.success) {
        log.error(
          { deviceKey: sample.deviceKey, issues: parsed.error.issues },
          'sample breaks the contract and is left out',
        )
        return
      }
      samples.push(parsed.data)
      totals.set(sample.deviceKey, sampleTotals)
      if (isRemembered) remembered.add(sample.deviceKey)
      noteChange()
    },
    addReport(report) {
      const sendable = readAs(DeviceReportSchema, report, 'device report')
      if (sendable === null) return
      devices.push(sendable)
      noteChange()
    },
    addEvent(event) {
      const same = events.find(({ kind, deviceKey }) => kind === event.kind && deviceKey === event.deviceKey)
      // A long full disk says the same thing many times over.
      if (same !== undefined && event.kind === 'spool-dropped')
        same.count = (same.count ?? 0) + (event.count ?? 0)
      else if (same === undefined || event.kind !== 'spool-full')
        take(events, BoardEventSchema, event, 'event')
      noteChange()
    },
    addCommand(report) {
      take(commands, CommandReportSchema, report, 'command report')
      noteChange()
    },
    addEnvironment(sample) {
      take(environment, EnvironmentSampleSchema, sample, 'power sample')
      noteChange()
    },
    addPowerEvent(event) {
      take(powerEvents, PowerEventSchema, event, 'power event')
      noteChange()
    },
    flush,
  }

  function take<Row>(list: Row[], schema: RowSchema<Row>, row: Row, what: string): void {
    const sendable = readAs(schema, row, what)
    if (sendable !== null) list.push(sendable)
  }

  /** A row as the contract reads it: text clean and bounded, impossible figures unknown. Null: the server could not read it either. */
  function readAs<Row>(schema: RowSchema<Row>, row: Row, what: string): Row | null {
    const parsed = schema.safeParse(row)
    if (!parsed.success) log.error({ what, row }, 'breaks the contract and is left out')
    return parsed.data ?? null
  }
}

type RowSchema<Row> = { safeParse(value: unknown): { success: boolean; data?: Row | undefined } }
