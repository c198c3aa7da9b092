import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { createCgminerDriver } from '../cgminer/cgminer-driver.ts'
import { replyTo } from '../cgminer/parse-reply.ts'
import type { DeviceControl } from '../control.ts'
import { createDeviceMemory } from '../device-memory.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { recognise } from '../markers.ts'
import { createAvalonControl } from './avalon-control.ts'
import { type AvalonFields, avalonFields, withAvalonFields } from './avalon-reading.ts'

/** Avalons: the usual commands, and the figures packed into `litestats`, or `stats` where there is no such command. */
export function createAvalonDriver(): Driver {
  const base = createCgminerDriver()
  const memory = createDeviceMemory<{ command: 'litestats' | 'stats' }>(() => ({ command: 'litestats' }))

  async function readFields(address: DeviceAddress, budget: Budget): Promise<AvalonFields | null> {
    const learned = memory.of(`${address.host}:${address.port}`)
    const first = await ask(address, learned.command, budget)
    if (first !== null || learned.command === 'stats') return first
    const second = await ask(address, 'stats', budget)
    if (second !== null) learned.command = 'stats'
    return second
  }

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'avalon',

    async identify(address, evidence, context) {
      const { make, firmware } = recognise(evidence)
      if (make !== 'Avalon' || firmware !== null) return null
      const identity = await base.identify(address, evidence, context)
      return identity === null ? null : { ...identity, driver: 'avalon' }
    },

    async poll(address, known, context) {
      const budget = budgetFrom(context)
      const outcome = await base.poll(address, known, context)
      if (!outcome.ok) return outcome
      const identity = { ...outcome.identity, driver: known.driver }
      const fields = await readFields(address, budget)
      const reading = fields === null ? outcome.reading : withAvalonFields(outcome.reading, fields)
      return { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createAvalonControl(reader.poll, readFields) }
}

async function ask(address: DeviceAddress, command: string, budget: Budget): Promise<AvalonFields | null> {
  const outcome = await readCommand(address, command, budget)
  return outcome.ok ? avalonFields(replyTo(outcome.parsed, command)) : null
}
