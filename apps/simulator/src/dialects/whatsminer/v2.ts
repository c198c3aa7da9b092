import { parseCgminerRequest } from '../../cgminer-api/request.ts'
import type { Unit, UnitView } from '../../device/unit.ts'
import { errorCodes, v2Devs, v2Pools, v2Status, v2Summary, whatsminerTraits } from './answers.ts'
import { cryptMd5, seal, sha256, unseal } from './crypt.ts'
import { deeds, poolFrom } from './writes.ts'

type Fields = Readonly<Record<string, unknown>>

const TOKEN_LIFE_MS = 30 * 60_000
/** As delivered; no write is taken with it. */
const DELIVERED = 'admin'

/**
 * The second API. Reads are open, commands that begin with `get_` cannot be joined; writes come encrypted under a token that
 * lives half an hour, and are taken only when the password is no longer the delivered one and the owner's switch is on.
 */
export function createV2Rpc(unit: Unit): (request: Buffer) => Buffer {
  let token: { salt: string; newsalt: string; time: string; madeAtMs: number } | null = null
  let count = 0

  const answer = (view: UnitView, fields: Fields) =>
    Buffer.from(`${JSON.stringify({ ...fields, When: Math.floor(view.nowMs / 1000) })}\0`)
  const list = (view: UnitView, code: number, message: string, name: string, rows: readonly Fields[]) => {
    const when = Math.floor(view.nowMs / 1000)
    const status = { STATUS: 'S', When: when, Code: code, Msg: message, Description: 'btminer' }
    return Buffer.from(`${JSON.stringify({ STATUS: [status], [name]: rows, id: 1 })}\0`)
  }
  const message = (view: UnitView, code: number, content: unknown, letter = 'S') =>
    answer(view, { STATUS: letter, Code: code, Msg: content, Description: '' })

  function makeToken(view: UnitView): Buffer {
    if (!view.settings.writable) return message(view, 45, 'API access disabled', 'E')
    count += 1
    const text = (kind: string) =>
      sha256(`${unit.identity.seed} ${kind} ${count}`).toString('hex').slice(0, 8)
    token = {
      salt: text('salt'),
      newsalt: text('newsalt'),
      time: String(Math.floor(view.nowMs / 1000) % 10_000),
      madeAtMs: view.nowMs,
    }
    return message(view, 133, { time: token.time, salt: token.salt, newsalt: token.newsalt })
  }

  function takeWrite(view: UnitView, data: string): Buffer {
    const { password } = unit.credentials
    const refuse = (code: number, text: string) => message(view, code, text, 'E')
    if (token === null || view.nowMs - token.madeAtMs > TOKEN_LIFE_MS) return refuse(135, 'token err')
    const key = cryptMd5(password, token.salt)
    const aesKey = sha256(key)
    const text = unseal(data, aesKey)
    if (text === null) return refuse(134, 'token err')
    const fields = JSON.parse(text) as Fields
    if (fields.token !== cryptMd5(key + token.time, token.newsalt)) return refuse(134, 'token err')
    if (password === DELIVERED) return refuse(45, 'Permission denied')
    const code = carryOut(unit, fields)
    const when = Math.floor(view.nowMs / 1000)
    const reply = {
      STATUS: code === 131 ? 'S' : 'E',
      When: when,
      Code: code,
      Msg: code === 131 ? 'API command OK' : 'API command ERROR',
      Description: '',
    }
    return Buffer.from(JSON.stringify({ enc: seal(JSON.stringify(reply), aesKey) }))
  }

  return (received) => {
    const view = unit.view()
    const fields = parse(received)
    if (fields?.enc === 1 && typeof fields.data === 'string') return takeWrite(view, fields.data)
    const command = typeof fields?.cmd === 'string' ? fields.cmd : parseCgminerRequest(received).command
    const traits = whatsminerTraits(view)
    switch (command) {
      case 'summary':
        return list(view, 11, 'Summary', 'SUMMARY', [v2Summary(view)])
      case 'devs':
      case 'edevs':
        return list(view, 9, `${view.model.hardware.boards} ASC(s)`, 'DEVS', v2Devs(view))
      case 'pools':
        return list(view, 7, `${view.pools.length} Pool(s)`, 'POOLS', v2Pools(view))
      case 'devdetails':
        return list(view, 69, 'Device Details', 'DEVDETAILS', [
          { DEVDETAILS: 0, Name: 'SM', Driver: 'bitmicro', Model: traits.type },
        ])
      case 'status':
        return message(view, 131, v2Status(view))
      case 'get_version':
      case 'version':
        return message(view, 131, {
          api_ver: traits.apiVersion,
          fw_ver: traits.firmware,
          platform: 'H616',
          miner_type: traits.type,
        })
      case 'get_miner_info':
        return message(view, 131, {
          mac: view.identity.mac,
          hostname: view.identity.hostname,
          ledstat: view.settings.blink ? 'manual' : 'auto',
        })
      case 'get_psu':
        return message(view, 131, { name: 'P222B', model: 'P222B', fan_speed: '6000' })
      case 'get_error_code':
        return message(view, 131, { error_code: errorCodes(view) })
      case 'get_token':
        return makeToken(view)
      default:
        return message(view, 14, 'invalid cmd', 'E')
    }
  }
}

function parse(received: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(received.toString())
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

/** The code of the answer. */
function carryOut(unit: Unit, fields: Fields): number {
  const number = (value: unknown, most: number) => {
    const parsed = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
    return parsed <= most ? parsed : null
  }
  switch (fields.cmd) {
    case 'power_off':
      // A truth value instead of the text is not understood.
      if (fields.respbefore !== 'true' && fields.respbefore !== 'false') return 132
      deeds.off(unit)
      return 131
    case 'power_on':
      deeds.on(unit)
      return 131
    case 'restart_btminer':
      deeds.restart(unit)
      return 131
    case 'reboot':
      deeds.reboot(unit)
      return 131
    case 'set_led':
      deeds.led(unit, fields.param !== 'auto')
      return 131
    case 'set_low_power':
      deeds.mode(unit, 'low')
      return 131
    case 'set_normal_power':
      deeds.mode(unit, 'normal')
      return 131
    case 'set_high_power':
      deeds.mode(unit, 'high')
      return 131
    case 'adjust_power_limit': {
      const watts = number(fields.power_limit, 99_999)
      if (watts === null) return 132
      deeds.limit(unit, watts)
      return 131
    }
    case 'set_power_pct':
    case 'set_power_pct_v2': {
      const percent = number(fields.percent, 100)
      if (percent === null) return 132
      deeds.percent(unit, percent)
      return 131
    }
    case 'update_pools':
      deeds.pools(
        unit,
        [1, 2, 3].map((slot) =>
          poolFrom(fields[`pool${slot}`], fields[`worker${slot}`], fields[`passwd${slot}`]),
        ),
      )
      return 131
    default:
      return 14
  }
}
