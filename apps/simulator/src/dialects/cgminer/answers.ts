import { poolNumber, sortByNumber } from '../../cgminer-api/pool-writes.ts'
import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { poolUrl } from '../../device/pools.ts'
import { percent, round2, sumPools } from '../../device/readings.ts'
import type { UnitView } from '../../device/unit.ts'
import type { CgminerTraits } from '../../models/model.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'

/** The program that is played. */
export const PROGRAM = { description: 'cgminer 4.11.1', version: '4.11.1', api: '3.7' } as const

const READ_COMMANDS = new Set([
  ...[
    'version',
    'config',
    'summary',
    'pools',
    'devs',
    'edevs',
    'devdetails',
    'stats',
    'estats',
    'coin',
    'notify',
  ],
  ...['asccount', 'check'],
])

function traitsOf(view: UnitView): CgminerTraits {
  const { traits } = view.model
  if (traits.dialect !== 'cgminer') throw new Error(`${view.model.name} does not speak the cgminer dialect`)
  return traits
}

/** Rates in MH/s over the windows that the program keeps. */
function rates(view: UnitView): ReplyRow {
  const { state } = view
  const seconds = Math.max(1, Math.floor(view.uptimeMs / 1000))
  return {
    'MHS av': round2((state.terahashes * 1e6) / seconds),
    'MHS 5s': round2(state.rateThs * 1e6),
    'MHS 1m': round2(state.averages.m1 * 1e6),
    'MHS 5m': round2(state.averages.m5 * 1e6),
    'MHS 15m': round2(state.averages.m15 * 1e6),
  }
}

const hardwareErrors = (view: UnitView) => view.state.hardwareErrors.reduce((sum, count) => sum + count, 0)

/** `version`. */
export const versionReply = (): Reply =>
  replyRows(22, 'CGMiner versions', 'VERSION', [{ CGMiner: PROGRAM.version, API: PROGRAM.api }])

/** `config`. */
export const configReply = (view: UnitView): Reply =>
  replyRows(33, 'CGMiner config', 'CONFIG', [
    {
      'ASC Count': 1,
      'PGA Count': 0,
      'Pool Count': view.pools.length,
      Strategy: 'Failover',
      'Log Interval': 5,
      'Device Code': `${traitsOf(view).deviceName} `,
      OS: 'Linux',
      Hotplug: 5,
    },
  ])

/** `summary`. */
export function summaryReply(view: UnitView): Reply {
  const pools = sumPools(view.state.pools)
  const elapsed = Math.floor(view.uptimeMs / 1000)
  const minutes = Math.max(elapsed, 1) / 60
  const total = pools.difficultyAccepted + pools.difficultyRejected + pools.difficultyStale
  return replyRows(11, 'Summary', 'SUMMARY', [
    {
      Elapsed: elapsed,
      ...rates(view),
      'Found Blocks': 0,
      Getworks: pools.getworks,
      Accepted: pools.accepted,
      Rejected: pools.rejected,
      'Hardware Errors': hardwareErrors(view),
      Utility: round2(pools.accepted / minutes),
      Discarded: pools.discarded,
      Stale: pools.stale,
      'Get Failures': 0,
      'Local Work': pools.discarded + pools.getworks,
      'Remote Failures': 0,
      'Network Blocks': view.state.networkBlocks,
      'Total MH': Math.round(view.state.terahashes * 1e6),
      'Work Utility': round2(total / minutes),
      'Difficulty Accepted': pools.difficultyAccepted,
      'Difficulty Rejected': pools.difficultyRejected,
      'Difficulty Stale': pools.difficultyStale,
      'Best Share': Math.round(pools.bestDifficulty),
      'Device Hardware%': percent(hardwareErrors(view), hardwareErrors(view) + total),
      'Device Rejected%': percent(pools.difficultyRejected, total),
      'Pool Rejected%': percent(pools.difficultyRejected, total),
      'Pool Stale%': percent(pools.difficultyStale, total),
      'Last getwork': Math.floor(view.nowMs / 1000),
    },
  ])
}

/** `pools`. Here the time of the last share is a Unix time. */
export function poolsReply(view: UnitView): Reply {
  const rows = view.pools.map((pool, index): ReplyRow => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    const total = counters.difficultyAccepted + counters.difficultyRejected + counters.difficultyStale
    const active = view.state.activePool === index
    return {
      POOL: poolNumber(view, index),
      URL: poolUrl(pool),
      Status: view.poolAlive[index] ? 'Alive' : 'Dead',
      Priority: index,
      Quota: 1,
      'Long Poll': 'N',
      Getworks: counters.getworks,
      Accepted: counters.accepted,
      Rejected: counters.rejected,
      Works: counters.discarded,
      Discarded: counters.discarded,
      Stale: counters.stale,
      'Get Failures': 0,
      'Remote Failures': 0,
      User: pool.user,
      'Last Share Time': Math.floor((counters.lastShareAtMs ?? 0) / 1000),
      'Diff1 Shares': Math.round(total),
      'Proxy Type': '',
      Proxy: '',
      'Difficulty Accepted': counters.difficultyAccepted,
      'Difficulty Rejected': counters.difficultyRejected,
      'Difficulty Stale': counters.difficultyStale,
      'Last Share Difficulty': counters.lastShareDifficulty,
      'Work Difficulty': active ? view.model.shareDifficulty : 0,
      'Has Stratum': true,
      'Stratum Active': active,
      'Stratum URL': active ? pool.host : '',
      'Stratum Difficulty': active ? view.model.shareDifficulty : 0,
      'Has Vmask': false,
      'Has GBT': false,
      'Best Share': Math.round(counters.bestDifficulty),
      'Pool Rejected%': percent(counters.difficultyRejected, total),
      'Pool Stale%': percent(counters.difficultyStale, total),
      'Bad Work': 0,
      'Current Block Height': active ? 900_000 + view.state.networkBlocks : 0,
      'Current Block Version': 536_870_912,
    }
  })
  return replyRows(7, `${rows.length} Pool(s)`, 'POOLS', sortByNumber(rows))
}

/** `devs`. */
export function devsReply(view: UnitView): Reply {
  const { state } = view
  const pools = sumPools(state.pools)
  const elapsed = Math.floor(view.uptimeMs / 1000)
  const lastShareSeconds = Math.floor((pools.lastShareAtMs ?? 0) / 1000)
  return replyRows(9, '1 ASC(s)', 'DEVS', [
    {
      ASC: 0,
      Name: traitsOf(view).deviceName,
      ID: 0,
      Enabled: view.asleep ? 'N' : 'Y',
      Status: state.tripped ? 'Sick' : 'Alive',
      Temperature: round2(Math.max(...state.thermal.chipC)),
      ...rates(view),
      Accepted: pools.accepted,
      Rejected: pools.rejected,
      'Hardware Errors': hardwareErrors(view),
      Utility: round2(pools.accepted / (Math.max(elapsed, 1) / 60)),
      'Last Share Pool': state.activePool ?? -1,
      'Last Share Time': lastShareSeconds,
      'Total MH': Math.round(state.terahashes * 1e6),
      'Diff1 Work': Math.round(pools.difficultyAccepted + pools.difficultyRejected),
      'Difficulty Accepted': pools.difficultyAccepted,
      'Difficulty Rejected': pools.difficultyRejected,
      'Last Share Difficulty': pools.lastShareDifficulty,
      'No Device': false,
      'Last Valid Work': lastShareSeconds,
      'Device Hardware%': percent(hardwareErrors(view), hardwareErrors(view) + pools.difficultyAccepted),
      'Device Rejected%': percent(
        pools.difficultyRejected,
        pools.difficultyAccepted + pools.difficultyRejected,
      ),
      'Device Elapsed': elapsed,
    },
  ])
}

/** `devdetails`. */
export const devdetailsReply = (view: UnitView): Reply => {
  const { deviceName, driver } = traitsOf(view)
  return replyRows(69, 'Device Details', 'DEVDETAILS', [
    { DEVDETAILS: 0, Name: deviceName, ID: 0, Driver: driver, Kernel: '', Model: '', 'Device Path': '' },
  ])
}

/** `stats`. */
export function statsReply(view: UnitView): Reply {
  const common = {
    Elapsed: Math.floor(view.uptimeMs / 1000),
    Calls: 0,
    Wait: 0,
    Max: 0,
    Min: 99_999_999,
  }
  const { shareDifficulty } = view.model
  const pools = view.pools.map((_, index): ReplyRow => {
    const active = view.state.activePool === index
    const difficulty = active ? shareDifficulty : 0
    const jobs = view.state.pools[index]?.getworks ?? 0
    return {
      STATS: index + 1,
      ID: `POOL${index}`,
      ...common,
      'Pool Calls': 0,
      'Pool Attempts': 0,
      'Pool Wait': 0,
      'Pool Max': 0,
      'Pool Min': 99_999_999,
      'Pool Av': 0,
      'Work Had Roll Time': false,
      'Work Can Roll': false,
      'Work Had Expire': false,
      'Work Roll Time': 0,
      'Work Diff': difficulty,
      'Min Diff': difficulty,
      'Max Diff': difficulty,
      'Min Diff Count': jobs,
      'Max Diff Count': jobs,
      'Times Sent': jobs,
      'Bytes Sent': jobs * 120,
      'Times Recv': jobs,
      'Bytes Recv': jobs * 1400,
      'Net Bytes Sent': jobs * 120,
      'Net Bytes Recv': jobs * 1400,
    }
  })
  return replyRows(70, 'CGMiner stats', 'STATS', [
    { STATS: 0, ID: `${traitsOf(view).deviceName}0`, ...common },
    ...pools,
  ])
}

/** `coin`. */
export const coinReply = (view: UnitView): Reply =>
  replyRows(78, 'CGMiner coin', 'COIN', [
    {
      'Hash Method': 'sha256',
      'Current Block Time': Math.floor(view.nowMs / 1000) - 240,
      'Current Block Hash': '',
      LP: true,
      'Network Difficulty': 0,
    },
  ])

/** `notify`. */
export const notifyReply = (view: UnitView): Reply =>
  replyRows(60, 'Notify', 'NOTIFY', [
    {
      NOTIFY: 0,
      Name: traitsOf(view).deviceName,
      ID: 0,
      'Last Well': Math.floor(view.nowMs / 1000),
      'Last Not Well': 0,
    },
  ])

/** `asccount`. */
export const countReply = (): Reply => replyRows(104, 'ASC count', 'ASCS', [{ Count: 1 }])

/** `check`: whether a command exists and whether the asker may use it. */
export function checkReply(command: string | null, closed: ReadonlySet<string>): Reply {
  if (command === null || command === '') return { status: 'E', code: 71, message: 'Missing check cmd' }
  const readable = READ_COMMANDS.has(command)
  const row = { Exists: readable || closed.has(command) ? 'Y' : 'N', Access: readable ? 'Y' : 'N' }
  return replyRows(72, 'Check command', 'CHECK', [row])
}
