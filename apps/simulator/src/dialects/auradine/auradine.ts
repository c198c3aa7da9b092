import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { round2 } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { AuradineTraits } from '../../models/model.ts'
import { hash32 } from '../../physics/random.ts'
import { poolsReply, summaryReply } from '../cgminer/answers.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { documentOf, fieldsOf, json, page } from '../json-answer.ts'

const PROGRAM = 'GCMiner-2023-05.24'
const SLOTS = 4
/** A ship's machines are as delivered with `root`, which this maker delivers as `admin`. */
const DELIVERED = { user: 'admin', password: 'admin' }

function traitsOf(view: UnitView): AuradineTraits {
  const { traits } = view.model
  if (traits.dialect !== 'auradine') throw new Error(`${view.model.name} does not speak the Auradine dialect`)
  return traits
}

const version = (): Reply => replyRows(22, 'GCMiner versions', 'VERSION', [{ API: '1.0', GCMiner: '0.5' }])

/** What its boards tell here is the board, far below the chips. */
function devs(view: UnitView): Reply {
  const rows = view.state.boardThs.map(
    (rateThs, index): ReplyRow => ({
      DEV: index + 1,
      ID: index + 1,
      Enabled: !view.deadBoards.has(index),
      'MHS 5s': round2(rateThs * 1e6),
      Name: 'ASICBoard',
      Status: view.deadBoards.has(index) ? 'Dead' : 'Alive',
      Temperature: round2((view.state.thermal.chipC[index] ?? 0) - 30),
    }),
  )
  return replyRows(9, `${rows.length} Dev(s)`, 'DEVS', rows)
}

const documents: Readonly<Record<string, (view: UnitView) => Readonly<Record<string, unknown>>>> = {
  ipreport: (view) => ({
    IPReport: [
      {
        SerialNo: view.identity.serial,
        command: 'ipreport',
        hostname: view.identity.hostname,
        mac: view.identity.mac,
        model: traitsOf(view).model,
        version: traitsOf(view).firmware,
      },
    ],
  }),
  psu: ({ state }) => ({
    PSU: [
      {
        FanSpeed1: '4052.00 RPM',
        PoutMax: '3452.00W',
        PowerIn: `${state.powerWatts.toFixed(2)}W`,
        PowerOut: `${(state.powerWatts * 0.95).toFixed(2)}W`,
        Vin: '230.00V',
      },
    ],
  }),
  temperature: ({ state }) => ({
    Temperature: [
      { ID: 0, Name: 'Control Board', BoardTemp: [{ ID: 0, Temperature: 24.9375 }], ChipTemp: null },
      ...state.thermal.chipC.map((chip, index) => ({
        ID: index + 1,
        Name: `Hash Board ${index + 1}`,
        BoardTemp: [{ ID: 0, Temperature: chip - 30 }],
        ChipTemp: [
          { ID: 0, Temperature: chip - 1 },
          { ID: 1, Temperature: chip },
        ],
      })),
    ],
  }),
  fan: ({ model: { hardware }, state }) => {
    const rpm =
      hardware.cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * hardware.cooling.fanMaxRpm) : 0
    return { Fan: Array.from({ length: SLOTS }, (_, index) => ({ ID: index + 1, Max: 7700, Speed: rpm })) }
  },
  mode: ({ asleep }) => ({ Mode: [{ Mode: 'normal', Sleep: asleep ? 'on' : 'off' }] }),
}

function createAuradineWeb(unit: Unit): (request: HttpRequest) => HttpAnswer {
  const token = hash32('token', unit.identity.seed).toString(36)
  const login = unit.credentials.password === 'root' ? DELIVERED : unit.credentials
  const status = (letter: 'S' | 'E', message: string) => ({ STATUS: [{ STATUS: letter, Msg: message }] })
  return (request) => {
    if (request.path === '/') return page('Miner UI')
    const name = request.path.slice(1)
    if (name === 'token' && request.method === 'POST') {
      const { user, password } = fieldsOf(documentOf(request))
      const isRight = user === login.user && password === login.password
      return isRight
        ? json(200, { ...status('S', 'Token'), Token: [{ Token: token }] })
        : json(200, status('E', 'invalid user or password'))
    }
    if (request.headers.token !== token) return json(200, status('E', 'invalid token'))
    const document = Object.hasOwn(documents, name) ? documents[name] : undefined
    return document === undefined
      ? json(404, status('E', 'unknown command'))
      : json(200, { ...status('S', name), ...document(unit.view()) })
  }
}

/** An Auradine: rate, boards and pools open for reading, all else behind the login of its web interface. */
export const auradine: Dialect = (unit) => [
  {
    role: 'rpc',
    standardPort: 4028,
    protocol: 'line',
    answer: createCgminerResponder(unit, {
      description: PROGRAM,
      read: { version, summary: summaryReply, devs, pools: poolsReply },
      closed: new Set(),
      joins: false,
      silentOnUnknown: false,
    }),
  },
  { role: 'web', standardPort: 8080, protocol: 'http', small: false, answer: createAuradineWeb(unit) },
]
