import type { Reply, ReplyRow } from '../../cgminer-api/reply.ts'
import { poolUrl } from '../../device/pools.ts'
import { percent, round2, sumPools } from '../../device/readings.ts'
import type { UnitView } from '../../device/unit.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import { antminerTraits, FIRMWARE, formatTimeSinceShare, readAntminer, shortDifficulty } from './reading.ts'

const CHAIN_SLOTS = 4

/** `version`. */
export function versionReply(view: UnitView): Reply {
  const row: ReplyRow = {
    BMMiner: FIRMWARE.bmminer,
    API: FIRMWARE.api,
    Miner: FIRMWARE.minerVersion,
    CompileTime: FIRMWARE.compileTime,
    Type: antminerTraits(view).type,
  }
  return { status: 'S', code: 22, message: 'CGMiner versions', section: { name: 'VERSION', rows: [row] } }
}

/** `summary`. */
export function summaryReply(view: UnitView): Reply {
  const reading = readAntminer(view)
  const pools = sumPools(view.state.pools)
  const minutes = Math.max(reading.elapsedSeconds, 1) / 60
  const found = pools.accepted + pools.rejected + pools.stale
  const row: ReplyRow = {
    Elapsed: reading.elapsedSeconds,
    'GHS 5s': reading.ghs5s,
    'GHS av': reading.ghsAv,
    'GHS 30m': reading.ghs30m,
    'Found Blocks': 0,
    Getwork: pools.getworks,
    Accepted: pools.accepted,
    Rejected: pools.rejected,
    'Hardware Errors': reading.hardwareErrors,
    Utility: round2(pools.accepted / minutes),
    Discarded: pools.discarded,
    Stale: pools.stale,
    'Get Failures': 0,
    'Local Work': pools.discarded + pools.getworks + found,
    'Remote Failures': 0,
    'Network Blocks': view.state.networkBlocks,
    'Total MH': Math.round(view.state.terahashes * 1e6),
    'Work Utility': round2((pools.difficultyAccepted + pools.difficultyRejected) / minutes),
    'Difficulty Accepted': pools.difficultyAccepted,
    'Difficulty Rejected': pools.difficultyRejected,
    'Difficulty Stale': pools.difficultyStale,
    'Best Share': Math.round(pools.bestDifficulty),
    'Device Hardware%': percent(reading.hardwareErrors, reading.hardwareErrors + pools.difficultyAccepted),
    'Device Rejected%': percent(pools.difficultyRejected, pools.difficultyAccepted),
    'Pool Rejected%': percent(
      pools.difficultyRejected,
      pools.difficultyAccepted + pools.difficultyRejected + pools.difficultyStale,
    ),
    'Pool Stale%': percent(
      pools.difficultyStale,
      pools.difficultyAccepted + pools.difficultyRejected + pools.difficultyStale,
    ),
    'Last getwork': Math.floor(view.nowMs / 1000),
  }
  return { status: 'S', code: 11, message: 'Summary', section: { name: 'SUMMARY', rows: [row] } }
}

/** `pools`. */
export function poolsReply(view: UnitView): Reply {
  const rows = view.pools.map((pool, index): ReplyRow => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    const total = counters.difficultyAccepted + counters.difficultyRejected + counters.difficultyStale
    const used = counters.lastShareAtMs !== null
    const active = view.state.activePool === index
    return {
      POOL: index,
      URL: poolUrl(pool),
      Status: view.asleep ? 'Disabled' : view.poolAlive[index] ? 'Alive' : 'Dead',
      Priority: index,
      Quota: 1,
      'Long Poll': 'N',
      Getworks: counters.getworks,
      Accepted: counters.accepted,
      Rejected: counters.rejected,
      Discarded: counters.discarded,
      Stale: counters.stale,
      'Get Failures': 0,
      'Remote Failures': 0,
      User: pool.user,
      'Last Share Time': formatTimeSinceShare(counters, view.nowMs),
      Diff: active || used ? shortDifficulty(view.model.shareDifficulty) : '',
      'Diff1 Shares': 0,
      'Proxy Type': '',
      Proxy: '',
      'Difficulty Accepted': counters.difficultyAccepted,
      'Difficulty Rejected': counters.difficultyRejected,
      'Difficulty Stale': counters.difficultyStale,
      'Last Share Difficulty': counters.lastShareDifficulty,
      'Has Stratum': true,
      'Stratum Active': active,
      'Stratum URL': active ? pool.host : '',
      'Has GBT': false,
      'Best Share': Math.round(counters.bestDifficulty),
      'Pool Rejected%': percent(counters.difficultyRejected, total),
      // The doubled sign is what the firmware prints.
      'Pool Stale%%': percent(counters.difficultyStale, total),
    }
  })
  return { status: 'S', code: 7, message: `${rows.length} Pool(s)`, section: { name: 'POOLS', rows } }
}

/** `devs`: one device for all boards, without a speed, as the stock firmware has it. */
export function devsReply(view: UnitView): Reply {
  const reading = readAntminer(view)
  const pools = sumPools(view.state.pools)
  const lastShareSeconds = Math.floor((pools.lastShareAtMs ?? 0) / 1000)
  const row: ReplyRow = {
    ASC: 0,
    Name: 'BTM_SOC',
    ID: 0,
    Enabled: 'Y',
    Status: 'Alive',
    Tenperature: 0,
    'MHS av': 0,
    'MHS 5s': 0,
    Accepted: pools.accepted,
    Rejected: pools.rejected,
    'Hardware Errors': 0,
    Utility: 0,
    'Last Share Pool': view.state.activePool ?? 0,
    'Last Share Time': lastShareSeconds,
    'Total MH': 0,
    'Diff1 Work': 0,
    'Difficulty Accepted': pools.difficultyAccepted,
    'Difficulty Rejected': pools.difficultyRejected,
    // The firmware puts a time here.
    'Last Share Difficulty': lastShareSeconds,
    'Last Valid Work': lastShareSeconds,
    'Device Hardware%': 0,
    'Device Rejected%': 0,
    'Device Elapsed': reading.elapsedSeconds,
  }
  return { status: 'S', code: 9, message: '1 ASC(s)', section: { name: 'DEVS', rows: [row] } }
}

/** `stats`: who it is, then every figure of every board in one flat row. */
export function statsReply(view: UnitView): Reply {
  const reading = readAntminer(view)
  const running = reading.ghs5s > 0
  const row: Record<string, string | number> = {
    STATS: 0,
    ID: 'BTM_SOC0',
    Elapsed: reading.elapsedSeconds,
    Calls: 0,
    Wait: 0,
    Max: 0,
    Min: 99_999_999,
    'GHS 5s': reading.ghs5s,
    'GHS av': reading.ghsAv,
    rate_30m: reading.ghs30m,
    Mode: 2,
    miner_count: reading.chains.filter((chain) => chain.alive).length,
    frequency: running ? view.model.hardware.frequencyMhz : 0,
    fan_num: 0,
    fan1: 0,
    fan2: 0,
    fan3: 0,
    fan4: 0,
    temp_num: reading.chains.filter((chain) => chain.alive).length,
  }
  for (const chain of reading.chains) {
    row[`temp${chain.index + 1}`] = Math.max(...chain.pcb)
    row[`temp2_${chain.index + 1}`] = Math.max(...chain.chip)
  }
  for (let slot = 0; slot < CHAIN_SLOTS; slot++) {
    const chain = reading.chains[slot]
    const n = slot + 1
    row[`chain_acn${n}`] = chain?.chips ?? 0
    row[`chain_acs${n}`] = chain?.alive ? chipMap(chain.chips) : ''
    row[`chain_hw${n}`] = chain?.hardwareErrors ?? 0
    row[`chain_rate${n}`] = chain?.alive ? chain.rateGhs.toFixed(2) : ''
    row[`freq${n}`] = chain?.frequencyMhz ?? 0
    row[`temp_pcb${n}`] = (chain?.pcb ?? [0, 0, 0, 0]).join('-')
    row[`temp_chip${n}`] = (chain?.chip ?? [0, 0, 0, 0]).join('-')
    row[`temp_pic${n}`] = (chain?.pic ?? [0, 0, 0, 0]).join('-')
  }
  Object.assign(row, {
    temp_max: 0,
    no_matching_work: reading.hardwareErrors,
    'total rate': reading.ghsAv,
    total_rateideal: reading.idealGhs,
    rate_unit: 'GH',
    total_freqavg: running ? view.model.hardware.frequencyMhz : 0,
    total_acn: reading.chains.reduce((sum, chain) => sum + chain.chips, 0),
    miner_version: FIRMWARE.minerVersion,
    miner_id: view.identity.serial.toLowerCase().slice(-16),
  })
  const about: ReplyRow = {
    BMMiner: FIRMWARE.bmminer,
    Miner: FIRMWARE.minerVersion,
    CompileTime: FIRMWARE.compileTime,
    Type: antminerTraits(view).type,
  }
  return { status: 'S', code: 70, message: 'CGMiner stats', section: { name: 'STATS', rows: [about, row] } }
}

/** A letter for each chip, in groups. */
export function chipMap(chips: number): string {
  return ` ${Array.from({ length: Math.ceil(chips / 12) }, (_, group) => 'o'.repeat(Math.min(12, chips - group * 12))).join(' ')}`
}
