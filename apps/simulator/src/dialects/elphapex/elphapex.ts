import { poolUrl } from '../../device/pools.ts'
import { round2 } from '../../device/readings.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import type { ElphapexTraits } from '../../models/model.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { answer, page, requireLogin } from '../digest-pages.ts'

const REALM = 'Daoge Configuration'
/** What firmware shows on every board, warm or cold. */
const SAME_EVERYWHERE = [47, 46, 67, 66]
/** A share of scrypt of difficulty 1 takes 65,536 times less work than one of SHA-256. */
const SCRYPT_SCALE = 65_536

function traitsOf(view: UnitView): ElphapexTraits {
  const { traits } = view.model
  if (traits.dialect !== 'elphapex') throw new Error(`${view.model.name} does not speak the Elphapex dialect`)
  return traits
}

const mhs = (ths: number) => round2(ths * 1e6)
const elapsedSeconds = (view: UnitView) => Math.floor(view.state.workingMs / 1000)

function head(view: UnitView, message: string) {
  const { type, firmware } = traitsOf(view)
  return {
    STATUS: {
      STATUS: 'S',
      when: Math.floor(view.uptimeMs / 1000),
      timestamp: Math.floor(view.nowMs / 1000),
      api_version: '1.0.0',
      Msg: message,
    },
    INFO: { miner_version: firmware, CompileTime: '', dev_sn: view.identity.serial, type },
  }
}

const systemInfo = (view: UnitView) => ({
  minertype: traitsOf(view).type,
  Algorithm: 'Scrypt',
  macaddr: view.identity.mac.toLowerCase(),
  hostname: traitsOf(view).type,
  system_filesystem_version: traitsOf(view).firmware,
  firmware_type: 'Release',
  nettype: 'DHCP',
})

const rates = (view: UnitView) => ({
  rate_unit: 'MH/s',
  elapsed: elapsedSeconds(view),
  rate_5s: mhs(view.state.rateThs),
  rate_15m: mhs(view.state.averages.m15),
  rate_ideal: mhs(view.model.hardware.nominalThs),
})

function stats(view: UnitView) {
  const { state, model, deadBoards } = view
  const { cooling, chipsPerBoard, nominalThs, boards } = model.hardware
  const rpm = cooling.kind === 'air' ? Math.round(state.thermal.fanFraction * cooling.fanMaxRpm) : 0
  const chain = state.boardThs.map((rateThs, index) => {
    const chip = String(Math.round((state.thermal.chipC[index] ?? 0) * 1000))
    return {
      index,
      sn: view.identity.boardSerials[index] ?? '',
      asic_num: deadBoards.has(index) ? 0 : chipsPerBoard,
      asic: 'ooooooooo oooooooo oooooooo oooooooo oooo',
      eeprom_loaded: true,
      rate_ideal: mhs(nominalThs / boards),
      rate_real: mhs(rateThs),
      temp_chip: [chip, chip, '', ''],
      temp_pcb: SAME_EVERYWHERE,
      temp_pic: SAME_EVERYWHERE,
    }
  })
  const fan = Array.from({ length: 4 }, () => String(rpm))
  const row = { ...rates(view), chain_num: boards, chain, fan_num: 4, fan }
  return { ...head(view, 'stats'), STATS: [row] }
}

function summary(view: UnitView) {
  const line = (type: string, isWell: boolean) => ({ type, status: isWell ? 's' : '', msg: '', code: 0 })
  const works = view.state.rateThs > 0
  const status = [line('rate', works), line('network', works), line('fans', true), line('temp', true)]
  return { ...head(view, 'summary'), SUMMARY: [{ ...rates(view), bestshare: 0, status }] }
}

const pools = (view: UnitView) => ({
  ...head(view, 'pools'),
  POOLS: view.pools.map((pool, index) => {
    const counters = view.state.pools[index] ?? emptyPoolCounters
    return {
      index,
      priority: index,
      url: poolUrl(pool),
      user: pool.user,
      status: view.state.activePool === index ? 'Alive' : 'Unreachable',
      accepted: counters.accepted,
      rejected: counters.rejected,
      stale: counters.stale,
      getworks: counters.getworks,
      diffa: counters.difficultyAccepted * SCRYPT_SCALE,
      lsdiff: counters.lastShareDifficulty * SCRYPT_SCALE,
      lstime: '00:00:02',
    }
  }),
})

const power = (view: UnitView) => ({
  power_output: String(Math.round(view.state.powerWatts)),
  power_temp: '270',
})

const minerConf = (view: UnitView) => ({
  pools: view.pools.map((pool) => ({ url: poolUrl(pool), user: pool.user, pass: pool.password })),
  algo: 'ltc',
  'fc-work-mode': view.asleep ? 1 : 0,
  'fc-freq-level': '100',
})

const documents: Readonly<Record<string, (view: UnitView) => unknown>> = {
  get_system_info: systemInfo,
  stats,
  summary,
  pools,
  get_power: power,
  get_miner_conf: minerConf,
}

function createElphapexWeb(unit: Unit): (request: HttpRequest) => HttpAnswer {
  return requireLogin(unit, REALM, 'web', ({ path }) => {
    if (path === '/') return answer(200, 'text/html', page('Elphapex'))
    const name = /^\/cgi-bin\/(\w+)\.cgi$/.exec(path)?.[1] ?? ''
    const document = Object.hasOwn(documents, name) ? documents[name] : undefined
    return document === undefined
      ? answer(404, 'text/html', page('404 - Not Found'))
      : answer(200, 'application/json', JSON.stringify(document(unit.view())))
  })
}

/** An Elphapex, which mines scrypt: everything behind its login, for reading. */
export const elphapex: Dialect = (unit) => [
  { role: 'web', standardPort: 80, protocol: 'http', small: false, answer: createElphapexWeb(unit) },
]
