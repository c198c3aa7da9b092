import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSystemClock } from '../../apps/simulator/src/clock.ts'
import { type ShipGenerator, startShipGenerator } from '../../apps/simulator/src/generator/start-generator.ts'
import { type Ship, startShip } from '../../apps/simulator/src/ship/start-ship.ts'
import { type Child, startChild } from '../../scripts/lib/child.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { type FittedMeter, fitMeter } from '../support/ship/followed-ship.ts'

/**
 * After a check that passed, the meter at the box's address is another one, clamped around another bus, or with another serial number. Real: the whole controller in a process of its
 * own, without a line to shore, the protocols of the miners, and Modbus to a server that is none of ours. The box and the miners live sixteen
 * times as fast; the meter does not.
 */
const pace = 16
const minutes = 60_000
const fasterClock = fileURLToPath(new URL('../support/faster-clock.cjs', import.meta.url))
const wait = { timeout: 600_000, interval: 250 }

let folder: string
let ship: Ship
let panel: ShipGenerator
let meter: FittedMeter
let url: string
let generatorFile: string
/** The box's time, ms. */
let boxNow: () => number
let startBox: () => Child
let box: Child

/** What the crew writes; with nights of three minutes, and five minutes between them, from a minute on. */
function crewsFile(nightsFrom: number | null): string {
  const nights = nightsFrom === null ? [] : Array.from({ length: 20 }, (_, night) => nightsFrom + 8 * night)
  return JSON.stringify({
    meter: {
      ...{ kind: 'modbus-tcp', host: '127.0.0.1', port: meter.port, preset: 'eastron-sdm630', mostKw: 200 },
      timeoutMs: 10_000,
    },
    limits: {
      ...{ capacityKw: 100, limitPercent: 85, meanLimitPercent: null, reserveKw: 10, maxStartsPerHour: 60 },
      // Late enough for a machine that has other things to do.
      ...{ staleAfterMs: 60_000, holdMs: 30_000, restoreGroupKw: 20 },
      quietHours: nights.map((from) => ({ fromMinute: from % 1_440, toMinute: (from + 3) % 1_440 })),
    },
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swapped-meter-'))
  const from = Date.now()
  const clock = createSystemClock({ speed: pace })
  ship = await startShip({ miners: 3, ageMs: 3_600_000, restPace: 0, clock })
  panel = await startShipGenerator(ship, { capacityKw: 100, load: { baseKw: 20 } })
  meter = await fitMeter(panel)
  generatorFile = join(folder, 'generator-wiring.json')
  writeFileSync(generatorFile, crewsFile(null))
  boxNow = () => from + (Date.now() - from) * pace
  const [statusPort, nowhere] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${statusPort}`
  startBox = () =>
    startChild('apps/controller/src/main.ts', {
      env: {
        ...{
          NODE_OPTIONS: `--require=${fasterClock}`,
          CLOCK_PACE: `${pace}`,
          CLOCK_FROM: `${from}`,
          TZ: 'UTC',
        },
        ...{ SERVER_URL: `http://127.0.0.1:${nowhere}`, CONTROLLER_ID: 'ms-aurora', ENROLMENT_TOKEN: 'none' },
        DATA_DIR: join(folder, 'box'),
        SCAN_RANGES: ship.devices.map(addressOf).join(','),
        ...{ POLL_INTERVAL_MS: '15000', DEVICE_TIMEOUT_MS: '14000', SCAN_INTERVAL_MS: '120000' },
        ...{ STATUS_PORT: `${statusPort}`, GENERATOR_FILE: generatorFile },
      },
      logFile: join(folder, 'box.log'),
    })
  box = startBox()
})
afterEach(async () => {
  await box.stop()
  await meter.close()
  await panel.close()
  await ship.close()
  rmSync(folder, { recursive: true, force: true })
})

function addressOf({ host, endpoints }: Ship['devices'][number]): string {
  const portOf = (role: string) => endpoints.find((one) => one.role === role)?.port
  return `${host}:${portOf('rpc')}+${portOf('web')}+${portOf('power')}`
}

type Check = {
  active: object | null
  report: {
    position: string
    reserveKw: number | null
    meter: { serial: string | null } | null
    results: Record<string, { outcome: string; failure: string | null; figures: Record<string, number> }>
  }
}
const read = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T
const check = () => read<Check>('/commission-status.json')
const power = async () =>
  (
    await read<{
      power: {
        devices: number
        warnings: string[]
        check: { position: string }
        sources: { state: string }[]
      }
    }>('/status.json')
  ).power
async function press(path: string, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form)
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { origin: url },
    body,
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}
async function outcomeOf(step: string) {
  await press('/commission', { act: 'begin', step })
  await expect.poll(async () => (await check()).active, wait).toBeNull()
  return (await check()).report.results[step]
}

/** The meter and one miner are tried in earnest; what needs hands is left out. */
async function passCheck(): Promise<void> {
  await expect.poll(async () => (await power().catch(() => null))?.devices, wait).toBe(3)
  await expect.poll(async () => (await outcomeOf('meter'))?.outcome, wait).toBe('passed')
  // Which of them can be put to sleep is asked one by one.
  await expect.poll(async () => (await outcomeOf('miner'))?.failure, wait).toBeNull()
  for (const step of ['panel', 'stops', 'largest-step', 'contactor', 'cable'])
    await press('/commission', { act: 'skip', step, reason: 'tried by hand' })
}

async function untilDoubted(
  failure = 'meter-did-not-follow',
  says = 'meter no longer moves with the miners',
) {
  await expect.poll(async () => (await power().catch(() => null))?.warnings, wait).toContain('meter-doubted')
  expect((await power()).check.position).toBe('open')
  const { report } = await check()
  expect(report).toMatchObject({ position: 'open', reserveKw: 30 })
  expect(report.results.miner).toMatchObject({ outcome: 'failed', failure })
  const page = await fetch(url, { headers: { 'accept-language': 'en' } })
  expect(await page.text()).toContain(says)
}

test('a meter that is exchanged for one on another bus is doubted by the box’s own starts and rests, and over a kill still', {
  timeout: 1_200_000,
}, async () => {
  await passCheck()
  const passed = await check()
  expect(passed.report).toMatchObject({ position: 'done', reserveKw: 10 })
  const { minerKw = 0, movedKw = 0 } = passed.report.results.miner?.figures ?? {}
  expect(movedKw / minerKw).toBeCloseTo(1, 0)
  expect((await power()).warnings).not.toContain('meter-doubted')

  await box.stop()
  let looks = 0
  meter.lie(() => {
    const kw = 10 + 0.1 * Math.sin(looks++)
    return { phasesKw: [kw, kw, kw] }
  })
  writeFileSync(generatorFile, crewsFile(Math.floor(boxNow() / minutes) + 6))
  box = startBox()
  await untilDoubted()
  // What the miners did is what it did not follow.
  const { minerKw: tookKw = 0, movedKw: followedKw = 0 } = (await check()).report.results.miner?.figures ?? {}
  expect(Math.abs(tookKw)).toBeGreaterThan(3)
  expect(Math.abs(followedKw)).toBeLessThan(1)

  await box.kill()
  box = startBox()
  await untilDoubted()
  const kept = readFileSync(join(folder, 'box', 'commissioning.json'), 'utf8')
  expect(JSON.parse(kept)).toMatchObject({ isDoubted: true, strays: [] })
})

test('a meter with another serial number is doubted as soon as it answers, though it shows the truth, and until the step with a miner has passed again', {
  timeout: 1_200_000,
}, async () => {
  await passCheck()
  await expect.poll(async () => (await check()).report.meter?.serial, wait).toBe('7001')
  expect((await check()).report).toMatchObject({ position: 'done', reserveKw: 10 })

  // Nobody starts or stops anything: there is nothing that it could fail to follow.
  await box.stop()
  meter.becomeOther(7_002)
  meter.lie(null)
  box = startBox()
  const says = 'serial number 7002 instead of 7001'
  await untilDoubted('other-meter', says)
  await box.kill()
  box = startBox()
  await untilDoubted('other-meter', says)

  await expect.poll(async () => (await power().catch(() => null))?.devices, wait).toBe(3)
  await expect.poll(async () => (await outcomeOf('miner'))?.failure, wait).toBeNull()
  const { report } = await check()
  expect(report).toMatchObject({ position: 'done', reserveKw: 10, meter: { serial: '7002' } })
  expect((await power()).warnings).not.toContain('meter-doubted')
})

test('the same meter after its cable was pulled is the same, and another one on the same line is not', {
  timeout: 1_200_000,
}, async () => {
  await passCheck()
  await expect.poll(async () => (await check()).report.meter?.serial, wait).toBe('7001')
  const state = async () => (await power().catch(() => null))?.sources[0]?.state
  for (const serialNumber of [7_001, 7_002]) {
    expect((await power()).warnings).not.toContain('meter-doubted')
    await meter.cut()
    await expect.poll(state, wait).toBe('waiting')
    meter.becomeOther(serialNumber)
    await meter.back()
    await expect.poll(state, wait).toBe('connected')
  }
  await untilDoubted('other-meter', 'serial number 7002 instead of 7001')
})
