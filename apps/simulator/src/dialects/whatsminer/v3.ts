import type { Unit } from '../../device/unit.ts'
import { fieldsOf } from '../json-answer.ts'
import { v3Edevs, v3Info, v3Pools, v3Setting, v3Summary } from './answers.ts'
import { sha256, unseal } from './crypt.ts'
import { deeds, poolFrom } from './writes.ts'

type Fields = Readonly<Record<string, unknown>>

/** How far the time in a token may lie from the unit's own clock. */
const CLOCK_TOLERANCE_S = 60

/**
 * The third API: frames, open reads, and writes with a token made of command, password, salt and the unit's own time. The
 * unit's clock may be far off (`clockSkewS` among its own settings), as on ships without a time server.
 */
export function createV3(unit: Unit, host: string): (request: string) => string {
  const salt = sha256(`${unit.identity.seed} v3`).toString('base64').replace(/[+/=]/g, 'x').slice(0, 8)

  const nowSeconds = () =>
    Math.floor(unit.nowMs() / 1000) + Number(unit.view().settings.custom.clockSkewS ?? 0)
  const reply = (desc: string, code: number, msg: unknown) =>
    JSON.stringify({ code, when: nowSeconds(), msg, desc })

  function read(command: string, param: unknown): unknown {
    const view = unit.view()
    if (command === 'get.device.info') {
      const info = v3Info(view, host, salt)
      return typeof param === 'string' ? { [param]: info[param] } : info
    }
    if (command === 'get.miner.setting') return v3Setting(view)
    if (command !== 'get.miner.status') return undefined
    if (param === 'summary') return { summary: v3Summary(view) }
    if (param === 'pools') return { pools: v3Pools(view) }
    return param === 'edevs' ? { edevs: v3Edevs(view) } : {}
  }

  function write(command: string, fields: Fields): { code: number; msg: string } {
    const { settings } = unit.view()
    if (!settings.writable) return { code: -5, msg: 'api switch is disabled' }
    const { user, password } = unit.credentials
    const digest = sha256(`${command}${password}${salt}${fields.ts}`)
    const isRight = fields.account === user && fields.token === digest.toString('base64').slice(0, 8)
    if (!isRight) return { code: -4, msg: 'token error' }
    if (Math.abs(Number(fields.ts) - nowSeconds()) > CLOCK_TOLERANCE_S)
      return { code: -4, msg: 'token expired' }
    return carryOut(unit, command, fields.param, digest)
  }

  return (text) => {
    let fields: Fields
    try {
      fields = JSON.parse(text) as Fields
    } catch {
      return reply('', -1, 'invalid json')
    }
    const command = String(fields.cmd ?? '')
    if (command.startsWith('set.')) {
      const { code, msg } = write(command, fields)
      return reply(command, code, msg)
    }
    const content = read(command, fields.param)
    return content === undefined ? reply(command, -2, 'invalid command') : reply(command, 0, content)
  }
}

const ok = { code: 0, msg: 'ok' }
const badParam = { code: -3, msg: 'invalid param' }

function carryOut(unit: Unit, command: string, param: unknown, key: Buffer): { code: number; msg: string } {
  switch (command) {
    case 'set.miner.service':
      if (param === 'stop') deeds.off(unit)
      else if (param === 'start') deeds.on(unit)
      else if (param === 'restart') deeds.restart(unit)
      else return badParam
      return ok
    case 'set.system.reboot':
      deeds.reboot(unit)
      return ok
    case 'set.system.led':
      deeds.led(unit, param !== 'auto')
      return ok
    case 'set.miner.power_mode':
      if (param !== 'low' && param !== 'normal' && param !== 'high') return badParam
      deeds.mode(unit, param)
      return ok
    case 'set.miner.power_limit':
      if (typeof param !== 'number' || param > 99_999) return badParam
      deeds.limit(unit, param)
      return ok
    case 'set.miner.power_percent': {
      // A number is not accepted, despite what the documents say.
      const { percent } = fieldsOf(param)
      if (typeof percent !== 'string' || !(Number(percent) >= 0 && Number(percent) <= 100)) return badParam
      deeds.percent(unit, Number(percent))
      return ok
    }
    case 'set.miner.pools': {
      const text = typeof param === 'string' ? unseal(param, key) : null
      if (text === null) return badParam
      const pools = JSON.parse(text) as Fields[]
      deeds.pools(
        unit,
        pools.map((pool) => poolFrom(pool.pool, pool.worker, pool.passwd)),
      )
      return ok
    }
    default:
      return { code: -2, msg: 'invalid command' }
  }
}
