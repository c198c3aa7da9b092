import { isPortOpen } from '../../discovery/port-probe.ts'
import { type Budget, budgetFrom, partOf } from '../../drivers/budget.ts'
import type { ReadContext } from '../../drivers/driver.ts'
import { httpGet } from '../../drivers/http/http-client.ts'
import { MeterError } from '../../generator/meter/meter-figures.ts'
import { createModbusClient, type ModbusClient } from '../../generator/modbus/modbus-client.ts'
import { createIdentityReader } from '../../generator/modbus/modbus-identity.ts'
import { readRegisters } from '../../generator/modbus/read-registers.ts'
import { findSunspec, readSunspecIdentity } from '../../generator/modbus/sunspec.ts'
import type { FoundMeter } from '../../status-page/meter/meter-status.ts'
import { proposeMeter, readShellyAnswer } from './read-found.ts'

/** Where meters answer. */
export type MeterPorts = { modbus: number; http: number; mqtt: number }

/** How long a port may take to accept a connection, and to answer one question, ms. As in the search for miners. */
const connectMs = 800
const answerMs = 1_500
const longestBytes = 16 * 1_024

/** Tries the ports of meters on a host, and asks what is open there, one port after the other, what it is. Writes nothing. */
export async function askHost(host: string, ports: MeterPorts, context: ReadContext): Promise<FoundMeter[]> {
  const isOpen = (port: number) => isPortOpen(host, port, connectMs, context.signal)
  const [modbus, http, mqtt] = await Promise.all([ports.modbus, ports.http, ports.mqtt].map(isOpen))
  const budget = budgetFrom(context)
  const found: (FoundMeter | null)[] = [
    modbus ? await askModbus(host, ports.modbus, budget) : null,
    http ? await askShelly(host, ports.http, budget) : null,
    mqtt ? { ...nobody, address: host, port: ports.mqtt, kind: 'mqtt', choose: 'victron-mqtt' } : null,
  ]
  return found.filter((one) => one !== null)
}

const nobody = { maker: null, model: null, serial: null, choose: null } as const

async function askShelly(host: string, port: number, budget: Budget): Promise<FoundMeter | null> {
  const outcome = await httpGet({ host, port }, '/shelly', partOf(budget, answerMs), { longestBytes })
  if (!outcome.ok || outcome.answer.status !== 200 || !outcome.answer.complete) return null
  const said = readShellyAnswer(outcome.answer.body.toString('utf8'))
  return said && { address: host, port, ...said }
}

async function askModbus(host: string, port: number, budget: Budget): Promise<FoundMeter | null> {
  const client = createModbusClient({ host, port, unit: 1, timeoutMs: answerMs })
  const timer = setTimeout(client.close, budget.remainingMs())
  budget.signal?.addEventListener('abort', client.close, { once: true })
  try {
    const said = budget.remainingMs() === 0 ? null : await identify(client)
    return said && { ...nobody, address: host, port, ...said }
  } finally {
    clearTimeout(timer)
    budget.signal?.removeEventListener('abort', client.close)
    client.close()
  }
}

/**
 * Registers of SunSpec, then function 43/14: questions that every device may refuse, of Modbus address 1. Null where no Modbus is spoken.
 * What says nothing to the first is asked nothing more.
 */
async function identify(
  client: ModbusClient,
): Promise<(Pick<FoundMeter, 'kind'> & Partial<FoundMeter>) | null> {
  let hasAnswered = false
  const read = async (address: number, count: number) => {
    const words = await readRegisters(client, { kind: 'holding', address, count })
    hasAnswered = true
    return words
  }
  try {
    const device = await findSunspec(read)
    if (device === null) {
      const { maker = null, model = null } = (await createIdentityReader(client, null)(answerMs)) ?? {}
      return { kind: 'modbus', maker, model, choose: proposeMeter(maker, model) }
    }
    const {
      maker = null,
      model = null,
      serial = null,
    } = (await readSunspecIdentity(device.commonAt, read)) ?? {}
    const isMeter = device.meter !== null
    const kind = isMeter ? 'sunspec' : 'sunspec-other'
    return { kind, maker, model, serial, choose: isMeter ? 'sunspec' : null }
  } catch (error) {
    if (!(error instanceof MeterError) || error.message === 'garbled') return null
    return { kind: hasAnswered ? 'modbus' : 'modbus-silent' }
  }
}
