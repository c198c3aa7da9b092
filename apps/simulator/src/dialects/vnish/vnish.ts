import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { type PoolSetting, poolUrl } from '../../device/pools.ts'
import { round2 } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { VnishTraits } from '../../models/model.ts'
import { hash32 } from '../../physics/random.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { documentOf, fieldsOf, json, page } from '../json-answer.ts'

const PRESET_PARTS = [0.4, 0.55, 0.7, 0.85, 1, 1.15] as const

function traitsOf(view: UnitView): VnishTraits {
  const { traits } = view.model
  if (traits.dialect !== 'vnish') throw new Error(`${view.model.name} does not speak the VNish dialect`)
  return traits
}

const presets = (view: UnitView) =>
  PRESET_PARTS.map((part) => {
    const watts = Math.round((view.model.hardware.nominalWatts * part) / 10) * 10
    const name = String(watts)
    return { name, pretty: `${watts} watt`, status: 'untuned', modded_psu_required: false }
  })

function state(view: UnitView): string {
  if (view.asleep) return 'stopped'
  if (view.state.tripped) return 'failure'
  return view.state.workingMs === 0 ? 'starting' : 'mining'
}

function status(view: UnitView) {
  return {
    miner_state: state(view),
    miner_state_time: state(view) === 'mining' ? Math.floor(view.state.workingMs / 1000) : 0,
    ...(traitsOf(view).throttles ? { throttled: view.settings.powerPercent } : {}),
  }
}

function info(view: UnitView, host: string) {
  const minutes = Math.floor(view.uptimeMs / 60_000)
  return {
    miner: traitsOf(view).type,
    model: 's19',
    fw_name: 'Vnish',
    fw_version: traitsOf(view).version,
    algorithm: 'sha256d',
    hr_measure: 'GH/s',
    serial: view.identity.serial,
    system: {
      os: 'GNU/Linux',
      network_status: { mac: view.identity.mac, dhcp: true, ip: host, hostname: view.identity.hostname },
      uptime: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`,
    },
  }
}

/** The pool to which the firmware works off its fee comes last. */
function summary(view: UnitView) {
  const { state: physics, model } = view
  const chip = Math.round(Math.max(...physics.thermal.chipC))
  const cooling = model.hardware.cooling
  const rpm = cooling.kind === 'air' ? Math.round(physics.thermal.fanFraction * cooling.fanMaxRpm) : 0
  const pool = (settings: PoolSetting, id: number) => {
    const counters = physics.pools[id] ?? emptyPoolCounters
    return {
      id,
      url: `${settings.host}:${settings.port}`,
      pool_type: 'UserPool',
      user: settings.user,
      status: physics.activePool === id ? 'working' : view.poolAlive[id] ? 'active' : 'offline',
      accepted: counters.accepted,
      rejected: counters.rejected,
      stale: counters.stale,
      diffa: counters.difficultyAccepted,
    }
  }
  return {
    miner: {
      miner_status: status(view),
      miner_type: `${traitsOf(view).type} (Vnish ${traitsOf(view).version})`,
      hr_realtime: round2(physics.rateThs * 1000),
      hr_nominal: round2(model.hardware.nominalThs * 1000),
      hr_average: round2(physics.averages.h1 * 1000),
      chip_temp: { min: chip - 20, max: chip },
      pcb_temp: { min: chip - 30, max: chip - 12 },
      power_consumption: Math.round(physics.powerWatts),
      pools: [
        ...view.pools.map(pool),
        {
          id: 99,
          url: 'DevFee',
          pool_type: 'DevFee',
          user: 'DevFee',
          status: 'working',
          accepted: 7,
          rejected: 0,
          stale: 0,
          diffa: 123_456,
        },
      ],
      cooling: { fan_num: 4, fans: [1, 2, 3, 4].map((id) => ({ id, rpm, status: 'ok', max_rpm: 7000 })) },
      chains: physics.boardThs.map((rateThs, index) => ({
        id: index + 1,
        hashrate_rt: round2(rateThs * 1000),
        chip_temp: { min: chip - 20, max: Math.round(physics.thermal.chipC[index] ?? 0) },
        status: { state: view.deadBoards.has(index) ? 'failure' : 'mining' },
      })),
      found_blocks: 0,
      best_share: Math.round(view.bestEverDifficulty),
    },
  }
}

const settings = (view: UnitView) => ({
  miner: {
    overclock: { preset: presentPreset(view), modded_psu: false },
    pools: [0, 1, 2].map((slot) => {
      const pool = view.pools[slot]
      return pool === undefined
        ? { url: '', user: '', pass: '' }
        : { url: poolUrl(pool), user: pool.user, pass: pool.password }
    }),
    misc: { quiet_mode: false },
  },
  ui: { theme: 'auto' },
})

const presentPreset = (view: UnitView) => String(view.settings.custom.preset ?? presets(view)[4]?.name)

/** Takes what is named and leaves the rest, but an array is taken whole. */
function saveSettings(unit: Unit, document: unknown): HttpAnswer {
  const view = unit.view()
  const miner = fieldsOf(fieldsOf(document).miner)
  const preset = fieldsOf(miner.overclock).preset
  if (preset !== undefined) {
    if (!presets(view).some((one) => one.name === preset)) return json(400, { err: 'unknown preset' })
    unit.change({ powerLimitWatts: Number(preset), custom: { ...view.settings.custom, preset } })
  }
  if (Array.isArray(miner.pools)) unit.change({ pools: miner.pools.map(poolFrom) })
  return json(200, { restart_required: true, reboot_required: false })
}

function poolFrom(value: unknown): PoolSetting {
  const fields = fieldsOf(value)
  const match = /^(?:stratum\+tcp:\/\/)?([^:/]*)(?::(\d+))?/.exec(String(fields.url ?? ''))
  return {
    host: match?.[1] ?? '',
    port: Number(match?.[2] ?? 0),
    user: String(fields.user ?? ''),
    password: String(fields.pass ?? ''),
  }
}

/** REST interface: reads are open, what changes something wants the token that `unlock` gives for the password. */
function createVnishWeb(unit: Unit, host: string): (request: HttpRequest) => HttpAnswer {
  const token = hash32('token', unit.identity.seed).toString(36)
  const done = json(200, undefined)
  return (request) => {
    if (request.path === '/') return page('AnthillOS')
    if (!request.path.startsWith('/api/v1/')) return json(404, { err: 'Not found' })
    const view = unit.view()
    const name = request.path.slice('/api/v1/'.length)
    const isUnlocked = request.headers.authorization === `Bearer ${token}`
    if (request.method === 'GET') {
      if (name === 'info') return json(200, info(view, host))
      if (name === 'summary') return json(200, summary(view))
      if (name === 'status') {
        return json(200, { ...status(view), find_miner: view.settings.blink, unlocked: isUnlocked })
      }
      if (!isUnlocked) return json(403, { err: 'Forbidden' })
      if (name === 'settings') return json(200, settings(view))
      return name === 'autotune/presets' ? json(200, presets(view)) : json(404, { err: 'Not found' })
    }
    if (name === 'unlock') {
      return fieldsOf(documentOf(request)).pw === unit.credentials.password
        ? json(200, { token })
        : json(403, { err: 'Wrong password' })
    }
    if (name === 'find-miner') {
      unit.change({ blink: !view.settings.blink })
      return json(200, { on: !view.settings.blink })
    }
    if (!isUnlocked) return json(403, { err: 'Forbidden' })
    if (!view.settings.writable) return json(500, { err: 'CGMiner err: failed' })
    switch (name) {
      case 'mining/stop':
      case 'mining/pause':
        unit.change({ asleep: true })
        return done
      case 'mining/start':
      case 'mining/resume':
        if (!view.asleep) return json(500, { err: 'CGMiner err: failed-to-activate-resume-mode' })
        unit.change({ asleep: false })
        unit.restart()
        return done
      case 'mining/restart':
        unit.change({ asleep: false })
        unit.restart()
        return done
      case 'mining/throttle': {
        const percent = Number(fieldsOf(documentOf(request)).percent)
        if (!traitsOf(view).throttles) return json(404, { err: 'Not found' })
        if (!(percent >= 20 && percent <= 100)) return json(400, { err: 'percent' })
        unit.change({ powerPercent: percent })
        return done
      }
      case 'system/reboot':
        unit.reboot()
        return json(200, { after: 3 })
      case 'settings':
        return saveSettings(unit, documentOf(request))
      default:
        return json(404, { err: 'Not found' })
    }
  }
}

/** VNish on an Antminer. Its cgminer API refuses `version` with a code of its own. */
export const vnish: Dialect = (unit, host) => [
  {
    role: 'rpc',
    standardPort: 4028,
    protocol: 'line',
    answer: createCgminerResponder(unit, {
      description: 'cgminer 1.0.0',
      read: {
        version: () => ({ status: 'E', code: 0, message: 'Invalid command' }),
        summary: (view) => ({
          status: 'S',
          code: 11,
          message: 'Summary',
          section: {
            name: 'SUMMARY',
            rows: [
              {
                Elapsed: Math.floor(view.uptimeMs / 1000),
                'GHS 5s': round2(view.state.rateThs * 1000),
                chain_power: `${Math.round(view.state.powerWatts)} W`,
              },
            ],
          },
        }),
      },
      closed: new Set(),
      joins: false,
      silentOnUnknown: false,
    }),
  },
  {
    role: 'web',
    standardPort: 80,
    protocol: 'http',
    small: false,
    answer: createVnishWeb(unit, host),
  },
]
