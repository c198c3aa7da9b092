import { poolNumber, poolWrites, sortByNumber } from '../../cgminer-api/pool-writes.ts'
import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { poolUrl } from '../../device/pools.ts'
import { round2, sumPools } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { LuxosTraits } from '../../models/model.ts'
import { hash32 } from '../../physics/random.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect } from '../dialect.ts'

const RELEASE = '2025.4.8.220305'
/** A session that is not used ends by itself. */
const SESSION_IDLE_MS = 60_000
const PROFILE_PARTS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1] as const
const DEFAULT_PROFILE = '6'

function traitsOf(view: UnitView): LuxosTraits {
  const { traits } = view.model
  if (traits.dialect !== 'luxos') throw new Error(`${view.model.name} does not speak the LuxOS dialect`)
  return traits
}

const error = (code: number, message: string): Reply => ({ status: 'E', code, message })

const elapsedSeconds = (view: UnitView) => Math.floor(view.uptimeMs / 1000)
const ghs = (ths: number) => round2(ths * 1000)

function profiles(view: UnitView): ReplyRow[] {
  const { hardware } = view.model
  return PROFILE_PARTS.map((part, index) => ({
    'Profile Name': `${Math.round(hardware.frequencyMhz * part)}MHz`,
    Frequency: Math.round(hardware.frequencyMhz * part),
    Hashrate: round2(hardware.nominalThs * part),
    Watts: Math.round(hardware.standbyWatts + (hardware.nominalWatts - hardware.standbyWatts) * part),
    Step: String(index - 6),
  }))
}

function presentProfile(view: UnitView): string {
  const chosen = view.settings.custom.profile
  return typeof chosen === 'string'
    ? chosen
    : String(profiles(view)[Number(DEFAULT_PROFILE)]?.['Profile Name'])
}

function config(view: UnitView): Reply {
  const { custom, blink } = view.settings
  return replyRows(33, 'LUXminer config', 'CONFIG', [
    {
      MACAddr: view.identity.mac.toLowerCase(),
      Hostname: view.identity.hostname,
      SerialNumber: view.identity.serial,
      Model: traitsOf(view).type,
      OS: 'LuxOS',
      CurtailMode: view.asleep ? 'Sleep' : 'None',
      IsAtmEnabled: custom.atm !== false,
      Profile: presentProfile(view),
      RedLed: blink ? 'blink' : 'auto',
      SystemStatus: 'Normal',
    },
  ])
}

function stats(view: UnitView): Reply {
  const { state, model } = view
  const row: Record<string, string | number> = {
    STATS: 0,
    ID: 'BTM_SOC0',
    Elapsed: elapsedSeconds(view),
    'GHS 5s': ghs(state.rateThs),
    'GHS av': ghs(state.terahashes / Math.max(1, elapsedSeconds(view))),
    rate_30m: ghs(state.averages.m30),
    fan_num: 4,
    rate_unit: 'GH',
    total_rateideal: ghs(model.hardware.nominalThs),
    miner_id: view.identity.mac.replaceAll(':', '').toLowerCase(),
  }
  const cooling = model.hardware.cooling
  for (let fan = 1; fan <= 4; fan++) {
    row[`fan${fan}`] = cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0
  }
  for (const [board, rateThs] of state.boardThs.entries()) {
    const chip = Math.round(state.thermal.chipC[board] ?? 0)
    row[`chain_acn${board + 1}`] = view.deadBoards.has(board) ? 0 : model.hardware.chipsPerBoard
    row[`chain_acs${board + 1}`] = 'o'.repeat(view.deadBoards.has(board) ? 0 : model.hardware.chipsPerBoard)
    row[`chain_rate${board + 1}`] = ghs(rateThs).toFixed(2)
    row[`temp_chip${board + 1}`] = `${chip}-${chip - 9}-${chip - 9}-${chip}`
  }
  const about: ReplyRow = { Miner: RELEASE, Type: traitsOf(view).type }
  return replyRows(70, 'LUXminer stats', 'STATS', [about, row])
}

function summary(view: UnitView): Reply {
  const sums = sumPools(view.state.pools)
  return replyRows(11, 'Summary', 'SUMMARY', [
    {
      Elapsed: elapsedSeconds(view),
      'GHS 5s': ghs(view.state.rateThs),
      'GHS av': ghs(view.state.terahashes / Math.max(1, elapsedSeconds(view))),
      Accepted: sums.accepted,
      Rejected: sums.rejected,
      Stale: sums.stale,
      'Difficulty Accepted': sums.difficultyAccepted,
      'Difficulty Rejected': sums.difficultyRejected,
      'Best Share': Math.round(sums.bestDifficulty),
      'Found Blocks': 0,
    },
  ])
}

function pools(view: UnitView): Reply {
  const rows = view.pools.map((pool, index): ReplyRow => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    return {
      POOL: poolNumber(view, index),
      URL: poolUrl(pool),
      Status: view.poolAlive[index] ? 'Alive' : 'Dead',
      Priority: index,
      User: pool.user,
      'Stratum Active': view.state.activePool === index,
      Accepted: counters.accepted,
      Rejected: counters.rejected,
      Stale: counters.stale,
      'Difficulty Accepted': counters.difficultyAccepted,
    }
  })
  return replyRows(7, `${rows.length} Pool(s)`, 'POOLS', sortByNumber(rows))
}

/** The one session of a unit and the commands that need it. */
function createSessions(unit: Unit) {
  let session: { id: string; usedAtMs: number } | null = null
  let count = 0
  const isLive = () => session !== null && unit.nowMs() - session.usedAtMs <= SESSION_IDLE_MS
  const row = (id: string) => replyRows(316, 'Session information', 'SESSION', [{ SessionID: id }])

  const guard =
    (work: (parts: readonly string[]) => Reply) =>
    (_: Unit, parameter: string | null): Reply => {
      const [id, ...parts] = (parameter ?? '').split(',')
      if (session === null || !isLive() || id !== session.id) return error(402, 'Invalid session')
      session.usedAtMs = unit.nowMs()
      return work(parts)
    }
  const success = (message: string): Reply => ({ status: 'S', code: 318, message })

  return {
    logon(): Reply {
      if (isLive()) return error(401, 'Another session is active')
      count += 1
      session = { id: hash32(`session ${count}`, unit.identity.seed).toString(36), usedAtMs: unit.nowMs() }
      return row(session.id)
    },
    session: (): Reply => row(isLive() ? (session?.id ?? '') : ''),
    logoff: guard(() => {
      session = null
      return success('Session closed')
    }),
    curtail: guard(([mode]) => {
      if (mode !== 'sleep' && mode !== 'wakeup') return error(400, 'Invalid curtail mode')
      unit.change({ asleep: mode === 'sleep' })
      if (mode === 'wakeup') unit.restart()
      return success(`Curtail ${mode}`)
    }),
    resetminer: guard(() => {
      unit.restart()
      return success('Miner reset')
    }),
    rebootdevice: guard(() => {
      unit.reboot()
      return success('Rebooting')
    }),
    ledset: guard(([, mode]) => {
      unit.change({ blink: mode === 'blink' })
      return success('Led set')
    }),
    atmset: guard(([setting]) => {
      unit.change({ custom: { ...unit.view().settings.custom, atm: setting === 'enabled=true' } })
      return success('ATM set')
    }),
    profileset: guard(([name]) => {
      const view = unit.view()
      const profile = profiles(view).find((one) => one['Profile Name'] === name)
      if (profile === undefined) return error(400, 'Invalid profile')
      // Its own management takes the profile back unless it is off.
      if (view.settings.custom.atm !== false) return success('Profile set')
      unit.change({
        powerLimitWatts: Number(profile.Watts),
        custom: { ...view.settings.custom, profile: String(name) },
      })
      return success('Profile set')
    }),
  }
}

/** LuxOS on an Antminer: the cgminer API with sessions. */
export const luxos: Dialect = (unit) => {
  const sessions = createSessions(unit)
  return [
    {
      role: 'rpc',
      standardPort: 4028,
      protocol: 'line',
      answer: createCgminerResponder(unit, {
        description: `LUXminer ${RELEASE}-57b389c7`,
        read: {
          version: (view) =>
            replyRows(22, 'LUXminer versions', 'VERSION', [
              {
                API: '3.7',
                LUXminer: `${RELEASE}-57b389c7`,
                Miner: RELEASE,
                Type: traitsOf(view).type,
              },
            ]),
          config,
          stats,
          summary,
          pools,
          power: (view) =>
            replyRows(311, 'Power usage', 'POWER', [
              { PSU: traitsOf(view).measuresPower, Watts: Math.round(view.state.powerWatts) },
            ]),
          profiles: (view) => replyRows(323, 'List profiles', 'PROFILES', profiles(view)),
        },
        write: {
          ...sessions,
          addpool: poolWrites.addpool,
          removepool: poolWrites.removepool,
          switchpool: poolWrites.switchpool,
          poolpriority: poolWrites.poolpriority,
        },
        closed: new Set(),
        joins: false,
        silentOnUnknown: false,
      }),
    },
  ]
}
