import { statfs } from 'node:fs/promises'
import { freemem, loadavg, release, totalmem } from 'node:os'
import {
  type BoardAnswer,
  type boardParts,
  mostBoardBytes,
  mostBoardFacts,
  mostBoardLines,
  mostBoardMiners,
} from '@shipminer/contract/board-answer'
import type { ControllerConfig } from '../config.ts'
import { factsOf, withoutSecrets } from '../platform/facts.ts'
import type { LogLine } from '../platform/log-tail.ts'
import type { ControllerStatus } from './status.ts'

/** What the box says of itself to shore: its versions, settings, memory, meter, the last answers of its miners and the last lines of its log. */
export async function boardAnswer(known: {
  status: ControllerStatus
  config: ControllerConfig
  /** Where miners are looked for, in words. */
  ranges: readonly string[]
  lines: readonly LogLine[]
  /** How far the box's own clock is behind that of shore, ms. */
  behindMs: number
}): Promise<BoardAnswer> {
  const { status, config, ranges, lines, behindMs } = known
  const free = await statfs(config.dataDir).catch(() => null)
  const parts: Record<(typeof boardParts)[number], unknown> = {
    versions: {
      controller: status.version,
      node: process.versions.node,
      system: `${process.platform} ${release()} ${process.arch}`,
      startedAt: new Date(status.startedAt).toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      freeMemoryBytes: freemem(),
      totalMemoryBytes: totalmem(),
      load: loadavg()[0]?.toFixed(2) ?? null,
      freeDiskBytes: free === null ? null : free.bavail * free.bsize,
    },
    settings: { ...settingsOf(config), SCAN_RANGES: ranges.join(', ') || null },
    line: { ...status.uplink, enrolment: status.enrolment, search: status.scan },
    spool: status.spool,
    power: status.power,
    rules: status.rules,
    update: status.update,
  }
  return fitting({
    madeAt: Math.round(status.madeAt),
    parts: Object.entries(parts).map(([part, value]) => ({ part, facts: factsOf(value, mostBoardFacts) })),
    minerCount: status.devices.length,
    miners: status.devices.slice(0, mostBoardMiners).map(({ key, ...device }) => ({
      key,
      facts: factsOf(device, 20),
    })),
    log: lines.slice(-mostBoardLines).map(({ at, level, message, fields }) => ({
      at: Math.round(at + behindMs),
      level,
      text: [withoutSecrets(message), ...factsOf(fields, 12).map(({ name, value }) => `${name}=${value}`)]
        .join(' ')
        .slice(0, 500),
    })),
  })
}

/** Settings that open nothing, by name: one that is added is not shown before somebody has thought about it. */
function settingsOf(config: ControllerConfig): Record<string, unknown> {
  const { serverUrl, deviceLogins, generatorFile, releaseKey } = config
  return {
    SERVER_URL: new URL(serverUrl).origin,
    SCAN_INTERVAL_MS: config.scanIntervalMs,
    POLL_INTERVAL_MS: config.pollIntervalMs,
    POLL_CONCURRENCY: config.pollConcurrency,
    DEVICE_TIMEOUT_MS: config.deviceTimeoutMs,
    SPOOL_MAX_BYTES: config.spoolMaxBytes,
    STATUS_HOST: config.statusHost,
    STATUS_PORT: config.statusPort,
    UPDATE_REPORT_MS: config.updateReportMs,
    LOG_LEVEL: config.logLevel,
    // Whether there is one is enough.
    DEVICE_FILE: deviceLogins !== null,
    GENERATOR_FILE: generatorFile !== null,
    RELEASES: releaseKey !== null,
  }
}

/** As much as may travel: the newest lines of the log stay longest, after them the first miners. */
function fitting(answer: BoardAnswer): BoardAnswer {
  const { miners, log, ...rest } = answer
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1
  let left = mostBoardBytes - bytes({ ...rest, miners: [], log: [] })
  const take = <Item>(items: readonly Item[]): Item[] =>
    items.filter((item) => {
      left -= bytes(item)
      return left >= 0
    })
  const lines = take(log.toReversed()).reverse()
  return { ...rest, miners: take(miners), log: lines }
}
