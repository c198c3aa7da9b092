import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { poolUrl } from '../../device/pools.ts'
import { sumPools } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { HammerTraits } from '../../models/model.ts'
import { poolsReply, summaryReply } from '../cgminer/answers.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { answer, page, requireLogin } from '../digest-pages.ts'

const REALM = 'blackMiner Configuration'
const PROGRAM = '2.3.3'
const SLOTS = 4

function traitsOf(view: UnitView): HammerTraits {
  const { traits } = view.model
  if (traits.dialect !== 'hammer') throw new Error(`${view.model.name} does not speak the Hammer dialect`)
  return traits
}

const mhs = (ths: number) => (ths * 1e6).toFixed(4)

const about = (view: UnitView): ReplyRow => ({
  CGMiner: PROGRAM,
  Miner: '2.0.2.2',
  CompileTime: traitsOf(view).compiled,
  Type: traitsOf(view).type,
})

const version = (view: UnitView): Reply =>
  replyRows(22, 'CGMiner versions', 'VERSION', [{ ...about(view), API: '3.1' }])

/** Of scrypt, in texts, and with one figure for accepted and refused shares alike. */
function summary(view: UnitView): Reply {
  const [row] = summaryReply(view).section?.rows ?? []
  const shares = sumPools(view.state.pools).rejected.toFixed(4)
  return replyRows(11, 'Summary', 'SUMMARY', [
    { ...row, 'MHS 5s': mhs(view.state.rateThs), Accepted: shares, Rejected: shares },
  ])
}

function stats(view: UnitView): Reply {
  const { state, model, deadBoards } = view
  const { cooling, chipsPerBoard, boards } = model.hardware
  const row: Record<string, ReplyRow[string]> = {
    STATS: 0,
    ID: 'A30',
    Elapsed: Math.floor(view.uptimeMs / 1000),
    'MHS 5s': mhs(state.rateThs),
    miner_count: boards - deadBoards.size,
    fan_num: 4,
    temp_num: boards * 4,
    temp_max: 99,
  }
  const rpm = cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0
  for (let slot = 1; slot <= SLOTS; slot++) {
    const isThere = slot <= boards && !deadBoards.has(slot - 1)
    row[`fan${slot}`] = rpm
    row[`temp${slot}`] = isThere ? Math.round(state.thermal.chipC[slot - 1] ?? 0) : 0
    row[`chain_acn${slot}`] = isThere ? chipsPerBoard : 0
    row[`chain_acs${slot}`] = isThere ? ` ${'o'.repeat(chipsPerBoard)}` : ''
    row[`chain_hw${slot}`] = isThere ? (state.hardwareErrors[slot - 1] ?? 0) : 0
    row[`chain_rate${slot}`] = isThere ? mhs(state.boardThs[slot - 1] ?? 0) : ''
  }
  return replyRows(70, 'CGMiner stats', 'STATS', [about(view), row])
}

const documents: Readonly<Record<string, (view: UnitView) => unknown>> = {
  get_system_info: (view) => ({
    minertype: traitsOf(view).type,
    macaddr: view.identity.mac,
    hostname: 'Hammer',
    system_filesystem_version: '2022-11-11 13-46-30 CST',
    cgminer_version: PROGRAM,
  }),
  get_miner_conf: (view) => ({
    pools: view.pools.map((pool) => ({ url: poolUrl(pool), user: pool.user, pass: pool.password })),
    'bitmain-work-mode': view.asleep ? '1' : '0',
  }),
}

function createHammerWeb(unit: Unit): (request: HttpRequest) => HttpAnswer {
  return requireLogin(unit, REALM, 'web', ({ path }) => {
    const name = /^\/cgi-bin\/(\w+)\.cgi$/.exec(path)?.[1] ?? ''
    const document = Object.hasOwn(documents, name) ? documents[name] : undefined
    if (document !== undefined) return answer(200, 'application/json', JSON.stringify(document(unit.view())))
    return path === '/'
      ? answer(200, 'text/html', page('Miner Configuration'))
      : answer(404, 'text/html', page('404 - Not Found'))
  })
}

/** A Hammer, which mines scrypt: its API open for reading, its pages behind a login. */
export const hammer: Dialect = (unit) => [
  {
    role: 'rpc',
    standardPort: 4028,
    protocol: 'line',
    answer: createCgminerResponder(unit, {
      description: `ccminer ${PROGRAM}`,
      read: { version, summary, pools: poolsReply, stats },
      closed: new Set(),
      joins: false,
      silentOnUnknown: false,
    }),
  },
  { role: 'web', standardPort: 80, protocol: 'http', small: false, answer: createHammerWeb(unit) },
]
