import { poolUrl } from '../../device/pools.ts'
import { round2, sumPools } from '../../device/readings.ts'
import type { UnitView } from '../../device/unit.ts'
import type { WhatsminerTraits } from '../../models/model.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'

type Json = Readonly<Record<string, unknown>>

/** Traits of a unit that is known to speak this dialect. */
export function whatsminerTraits(view: UnitView): WhatsminerTraits {
  const { traits } = view.model
  if (traits.dialect !== 'whatsminer')
    throw new Error(`${view.model.name} does not speak the Whatsminer dialect`)
  return traits
}

const MODE_NUMBER = { low: '0', normal: '1', high: '2' } as const
const DEFAULT_LIMIT_PART = 1.1

/** The limit in watts that holds, that of the maker included. */
export function powerLimit(view: UnitView): number {
  return view.settings.powerLimitWatts ?? Math.round(view.model.hardware.nominalWatts * DEFAULT_LIMIT_PART)
}

const elapsedSeconds = (view: UnitView) => Math.floor(view.uptimeMs / 1000)
const hottestChip = (view: UnitView) => Math.max(...view.state.thermal.chipC)
const fan = (view: UnitView) => {
  const { cooling } = view.model.hardware
  return cooling.kind === 'air' ? Math.round(view.state.thermal.fanFraction * cooling.fanMaxRpm) : 0
}

/** SUMMARY of the second API. `MHS av` is over the whole run, `HS RT` is the present rate. */
export function v2Summary(view: UnitView): Json {
  const { state, identity, settings, model } = view
  const pools = sumPools(state.pools)
  return {
    Elapsed: elapsedSeconds(view),
    'MHS av': round2((state.terahashes * 1e6) / Math.max(1, elapsedSeconds(view))),
    'HS RT': round2(state.rateThs * 1e6),
    Accepted: pools.accepted,
    Rejected: pools.rejected,
    'Best Share': Math.round(pools.bestDifficulty),
    'Chip Temp Avg': round2(hottestChip(view) - 6),
    'Chip Temp Max': round2(hottestChip(view)),
    'Chip Temp Min': round2(hottestChip(view) - 15),
    'Env Temp': 28.5,
    'Factory GHS': Math.round(model.hardware.nominalThs * 1000),
    'Fan Speed In': fan(view),
    'Fan Speed Out': fan(view),
    MAC: identity.mac,
    Power: Math.round(state.powerWatts),
    'Power Limit': powerLimit(view),
    'Power Mode': settings.workMode.replace(/^./, (letter) => letter.toUpperCase()),
    'Upfreq Complete': state.workingMs > view.personality.rampMs ? 1 : 0,
    Uptime: elapsedSeconds(view),
  }
}

/** DEVS of the second API. */
export function v2Devs(view: UnitView): readonly Json[] {
  return view.state.boardThs.map((rateThs, board) => ({
    ASC: board,
    Slot: board,
    Enabled: 'Y',
    Status: view.deadBoards.has(board) ? 'Dead' : 'Alive',
    Temperature: round2(hottestChip(view) - 15),
    'Chip Temp Max': round2(view.state.thermal.chipC[board] ?? 0),
    'MHS 5s': round2(rateThs * 1e6),
    'MHS av': round2(rateThs * 1e6),
    'Effective Chips': view.deadBoards.has(board) ? 0 : view.model.hardware.chipsPerBoard,
    'PCB SN': view.identity.boardSerials[board] ?? '',
  }))
}

/** POOLS of the second API: numbered from 1, without passwords. */
export function v2Pools(view: UnitView): readonly Json[] {
  return view.pools.map((pool, index) => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    return {
      POOL: index + 1,
      URL: poolUrl(pool),
      Status: view.poolAlive[index] ? 'Alive' : 'Dead',
      Priority: index,
      Accepted: counters.accepted,
      Rejected: counters.rejected,
      Stale: counters.stale,
      'Difficulty Accepted': counters.difficultyAccepted,
      User: pool.user,
      'Stratum Active': view.state.activePool === index,
    }
  })
}

/** `status` of the second API: everything is text. */
export function v2Status(view: UnitView): Json {
  return {
    mineroff: String(view.asleep),
    mineroff_reason: view.asleep ? 'api' : '',
    mineroff_time: '',
    FirmwareVersion: whatsminerTraits(view).firmware,
    power_mode: view.settings.workMode,
    power_limit_set: String(powerLimit(view)),
    hash_percent: '0',
  }
}

/** `get.device.info` of the third API. */
export function v3Info(view: UnitView, host: string, salt: string): Json {
  const traits = whatsminerTraits(view)
  return {
    network: { ip: host, proto: 'dhcp', mac: view.identity.mac, hostname: view.identity.hostname },
    miner: {
      working: String(!view.asleep),
      type: traits.type,
      'miner-sn': view.identity.serial,
      'board-num': String(view.model.hardware.boards),
      'fast-boot': 'disable',
      'pool-strategy': 'FAILOVER',
    },
    ...(errorCodes(view).length > 0 && { 'error-code': errorCodes(view) }),
    power: { mode: MODE_NUMBER[view.settings.workMode], fanspeed: 6344, model: 'P221B' },
    system: {
      api: traits.apiVersion,
      apiswitch: view.settings.writable ? '1' : '0',
      fwversion: traits.firmware,
      ledstatus: view.settings.blink ? 'manual' : 'auto',
      platform: 'H616',
    },
    salt,
  }
}

/** `get.miner.status` of the third API, rates in TH/s. */
export function v3Summary(view: UnitView): Json {
  const { state, model } = view
  return {
    elapsed: elapsedSeconds(view),
    'bootup-time': elapsedSeconds(view),
    'hash-realtime': round2(state.rateThs),
    'hash-1min': round2(state.averages.m1),
    'hash-15min': round2(state.averages.m15),
    'hash-average': round2(state.terahashes / Math.max(1, elapsedSeconds(view))),
    'factory-hash': model.hardware.nominalThs,
    'power-realtime': Math.round(state.powerWatts),
    'power-limit': powerLimit(view),
    'environment-temperature': 28.5,
    'chip-temp-max': round2(hottestChip(view)),
    'board-temperature': state.thermal.chipC.map((celsius) => round2(celsius - 15)),
    'fan-speed-in': fan(view),
    'fan-speed-out': fan(view),
    'up-freq-finish': view.asleep || state.workingMs > view.personality.rampMs ? 1 : 0,
  }
}

export function v3Pools(view: UnitView): readonly Json[] {
  return view.pools.map((pool, index) => ({
    'pool-priority': index,
    url: poolUrl(pool),
    account: pool.user,
    status: view.poolAlive[index] ? 'alive' : 'dead',
    'stratum-active': view.state.activePool === index,
  }))
}

export function v3Edevs(view: UnitView): readonly Json[] {
  return view.state.boardThs.map((rateThs, id) => ({
    id,
    status: view.deadBoards.has(id) ? 'dead' : 'alive',
    'hash-realtime': round2(rateThs),
    'chip-temp-max': round2(view.state.thermal.chipC[id] ?? 0),
    'effective-chips': view.deadBoards.has(id) ? 0 : view.model.hardware.chipsPerBoard,
  }))
}

export function v3Setting(view: UnitView): Json {
  return {
    'power-limit': powerLimit(view),
    'power-mode': view.settings.workMode,
    'power-percent': view.settings.powerPercent,
    'fast-boot': 'disable',
    'upfreq-speed': 0,
    'target-freq': 0,
  }
}

/** A board that gives nothing is one whose chips cannot be read; codes come as keys with the time. */
export function errorCodes(view: UnitView): Record<string, string>[] {
  return [...view.deadBoards].map((board) => ({ [`54${board}`]: '2026-06-15 10:30:00' }))
}
