import { budgetFrom } from '../budget.ts'
import type { DeviceCredentials } from '../device-control.ts'
import { readOnlyControl } from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { wholeRow } from '../http/json-call.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { isProtoSystem, protoFaults, protoIdentity, protoMac, protoReading } from './proto-reading.ts'
import { createProtoReads, isLoginWanted, tryProtoLogin } from './proto-session.ts'

/** Chips tell their temperature only at this level. */
const TELEMETRY = 'telemetry?level=miner,asic,psu'

export type ProtoOptions = { loginOf?: (deviceKey: string) => DeviceCredentials | null }

/** Proto Rigs, by the API of Proto OS. Reads only. */
export function createProtoDriver(options: ProtoOptions = {}): Driver {
  const loginOf = options.loginOf ?? (() => null)
  const reads = createProtoReads()
  const errors = createSlowLook()
  return {
    name: 'proto',

    async identify(address, { cgminer, http }, context) {
      if (http === null || recognise({ cgminer, http }).make !== 'Proto') return null
      const at = { ...address, port: http.port }
      const read = reads(at, null, budgetFrom(context))
      const system = wholeRow(await read('system'))
      return isProtoSystem(system) ? protoIdentity(at, system, wholeRow(await read('network'))) : null
    },

    async poll(address, known, context) {
      const read = reads(address, loginOf(known.key), budgetFrom(context))
      const outcome = await read('mining')
      if (!outcome.ok) return { ok: false, reason: outcome.reason }
      const network = wholeRow(await read('network'))
      const mac = protoMac(network)
      const expected = { ...known, ipAddress: address.host, port: address.port }
      const isExpected = mac === null || mac === known.macAddress
      const system = isExpected ? null : wholeRow(await read('system'))
      const identity = isProtoSystem(system) ? protoIdentity(address, system, network) : expected
      const telemetry = await read(TELEMETRY)
      const reading = protoReading({
        mining: wholeRow(outcome),
        telemetry: wholeRow(telemetry),
        isSecured: isLoginWanted(telemetry),
        pools: wholeRow(await read('pools')),
        cooling: wholeRow(await read('cooling')),
      })
      if (reading === null) {
        // It is there, and keeps everything behind its login.
        const isLocked = isLoginWanted(outcome) && isLoginWanted(telemetry) && mac !== null
        return isLocked
          ? { ok: true, identity, reading: emptyReading(null) }
          : { ok: false, reason: 'garbled' }
      }
      const look = async () => {
        const list = await read('errors')
        return list.ok && list.status === 200 && !list.partial ? protoFaults(list.value) : null
      }
      return { ok: true, identity, reading: await errors.add(identity.key, reading, look) }
    },

    ...readOnlyControl,
    tryLogin: tryProtoLogin,
  }
}
