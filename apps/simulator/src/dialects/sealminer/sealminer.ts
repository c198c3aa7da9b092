import { type Reply, type ReplyRow, replyRows } from '../../cgminer-api/reply.ts'
import { createCgminerResponder } from '../../cgminer-api/responder.ts'
import { round2 } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { SealminerTraits } from '../../models/model.ts'
import { poolsReply, summaryReply } from '../cgminer/answers.ts'
import type { Dialect } from '../dialect.ts'

/** What the rate over five seconds, reckoned from shares, is of that of the chips in lucky seconds. */
const SHARE_LUCK = 1.67

function traitsOf(view: UnitView): SealminerTraits {
  const { traits } = view.model
  if (traits.dialect !== 'sealminer')
    throw new Error(`${view.model.name} does not speak the SealMiner dialect`)
  return traits
}

const mhs = (ths: number) => round2(ths * 1e6)

const version = (): Reply => replyRows(22, 'BDMiner versions', 'VERSION', [{ BDMiner: '4.11.1', API: '3.7' }])

function summary(view: UnitView): Reply {
  const [row] = summaryReply(view).section?.rows ?? []
  return replyRows(11, 'Summary', 'SUMMARY', [{ ...row, 'MHS 5s': mhs(view.state.rateThs * SHARE_LUCK) }])
}

function stats(view: UnitView): Reply {
  const { state, model, identity } = view
  const { cooling, chipsPerBoard, nominalThs } = model.hardware
  const row: Record<string, ReplyRow[string]> = {
    STATS: 0,
    ID: 'A20',
    Elapsed: Math.floor(view.uptimeMs / 1000),
    MAC: identity.mac.toLowerCase(),
    Model: traitsOf(view).model,
    Firmware: traitsOf(view).firmware,
    'Ctrl Board SN': identity.serial,
    'Error Code': '',
    'MHS(30s)': mhs(state.rateThs),
    'MHS(1m)': mhs(state.averages.m1),
    'MHS(Ideal)': mhs(nominalThs),
    'MHS(Sample)': mhs(state.rateThs),
    'PSU Input Power': Math.round(state.powerWatts),
    Temp: Math.round(Math.max(...state.thermal.chipC)),
  }
  for (const [board, rateThs] of state.boardThs.entries()) {
    const isDead = view.deadBoards.has(board)
    const chip = Math.round(state.thermal.chipC[board] ?? 0)
    row[`${board} Chip Count`] = isDead ? 0 : chipsPerBoard
    row[`${board} Bad Chip Count`] = 0
    row[`${board} MHS(Sample)`] = mhs(rateThs)
    row[`${board} Online`] = !isDead
    row[`${board} Temp 0`] = chip - 15
    row[`${board} Temp 2`] = chip
  }
  const rpm = cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0
  for (let fan = 0; fan < 4; fan++) row[`${fan} Speed`] = rpm
  return replyRows(70, 'BDMiner stats', 'STATS', [row])
}

function createSealminerRpc(unit: Unit): (request: Buffer) => Buffer {
  return createCgminerResponder(unit, {
    description: 'bdminer 4.11.1',
    read: { version, summary, pools: poolsReply, stats },
    closed: new Set(),
    joins: false,
    silentOnUnknown: false,
  })
}

/** A SealMiner with its maker's firmware, open for reading. */
export const sealminer: Dialect = (unit) => [
  { role: 'rpc', standardPort: 4028, protocol: 'line', answer: createSealminerRpc(unit) },
]
