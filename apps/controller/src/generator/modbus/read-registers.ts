import { MeterError } from '../meter/meter-figures.ts'
import type { ModbusClient } from './modbus-client.ts'
import type { ModbusRequest } from './modbus-frame.ts'

/** Registers of a device; null where it refuses them. Throws a `MeterError` where it gives no answer. */
export async function readRegisters(
  client: ModbusClient,
  registers: Extract<ModbusRequest, { count: number }>,
  options?: { withinMs?: number },
): Promise<readonly number[] | null> {
  const answer = await client.ask(registers, options)
  if (answer.ok) return answer.registers
  if (answer.reason === 'exception') return null
  throw new MeterError(answer.reason)
}
