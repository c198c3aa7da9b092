import { replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { firmwareOf } from '../../device/flash.ts'
import { type PoolSetting, poolUrl } from '../../device/pools.ts'
import { round2, sumPools } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { BraiinsTraits } from '../../models/model.ts'
import { hash32 } from '../../physics/random.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect, EndpointSpec, HttpAnswer, HttpRequest } from '../dialect.ts'
import { documentOf, fieldsOf, json, page } from '../json-answer.ts'

const STATUS = { normal: 2, paused: 3 } as const

function traitsOf(view: UnitView): BraiinsTraits {
  const { traits } = view.model
  if (traits.dialect !== 'braiins') throw new Error(`${view.model.name} does not speak the Braiins dialect`)
  return traits
}

const target = (view: UnitView) => view.settings.powerLimitWatts ?? view.model.hardware.nominalWatts
const range = (view: UnitView) => ({
  min: Math.round(view.model.hardware.nominalWatts * 0.35),
  max: Math.round(view.model.hardware.nominalWatts * 1.2),
})
const elapsedSeconds = (view: UnitView) => Math.floor(view.uptimeMs / 1000)

/** The cgminer API as the firmware keeps it for reading. */
const reads = {
  version: (view: UnitView) =>
    replyRows(22, 'BOSer versions', 'VERSION', [
      { BOSer: `boser-openwrt ${firmwareOf(view, traitsOf(view).version)}`, API: '3.7' },
    ]),
  summary: (view: UnitView) => {
    const sums = sumPools(view.state.pools)
    return replyRows(11, 'Summary', 'SUMMARY', [
      {
        Elapsed: elapsedSeconds(view),
        'MHS av': round2((view.state.terahashes * 1e6) / Math.max(1, elapsedSeconds(view))),
        'MHS 5s': round2(view.state.rateThs * 1e6),
        'MHS 1m': round2(view.state.averages.m1 * 1e6),
        Accepted: sums.accepted,
        Rejected: sums.rejected,
        Stale: sums.stale,
        'Difficulty Accepted': sums.difficultyAccepted,
        'Best Share': Math.round(sums.bestDifficulty),
        'Found Blocks': 0,
      },
    ])
  },
  devs: (view: UnitView) =>
    replyRows(
      9,
      `${view.model.hardware.boards} ASC(s)`,
      'DEVS',
      view.state.boardThs.map((rateThs, index) => ({
        ASC: index,
        Slot: index + 1,
        Enabled: 'Y',
        Status: view.deadBoards.has(index) ? 'Dead' : 'Alive',
        Temperature: round2(view.state.thermal.chipC[index] ?? 0),
        'MHS 5s': round2(rateThs * 1e6),
      })),
    ),
  pools: (view: UnitView) =>
    replyRows(
      7,
      `${view.pools.length} Pool(s)`,
      'POOLS',
      view.pools.map((pool, index) => {
        const counters = view.state.pools[index] ?? emptyPoolCounters
        return {
          POOL: index,
          URL: poolUrl(pool),
          Status: view.poolAlive[index] ? 'Alive' : 'Dead',
          Priority: index,
          User: pool.user,
          'Stratum Active': view.state.activePool === index,
          Accepted: counters.accepted,
          Rejected: counters.rejected,
          'Difficulty Accepted': counters.difficultyAccepted,
        }
      }),
    ),
  tunerstatus: (view: UnitView) =>
    replyRows(71, 'Tuner Status', 'TUNERSTATUS', [
      {
        ApproximateMinerPowerConsumption: Math.round(view.state.powerWatts),
        PowerLimit: target(view),
      },
    ]),
}

function details(view: UnitView) {
  return {
    uid: view.identity.serial,
    status: view.asleep ? STATUS.paused : STATUS.normal,
    mac_address: view.identity.mac.toLowerCase(),
    hostname: view.identity.hostname,
    serial_number: null,
    miner_identity: { brand: 1, name: traitsOf(view).type, miner_model: traitsOf(view).type },
    bos_version: { current: firmwareOf(view, traitsOf(view).version), bos_plus: true },
    system_uptime_s: elapsedSeconds(view),
    bosminer_uptime_s: elapsedSeconds(view),
  }
}

/** A rate over each span that it is reported for, GH/s. */
function rates(ths: number) {
  const rate = { gigahash_per_second: ths * 1000 }
  return { last_5s: rate, last_15s: rate, last_30s: rate, last_1m: rate, last_5m: rate }
}

function stats(view: UnitView) {
  const sums = sumPools(view.state.pools)
  return {
    miner_stats: {
      best_share: Math.round(sums.bestDifficulty),
      found_blocks: 0,
      nominal_hashrate: { gigahash_per_second: view.model.hardware.nominalThs * 1000 },
      real_hashrate: rates(view.state.rateThs),
    },
    pool_stats: {
      accepted_shares: sums.accepted,
      rejected_shares: sums.rejected,
      stale_shares: sums.stale,
    },
    power_stats: { approximated_consumption: { watt: Math.round(view.state.powerWatts) } },
  }
}

const hashboards = (view: UnitView) => ({
  hashboards: view.state.boardThs.map((rateThs, index) => ({
    id: String(index + 1),
    enabled: !view.deadBoards.has(index),
    chips_count: view.model.hardware.chipsPerBoard,
    board_temp: { degree_c: round2((view.state.thermal.chipC[index] ?? 0) - 15) },
    highest_chip_temp: {
      location: 1,
      temperature: { degree_c: round2(view.state.thermal.chipC[index] ?? 0) },
    },
    stats: { real_hashrate: rates(rateThs) },
  })),
})

function cooling(view: UnitView) {
  const { cooling: kind } = view.model.hardware
  const rpm = kind.kind === 'air' ? Math.round(view.state.thermal.fanFraction * kind.fanMaxRpm) : 0
  const hottest = round2(Math.max(...view.state.thermal.chipC))
  return {
    fans: [0, 1, 2, 3].map((position) => ({ position, rpm, target_speed_ratio: 1 })),
    highest_temperature: { location: 1, temperature: { degree_c: hottest } },
  }
}

/** Groups as they are configured; the firmware reports no passwords with the state of its pools. */
function groups(view: UnitView, withPasswords: boolean) {
  return [
    {
      uid: 'group-1',
      name: 'Default',
      pools: view.pools.map((pool, index) => ({
        uid: `pool-${index + 1}`,
        url: poolUrl(pool),
        user: pool.user,
        enabled: true,
        ...(withPasswords
          ? { password: pool.password }
          : { alive: view.poolAlive[index] === true, active: view.state.activePool === index }),
      })),
    },
  ]
}

function poolFrom(value: unknown): PoolSetting {
  const fields = fieldsOf(value)
  const match = /^(?:stratum\+tcp:\/\/)?([^:/]*)(?::(\d+))?/.exec(String(fields.url ?? ''))
  return {
    host: match?.[1] ?? '',
    port: Number(match?.[2] ?? 0),
    user: String(fields.user ?? ''),
    password: String(fields.password ?? ''),
  }
}

/** REST interface: nothing without a token, which goes into the header as it is. */
function createBraiinsWeb(unit: Unit): (request: HttpRequest) => HttpAnswer {
  const token = hash32('token', unit.identity.seed).toString(36)

  function get(name: string, view: UnitView): unknown {
    switch (name) {
      case 'miner/details':
        return details(view)
      case 'miner/stats':
        return stats(view)
      case 'miner/hw/hashboards':
        return hashboards(view)
      case 'cooling/state':
        return cooling(view)
      case 'miner/errors':
        return { errors: [] }
      case 'actions/locate':
        return view.settings.blink
      case 'performance/tuner-state':
        return {
          overall_tuner_state: 2,
          mode_state: { powertargetmodestate: { current_target: { watt: target(view) } } },
        }
      case 'configuration/constraints': {
        const { min, max } = range(view)
        return { tuner_constraints: { power_target: { min: { watt: min }, max: { watt: max } } } }
      }
      case 'configuration/miner':
        return { pool_groups: groups(view, true), tuner: { power_target: { watt: target(view) } } }
      case 'pools/':
        return groups(view, false)
      default:
        return undefined
    }
  }

  function put(name: string, document: unknown, view: UnitView): HttpAnswer {
    if (!view.settings.writable) return json(500, { message: 'internal' })
    switch (name) {
      case 'actions/pause':
        unit.change({ asleep: true })
        return json(200, view.asleep)
      case 'actions/resume':
      case 'actions/start':
        unit.change({ asleep: false })
        return json(200, !view.asleep)
      case 'actions/restart':
        unit.restart()
        return json(200, true)
      case 'actions/reboot':
        unit.reboot()
        return json(204, undefined)
      case 'actions/locate':
        unit.change({ blink: document === true })
        return json(200, document === true)
      case 'performance/power-target': {
        const watts = Number(fieldsOf(document).watt)
        const { min, max } = range(view)
        if (!(watts >= min && watts <= max)) return json(400, { message: 'out of range' })
        unit.change({ powerLimitWatts: watts })
        return json(200, { watt: watts })
      }
      case 'pools/batch': {
        if (!Array.isArray(document)) return json(422, { message: 'groups' })
        const [first] = document
        const pools = fieldsOf(first).pools
        unit.change({ pools: (Array.isArray(pools) ? pools : []).map(poolFrom) })
        return json(200, document)
      }
      default:
        return json(404, { message: 'not found' })
    }
  }

  return (request) => {
    if (request.path === '/') return page('Braiins OS')
    if (!request.path.startsWith('/api/v1/')) return json(404, { message: 'not found' })
    const view = unit.view()
    const name = request.path.slice('/api/v1/'.length)
    if (name === 'auth/login' && request.method === 'POST') {
      const { username, password } = fieldsOf(documentOf(request))
      const isRight = username === unit.credentials.user && password === unit.credentials.password
      return isRight ? json(200, { token, timeout_s: 3600 }) : json(401, { message: 'unauthorized' })
    }
    if (request.headers.authorization !== token) return json(401, { message: 'unauthorized' })
    if (request.method === 'PUT') return put(name, documentOf(request), view)
    const document = get(name, view)
    return document === undefined ? json(404, { message: 'not found' }) : json(200, document)
  }
}

/** Braiins OS on an Antminer, with its cgminer API or without. */
export const braiins: Dialect = (unit) => {
  const web: EndpointSpec = {
    role: 'web',
    standardPort: 80,
    protocol: 'http',
    small: false,
    answer: createBraiinsWeb(unit),
  }
  if (traitsOf(unit.view()).isApiClosed) return [web]
  return [
    {
      role: 'rpc',
      standardPort: 4028,
      protocol: 'line',
      answer: createCgminerResponder(unit, {
        description: 'BOSer boser-openwrt',
        read: reads,
        closed: new Set(['addpool', 'removepool', 'switchpool', 'restart', 'privileged']),
        joins: true,
        silentOnUnknown: false,
      }),
    },
    web,
  ]
}
