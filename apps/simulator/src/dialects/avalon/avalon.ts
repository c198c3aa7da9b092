import { poolNumber, poolWrites, sortByNumber } from '../../cgminer-api/pool-writes.ts'
import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { poolUrl } from '../../device/pools.ts'
import { round2, sumPools } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { AvalonTraits } from '../../models/model.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect } from '../dialect.ts'

const DESCRIPTION = 'cgminer 4.11.1'
/** Work modes as numbers of the firmware. */
const MODES = ['low', 'normal', 'high'] as const
/** An order for a moment further than this from the unit's own clock is forgotten. */
const SCHEDULE_TOLERANCE_S = 60
const HELP =
  'help|voltage|fan-spd|lcd|hash-sn-read|volt-tuning|workmode|worklevel|work_mode_lvl|reboot|softon|softoff|led|filter-clean|facopts|password|qr_auth|time|'

function traitsOf(view: UnitView): AvalonTraits {
  const { traits } = view.model
  if (traits.dialect !== 'avalon') throw new Error(`${view.model.name} does not speak the Avalon dialect`)
  return traits
}

const elapsedSeconds = (view: UnitView) => Math.floor(view.uptimeMs / 1000)

function summary(view: UnitView): Reply {
  const { state } = view
  const pools = sumPools(state.pools)
  return replyRows(11, 'Summary', 'SUMMARY', [
    {
      Elapsed: elapsedSeconds(view),
      // Over the whole run, also while nothing is hashed.
      'MHS av': round2((state.terahashes * 1e6) / Math.max(1, elapsedSeconds(view))),
      'MHS 5s': round2(state.rateThs * 1e6),
      'MHS 1m': round2(state.averages.m1 * 1e6),
      'MHS 5m': round2(state.averages.m5 * 1e6),
      'MHS 15m': round2(state.averages.m15 * 1e6),
      'Found Blocks': 0,
      Accepted: pools.accepted,
      Rejected: pools.rejected,
      Stale: pools.stale,
      'Difficulty Accepted': pools.difficultyAccepted,
      'Difficulty Rejected': pools.difficultyRejected,
      'Difficulty Stale': pools.difficultyStale,
      'Best Share': Math.round(pools.bestDifficulty),
    },
  ])
}

function devs(view: UnitView): Reply {
  return replyRows(9, '1 ASC(s)', 'DEVS', [
    {
      ASC: 0,
      Name: 'AVALON',
      ID: 0,
      Enabled: 'Y',
      Status: 'Alive',
      Temperature: round2(Math.max(...view.state.thermal.chipC) - 10),
      'MHS 5s': round2(view.state.rateThs * 1e6),
    },
  ])
}

/** Reports passwords too, as the firmware does. */
function pools(view: UnitView): Reply {
  const rows = view.pools.map((pool, index): ReplyRow => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    return {
      POOL: poolNumber(view, index),
      URL: poolUrl(pool),
      Status: view.poolAlive[index] ? 'Alive' : 'Dead',
      Priority: index,
      User: pool.user,
      Password: pool.password,
      'Stratum Active': view.state.activePool === index,
      Accepted: counters.accepted,
      Rejected: counters.rejected,
      Stale: counters.stale,
      'Difficulty Accepted': counters.difficultyAccepted,
    }
  })
  return replyRows(7, `${rows.length} Pool(s)`, 'POOLS', sortByNumber(rows))
}

/** Everything else of the unit in one text. */
function formatUnit(view: UnitView): string {
  const { state, settings } = view
  const hottest = Math.round(Math.max(...state.thermal.chipC))
  const cooling = view.model.hardware.cooling
  const fan = cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0
  const ghs = round2(state.rateThs * 1000)
  const watts = view.asleep ? 0 : Math.round(state.powerWatts)
  const work = view.asleep ? 'In Idle' : state.workingMs === 0 ? 'In Init' : 'In Work'
  const fields: Record<string, string | number> = {
    Ver: traitsOf(view).version,
    DNA: view.identity.serial,
    SYSTEMSTATU: `Work: ${work}, Hash Board: ${view.model.hardware.boards}`,
    Elapsed: elapsedSeconds(view),
    ITemp: 27,
    TMax: view.asleep ? 0 : hottest,
    TAvg: view.asleep ? 0 : hottest - 6,
    TarT: 65,
    Fan1: view.asleep ? 0 : fan,
    Fan2: view.asleep ? 0 : fan,
    PS: `0 1214 1316 242 ${watts} 1320 146`,
    GHSspd: ghs,
    GHSmm: round2(view.model.hardware.nominalThs * 1000),
    GHSavg: round2((state.terahashes * 1000) / Math.max(1, elapsedSeconds(view))),
    WU: 0,
    Led: settings.blink ? 1 : 0,
    SoftOFF: view.asleep ? 4 : 0,
    WORKMODE: MODES.indexOf(settings.workMode),
    WORKLEVEL: 0,
    'Nonce Mask': 25,
  }
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}[${value}]`)
    .join(' ')
  return `'STATS':{${text}}`
}

const stats = (view: UnitView): Reply =>
  replyRows(70, 'CGMiner stats', 'STATS', [{ STATS: 0, ID: 'AVALON0', 'MM ID0:Summary': formatUnit(view) }])

/** `ascset`: good orders are answered with information (I, 118), and `softon` with nothing at all. */
function ascset(unit: Unit, parameter: string | null): Reply | Buffer {
  const [board, option = '', ...rest] = (parameter ?? '').split(',')
  const info = (message: string): Reply => ({
    status: 'I',
    code: 118,
    message: `ASC 0 set info: ${message}`,
  })
  const set: Reply = { status: 'S', code: 119, message: 'ASC 0 set OK' }
  if (board !== '0') return { status: 'E', code: 107, message: 'Invalid ASC id' }
  switch (option) {
    case 'help':
      return info(HELP)
    case 'softoff':
    case 'softon': {
      const at = Number(rest[0]?.replace(/^1:/, ''))
      const isTimely = Math.abs(at - Math.floor(unit.nowMs() / 1000)) <= SCHEDULE_TOLERANCE_S
      if (isTimely) unit.change({ asleep: option === 'softoff' })
      if (isTimely && option === 'softon') unit.restart()
      return option === 'softon' ? Buffer.alloc(0) : info(`success softoff:${at}`)
    }
    case 'workmode': {
      const mode = MODES[Number(rest[1])]
      if (rest[0] !== 'set' || mode === undefined)
        return { status: 'E', code: 120, message: 'ASC 0 set failed' }
      unit.change({ workMode: mode })
      return set
    }
    case 'led':
      unit.change({ blink: rest[0] === '1-1' })
      return set
    case 'reboot':
      unit.reboot()
      return set
    default:
      return { status: 'E', code: 119, message: `ASC 0 set failed: Unknown option: ${option}` }
  }
}

/** Stock firmware of Avalons. */
export const avalon: Dialect = (unit) => [
  {
    role: 'rpc',
    standardPort: 4028,
    protocol: 'line',
    answer: createCgminerResponder(unit, {
      description: DESCRIPTION,
      read: {
        version: (view) =>
          replyRows(22, 'CGMiner versions', 'VERSION', [
            {
              CGMiner: '4.11.1',
              API: '3.7',
              PROD: traitsOf(view).product,
              MODEL: traitsOf(view).model,
              DNA: view.identity.serial,
              MAC: view.identity.mac,
              LVERSION: traitsOf(view).version,
            },
          ]),
        summary,
        devs,
        pools,
        stats,
        litestats: stats,
        devdetails: () =>
          replyRows(69, 'Device Details', 'DEVDETAILS', [
            { DEVDETAILS: 0, Name: 'AVALON', ID: 0, Driver: 'avalon', Kernel: '', Model: '' },
          ]),
      },
      write: { ...poolWrites, ascset },
      isWritable: (view) => view.settings.writable,
      closed: new Set(['ascset', 'restart', 'quit', 'addpool', 'switchpool', 'removepool', 'poolpriority']),
      joins: true,
      silentOnUnknown: false,
    }),
  },
]
