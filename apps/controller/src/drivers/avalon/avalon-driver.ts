import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { createCgminerDriver, identifyResponder, versionRow } from '../cgminer/cgminer-driver.ts'
import { poolFlags, poolsFrom } from '../cgminer/device-pools.ts'
import { replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import type { DeviceControl } from '../device-control.ts'
import { createDeviceMemory } from '../device-memory.ts'
import type { DeviceAddress, Driver, PollOutcome } from '../driver.ts'
import { recognise } from '../judge/markers.ts'
import { withUnknownRest } from '../reading.ts'
import { createAvalonControl } from './avalon-control.ts'
import { type AvalonFields, avalonFields, readingFromFields, withAvalonFields } from './avalon-reading.ts'

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

  /** Some firmware has no `summary`; its packed figures say most of it too. */
  async function readWithoutSummary(
    address: DeviceAddress,
    known: DeviceIdentity,
    budget: Budget,
  ): Promise<PollOutcome> {
    const fields = await readFields(address, budget)
    const reading = fields === null ? null : readingFromFields(fields)
    if (fields === null || reading === null) return { ok: false, reason: 'garbled' }
    const answer = await readCommand(address, 'pools', budget)
    const section = sectionOf(answer.ok ? replyTo(answer.parsed, 'pools') : null, 'POOLS')
    const pools = poolsFrom(section)
    const reported = await readCommand(address, 'version', budget)
    const version = versionRow(reported.ok ? replyTo(reported.parsed, 'version') : null)
    const expected = { ...known, ipAddress: address.host, port: address.port }
    const answered = identifyResponder(expected, address, { version, replies: { summary: null } })
    const identity = { ...answered, driver: known.driver }
    const flags = poolFlags(pools, section.complete)
    return { ok: true, identity, reading: withAvalonFields({ ...reading, pools, flags }, fields) }
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
      if (!outcome.ok)
        return outcome.reason === 'garbled' ? readWithoutSummary(address, known, budget) : outcome
      const identity = { ...outcome.identity, driver: known.driver }
      const fields = await readFields(address, budget)
      const reading =
        fields === null ? withUnknownRest(outcome.reading) : withAvalonFields(outcome.reading, fields)
      return { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createAvalonControl(reader.poll, readFields) }
}

async function ask(address: DeviceAddress, command: string, budget: Budget): Promise<AvalonFields | null> {
  const outcome = await readCommand(address, command, budget)
  return outcome.ok ? avalonFields(replyTo(outcome.parsed, command)) : null
}
