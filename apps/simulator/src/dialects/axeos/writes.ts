import { flash } from '../../device/flash.ts'
import type { PoolSetting } from '../../device/pools.ts'
import type { Unit } from '../../device/unit.ts'
import type { HttpAnswer, HttpRequest } from '../dialect.ts'
import { axeosTraits, savedPools } from './system-info.ts'

type Fields = Readonly<Record<string, unknown>>

/** Small boards are back soon. */
const RESTART_MS = 8_000

const text = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain' },
  body,
})

/**
 * The calls that change something; null for those this firmware does not have. Settings are saved at once, but pools are
 * used only after the next start. A restart ends every rest, since neither pause nor shutdown is saved.
 */
export function axeosWrite(unit: Unit, request: HttpRequest): HttpAnswer | null {
  const { family } = axeosTraits(unit.view())
  const { custom } = unit.view().settings
  if (request.method === 'PATCH' && request.path === '/api/system') return patchSystem(unit, request)
  if (request.method !== 'POST') return null
  switch (request.path) {
    case '/api/system/restart':
      unit.change({ asleep: false, pools: savedPools(unit.view()) })
      unit.reboot(RESTART_MS)
      return text(200, 'System will restart shortly.')
    case '/api/system/OTA':
      if (custom.otp !== undefined && request.headers['x-totp'] !== custom.otp)
        return text(401, 'OTP required')
      if (!flash(unit, request.bytes, RESTART_MS)) return text(500, 'Validation / Activation Error')
      unit.change({ asleep: false, pools: savedPools(unit.view()) })
      return text(200, 'Firmware update complete, rebooting now!\n')
    case '/api/system/pause':
    case '/api/system/resume':
      if (family !== 'bitaxe' || custom.hasPause === false) return null
      unit.change({ asleep: request.path.endsWith('pause') })
      return text(200, '')
    case '/api/system/identify':
      if (family !== 'bitaxe') return null
      unit.change({ blink: true })
      return text(200, 'Device says Hi!')
    case '/api/system/shutdown':
      if (family !== 'nerdqaxe') return null
      unit.change({ asleep: true })
      return text(200, 'System will shutdown shortly.')
    default:
      return null
  }
}

function patchSystem(unit: Unit, request: HttpRequest): HttpAnswer {
  const view = unit.view()
  const { settings, model } = view
  if (settings.custom.otp !== undefined && request.headers['x-totp'] !== settings.custom.otp) {
    return text(401, 'OTP required')
  }
  const fields = parse(request.body)
  if (fields === null) return text(400, 'Invalid JSON')
  if (!settings.writable) return text(500, 'Failed to save')
  const pools = savedPools(view).map((pool) => ({ ...pool }))
  if (settings.custom.poolTable === true) {
    // From 2.15 on the fields of before are taken and ignored.
    for (const row of Array.isArray(fields.pools) ? fields.pools : []) {
      const { id, stratumURL, stratumPort, stratumUser, stratumPassword } = row
      const present = pools[id]
      pools[id] = {
        host: String(stratumURL ?? present?.host ?? ''),
        port: Number(stratumPort ?? present?.port ?? 0),
        user: String(stratumUser ?? present?.user ?? ''),
        password: String(stratumPassword ?? present?.password ?? ''),
      }
    }
  } else
    for (const [index, name] of ['stratum', 'fallbackStratum'].entries()) {
      const present: PoolSetting = pools[index] ?? { host: '', port: 0, user: '', password: '' }
      pools[index] = {
        host: String(fields[`${name}URL`] ?? present.host),
        port: Number(fields[`${name}Port`] ?? present.port),
        user: String(fields[`${name}User`] ?? present.user),
        password: String(fields[`${name}Password`] ?? present.password),
      }
    }
  const frequency = Number(fields.frequency ?? settings.custom.frequency ?? model.hardware.frequencyMhz)
  unit.change({
    powerPercent: (frequency / model.hardware.frequencyMhz) * 100,
    custom: { ...settings.custom, frequency, savedPools: pools },
  })
  return text(200, '')
}

function parse(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}
