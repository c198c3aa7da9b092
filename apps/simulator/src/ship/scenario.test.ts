import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import type { Device } from '../device/device.ts'
import { runScenario, ScenarioSchema } from './scenario.ts'
import { startShip } from './start-ship.ts'

const kinds = (device: Device | null) => device?.faults().map((fault) => fault.kind) ?? []

test('plays its steps in order of time, once', async () => {
  const clock = createManualClock()
  const ship = await startShip({ miners: 3, roles: ['rpc'], clock })
  const scenario = ScenarioSchema.parse({
    name: 'a bad hour',
    steps: [
      { atSeconds: 60, device: 'hydro-03', clear: 'all' },
      { atSeconds: 30, device: 'hydro-03', fault: { kind: 'hung' } },
      { atSeconds: 40, device: ['hydro-01', 'hydro-02'], fault: { kind: 'hot', addC: 10 } },
      { atSeconds: 50, device: 'all', fault: { kind: 'pool-dead' } },
      { atSeconds: 70, device: 'all', clear: 'pool-dead' },
    ],
  })
  const running = runScenario(ship, scenario)
  clock.advance(29_000)
  expect(ship.devices.flatMap(kinds)).toEqual([])
  clock.advance(1000)
  expect(kinds(ship.findDevice('hydro-03'))).toEqual(['hung'])
  clock.advance(20_000)
  expect(ship.devices.map(kinds)).toEqual([
    ['hot', 'pool-dead'],
    ['hot', 'pool-dead'],
    ['hung', 'pool-dead'],
  ])
  clock.advance(10_000)
  expect(kinds(ship.findDevice('hydro-03'))).toEqual([])
  expect(running.ended).toBe(false)
  clock.advance(3_600_000)
  expect(ship.devices.map(kinds)).toEqual([['hot'], ['hot'], []])
  expect(running).toMatchObject({ stepsDone: 5, ended: true })
  await ship.close()
})

test('repeats when asked to, until it is stopped', async () => {
  const clock = createManualClock()
  const ship = await startShip({ miners: 1, roles: ['rpc'], clock })
  const scenario = ScenarioSchema.parse({
    steps: [
      { atSeconds: 10, device: 'all', fault: { kind: 'idle' } },
      { atSeconds: 20, device: 'all', clear: 'idle' },
    ],
    repeatSeconds: 30,
  })
  const running = runScenario(ship, scenario)
  clock.advance(100_000)
  expect(running.stepsDone).toBe(7)
  expect(ship.devices.flatMap(kinds)).toEqual(['idle'])
  running.stop()
  clock.advance(100_000)
  expect(running).toMatchObject({ stepsDone: 7, ended: true })
  await ship.close()
})

test('a device that is not there, and what is no scenario', async () => {
  const ship = await startShip({ miners: 1, roles: ['rpc'] })
  const scenario = ScenarioSchema.parse({
    steps: [{ atSeconds: 0, device: 'hydro-09', fault: { kind: 'idle' } }],
  })
  expect(() => runScenario(ship, scenario)).toThrow('no such device: hydro-09')
  for (const wrong of [
    {},
    { steps: [] },
    { steps: [{ atSeconds: -1, device: 'all', fault: { kind: 'idle' } }] },
    { steps: [{ atSeconds: 1, device: 'all', fault: { kind: 'sinking' } }] },
    { steps: [{ atSeconds: 1, device: 'all' }] },
  ]) {
    expect(ScenarioSchema.safeParse(wrong).success).toBe(false)
  }
  await ship.close()
})
