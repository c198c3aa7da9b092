import type { DeviceFault, DeviceIdentity } from '@shipminer/contract/telemetry'
import { antminerReading } from '../antminer/antminer-reading.ts'
import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { modelName } from '../cgminer/cgminer-identity.ts'
import { type CommandReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { countOf, fieldOf, macAddress, powerWatts, type Row, textOf } from '../cgminer/values.ts'
import type { DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../driver.ts'
import { identityKey } from '../identity-key.ts'
import { faultFromWords, loggedFaultMs } from '../judge/faults.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading, withUnknownRest } from '../reading.ts'
import { createSlowLook } from '../slow-look.ts'
import { createLuxosControl, readConfig } from './luxos-control.ts'

/**
 * Antminers with LuxOS. It answers in the form of the maker's firmware; who it is and whether it is curtailed is in
 * `config`, its power in `power`, measured by the supply or estimated by the firmware.
 */
export function createLuxosDriver(): Driver {
  const events = createSlowLook()
  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'luxos',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || recognise(evidence).firmware !== 'LuxOS') return null
      const config = await readConfig({ ...address, port: evidence.cgminer.port }, budgetFrom(context))
      return identityFrom(address, evidence.cgminer.version, config)
    },

    async poll(address, known, context): Promise<PollOutcome> {
      const budget = budgetFrom(context)
      const stats = await readCommand(address, 'stats', budget)
      if (!stats.ok) return { ok: false, reason: stats.reason }
      const expected = { ...known, ipAddress: address.host, port: address.port }
      if (stats.parsed.kind === 'starting') {
        return { ok: true, identity: expected, reading: emptyReading('starting') }
      }
      const summary = await readCommand(address, 'summary', budget)
      const pools = await readCommand(address, 'pools', budget)
      const reading = antminerReading({
        stats: replyTo(stats.parsed, 'stats'),
        summary: summary.ok ? replyTo(summary.parsed, 'summary') : null,
        pools: pools.ok ? replyTo(pools.parsed, 'pools') : null,
        partial: [stats, summary, pools].some(
          (outcome) => !outcome.ok || (outcome.parsed.kind === 'replies' && outcome.parsed.partial),
        ),
      })
      if (reading === null) return { ok: false, reason: 'garbled' }
      const config = await readConfig(address, budget)
      const power = await readPower(address, budget)
      const answered = config === null ? null : identityFrom(address, {}, config)
      const isOther = answered?.macAddress != null && answered.key !== known.key
      const curtailed = isCurtailed(config) && reading.hashrateGhs === 0
      return {
        ok: true,
        identity: isOther ? { ...answered, firmware: known.firmware } : expected,
        reading: await events.add(
          isOther ? answered.key : known.key,
          {
            ...reading,
            powerWatts: power?.watts ?? reading.powerWatts,
            flags:
              power !== null && !power.isMeasured ? [...reading.flags, 'power-estimated'] : reading.flags,
            state: curtailed ? 'sleeping' : config === null ? withUnknownRest(reading).state : reading.state,
          },
          () => readEvents(address, budget),
        ),
      }
    },
  }
  return { ...reader, ...createLuxosControl(reader.poll) }
}

function isCurtailed(config: Row | null): boolean {
  const mode = textOf(fieldOf(config, 'CurtailMode'))?.toLowerCase()
  return mode !== undefined && mode !== 'none' && mode !== 'wakeup'
}

/** Watts, and whether the power supply measured them. */
export function luxosPower(reply: CommandReply | null): { watts: number; isMeasured: boolean } | null {
  const row = sectionOf(reply, 'POWER').rows[0]
  const watts = powerWatts(fieldOf(row, 'Watts'))
  return watts === null ? null : { watts, isMeasured: fieldOf(row, 'PSU') === true }
}

async function readPower(address: DeviceAddress, budget: Budget): Promise<ReturnType<typeof luxosPower>> {
  const outcome = await readCommand(address, 'power', budget)
  return outcome.ok ? luxosPower(replyTo(outcome.parsed, 'power')) : null
}

async function readEvents(address: DeviceAddress, budget: Budget): Promise<DeviceFault[] | null> {
  const outcome = await readCommand(address, 'events', budget)
  return outcome.ok ? luxosFaults(replyTo(outcome.parsed, 'events')) : null
}

/** Events that tell how it goes, and no fault. */
const NO_FAULT = /^(MINER_TUN|IDLE|SLEEP|HASH_ON_DISCONNECT|REBOOT_SYSINIT|CURTAIL)|_USER$/

/** Events that happen once and stay listed; their age is by the miner's own clock. */
const ONCE = /^REBOOT/

/** Faults among the events that LuxOS lists as present; null when it lists none at all, as when it refuses. */
export function luxosFaults(reply: CommandReply | null): DeviceFault[] | null {
  if (reply === null || !reply.sections.has('EVENTS')) return null
  const now = (reply.status?.when ?? Number.NaN) * 1000
  return sectionOf(reply, 'EVENTS').rows.flatMap((row) => {
    const code = textOf(fieldOf(row, 'Code'), 60)
    if (code === null || NO_FAULT.test(code)) return []
    const ageMs = now - Date.parse(textOf(fieldOf(row, 'CreatedAt'), 60) ?? '')
    if (ONCE.test(code) && ageMs > loggedFaultMs) return []
    const isPart = /fan|board|chain/i.test(textOf(fieldOf(row, 'Target')) ?? '')
    const id = isPart ? countOf(row, 'ID') : null
    const text = textOf(fieldOf(row, 'Description'), 200) ?? ''
    return [faultFromWords(text, { code, place: id === null ? null : id + 1 })]
  })
}

function identityFrom(address: DeviceAddress, version: Row, config: Row | null): DeviceIdentity {
  const mac = macAddress(fieldOf(config, 'MACAddr'))
  const serial = textOf(fieldOf(config, 'SerialNumber'), 120)
  const type = textOf(fieldOf(version, 'Type') ?? fieldOf(config, 'Model'), 120)
  const release = textOf(fieldOf(version, 'LUXminer', 'Miner'), 100)
  return {
    key: identityKey(mac, serial, address),
    driver: 'luxos',
    make: 'Antminer',
    model: type === null ? null : modelName(type),
    firmware: `LuxOS ${release ?? ''}`.trim(),
    serial,
    macAddress: mac,
    hostname: textOf(fieldOf(config, 'Hostname'), 120),
    ipAddress: address.host,
    port: address.port,
  }
}
