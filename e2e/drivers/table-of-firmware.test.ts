import { readFileSync } from 'node:fs'
import type { DeviceReading } from '@shipminer/contract/telemetry'
import { expect, test } from 'vitest'
import type { Ability, DeviceCapabilities } from '../../apps/controller/src/drivers/device-control.ts'
import { createDrivers } from '../../apps/controller/src/drivers/registry.ts'
import { type ModelName, modelNames } from '../../apps/simulator/src/models/catalogue.ts'
import { startBench } from './driver-bench.ts'

const read = {
  rate: 'hashrateGhs',
  expected: 'expectedHashrateGhs',
  power: 'powerWatts',
  chips: 'temperatureC',
  in: 'inletTemperatureC',
  out: 'outletTemperatureC',
  fans: 'fanRpm',
  boards: 'boards',
  pools: 'pools',
  shares: 'acceptedShares',
  difficulty: 'acceptedDifficulty',
  uptime: 'uptimeSeconds',
} as const satisfies Record<string, keyof DeviceReading>

const abilities = {
  rest: 'sleep',
  restart: 'restart',
  reboot: 'reboot',
  light: 'locate',
  limit: 'powerLimit',
  percent: 'powerPercent',
  mode: 'powerMode',
  pools: 'pools',
} as const satisfies Record<string, keyof DeviceCapabilities>

const marks: Partial<Record<Ability, string>> = { yes: '●', untried: '◐', no: '–' }

/** A line of the table: what the driver reads of a simulated machine of this model, with its login entered, and what it says it can be commanded. */
async function lineOf(model: ModelName): Promise<string> {
  const login = { user: 'root', password: 'ahoy-ahoy' }
  const drivers = createDrivers({ loginOf: () => login })
  const bench = await startBench(model, { credentials: login, drivers })
  try {
    const outcome = await bench.poll()
    if (!outcome.ok) throw new Error(outcome.reason)
    const { reading, identity } = outcome
    const capabilities = await bench.capabilities(login)
    const isRead = (field: keyof DeviceReading) =>
      Array.isArray(reading[field]) ? reading[field].length > 0 : reading[field] !== null
    const cells = [
      model,
      identity.driver,
      ...Object.values(read).map((field) => (isRead(field) ? '●' : '–')),
      ...Object.values(abilities).map((ability) => marks[capabilities[ability]] ?? '○'),
      bench.driver.firmware === undefined ? '–' : '●',
    ]
    return `| ${cells.join(' | ')} |`
  } finally {
    await bench.close()
  }
}

test('the table of firmware and fields in docs/devices.md says what drivers read and can be told', async () => {
  const heads = ['Simulated', 'Driver', ...Object.keys(read), ...Object.keys(abilities), 'file']
  const lines = [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`]
  for (const model of modelNames) lines.push(await lineOf(model))
  const docs = readFileSync(new URL('../../docs/devices.md', import.meta.url), 'utf8')
  const section = docs.split('\n## ').find((part) => part.startsWith('Firmware by field\n')) ?? ''
  const table = section.split('\n').filter((line) => line.startsWith('|'))
  expect(table.join('\n')).toBe(lines.join('\n'))
}, 60_000)
