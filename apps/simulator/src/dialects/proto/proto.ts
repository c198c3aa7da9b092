import { poolUrl } from '../../device/pools.ts'
import { round2, sumPools } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { ProtoTraits } from '../../models/model.ts'
import { hash32 } from '../../physics/random.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { documentOf, fieldsOf, json, page } from '../json-answer.ts'

/** What asks for a login. */
const SECURED = new Set(['telemetry', 'errors'])
/** What of the power the supplies take beyond what they give. */
const SUPPLY_LOSS = 1.02

function traitsOf(view: UnitView): ProtoTraits {
  const { traits } = view.model
  if (traits.dialect !== 'proto') throw new Error(`${view.model.name} does not speak the Proto dialect`)
  return traits
}

function status(view: UnitView): string {
  if (view.asleep) return 'Stopped'
  if (view.state.tripped) return 'Error'
  if (view.state.workingMs === 0) return 'PoweringOn'
  return view.deadBoards.size > 0 ? 'DegradedMining' : 'Mining'
}

const system = (view: UnitView) => ({
  'system-info': {
    board: 'C3',
    cb_sn: view.identity.serial,
    manufacturer: 'Proto',
    model: 'Rig',
    product_name: 'Proto Rig',
    os: { name: 'ProtoOS', version: traitsOf(view).version, variant: 'release' },
    pool_interface_sw: { name: 'stratum-client', version: traitsOf(view).version },
    uptime_seconds: Math.floor(view.uptimeMs / 1000),
  },
})

const network = (view: UnitView) => ({
  'network-info': { dhcp: true, hostname: view.identity.hostname, mac: view.identity.mac.toUpperCase() },
})

function mining(view: UnitView) {
  const { state, model, uptimeMs } = view
  const chips = state.thermal.chipC
  const rateGhs = state.rateThs * 1000
  return {
    'mining-status': {
      average_asic_temp_c: round2(chips.reduce((sum, chip) => sum + chip, 0) / chips.length),
      average_hashrate_ghs: (state.terahashes * 1e3) / Math.max(1, uptimeMs / 1000),
      hashboards_installed: model.hardware.boards,
      hashboards_mining: model.hardware.boards - view.deadBoards.size,
      hashrate_ghs: rateGhs,
      ideal_hashrate_ghs: model.hardware.nominalThs * 1000,
      mining_uptime_s: Math.floor(state.workingMs / 1000),
      power_usage_watts: state.powerWatts,
      reboot_uptime_s: Math.floor(uptimeMs / 1000),
      status: status(view),
    },
  }
}

function telemetry(view: UnitView) {
  const { state, model } = view
  const watts = (value: number) => ({ unit: 'W', value })
  return {
    miner: { hashrate: { unit: 'TH/s', value: state.rateThs }, power: watts(state.powerWatts) },
    hashboards: state.boardThs.map((rateThs, index) => {
      const chip = round2(state.thermal.chipC[index] ?? 0)
      return {
        index,
        hashrate: { unit: 'TH/s', value: rateThs },
        temperature: { unit: '°C', inlet: chip - 30, average: chip - 22, outlet: chip - 16 },
        asics: { temperature: { unit: '°C', values: Array(model.hardware.chipsPerBoard).fill(chip) } },
      }
    }),
    psus: [0, 1].map((index) => ({
      index,
      power: { unit: 'W', input: (state.powerWatts * SUPPLY_LOSS) / 2, output: state.powerWatts / 2 },
    })),
    timestamp: new Date(view.nowMs).toISOString(),
  }
}

const pools = (view: UnitView) => ({
  pools: view.pools.map((pool, id) => {
    const counters = view.state.pools[id] ?? emptyPoolCounters
    const isActive = view.state.activePool === id
    return {
      id,
      priority: id,
      url: poolUrl(pool),
      user: pool.user,
      status: isActive ? 'Active' : view.poolAlive[id] ? 'Idle' : 'Dead',
      accepted: counters.accepted,
      rejected: counters.rejected,
      difficulty_accepted_shares: counters.difficultyAccepted,
      best_difficulty_share: sumPools([counters]).bestDifficulty,
    }
  }),
})

function cooling(view: UnitView) {
  const { cooling: kind } = view.model.hardware
  const rpm = kind.kind === 'air' ? Math.round(view.state.thermal.fanFraction * kind.fanMaxRpm) : 0
  return { 'cooling-status': { fan_mode: 'Auto', fans: [1, 2, 3, 4].map((slot) => ({ slot, rpm })) } }
}

const documents: Readonly<Record<string, (view: UnitView) => unknown>> = {
  system,
  network,
  mining,
  telemetry,
  pools,
  cooling,
  errors: () => [],
}

function createProtoWeb(unit: Unit): (request: HttpRequest) => HttpAnswer {
  const token = hash32('token', unit.identity.seed).toString(36)
  return (request) => {
    if (request.path === '/') return page('Proto OS')
    const name = /^\/api\/v1\/(.+)$/.exec(request.path)?.[1] ?? ''
    if (name === 'auth/login' && request.method === 'POST') {
      const isRight = fieldsOf(documentOf(request)).password === unit.credentials.password
      return isRight
        ? json(200, { access_token: token, refresh_token: token })
        : json(401, { message: 'unauthorized' })
    }
    const document = Object.hasOwn(documents, name) ? documents[name] : undefined
    if (document === undefined || request.method !== 'GET') return json(404, { message: 'not found' })
    const isLoggedIn = request.headers.authorization === `Bearer ${token}`
    return SECURED.has(name) && !isLoggedIn
      ? json(401, { message: 'unauthorized' })
      : json(200, document(unit.view()))
  }
}

/** A Proto Rig: its API, open for reading but for what its figures are made of. */
export const proto: Dialect = (unit) => [
  { role: 'web', standardPort: 80, protocol: 'http', small: false, answer: createProtoWeb(unit) },
]
