import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sample } from '@shipminer/contract/telemetry'
import { UplinkToControllerSchema } from '@shipminer/contract/uplink'
import { exampleOf, type JsonSchema } from '@shipminer/testkit/example-of'
import { jsonOf, leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type FakeCgminer, startFakeCgminer } from './fake-cgminer.ts'
import type { ControllerStatus } from './status-page/status.ts'
import { type StubShore, startStubShore } from './uplink/stub-shore.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

let directory: string
let shore: StubShore
let miners: FakeCgminer[]
let child: ChildProcess | null = null
let log = ''

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'controller-'))
  shore = await startStubShore()
  miners = await Promise.all([1, 2, 3].map(startFakeCgminer))
})

afterEach(async () => {
  child?.kill('SIGKILL')
  await shore.close()
  await Promise.all(miners.map((miner) => miner.close()))
  await rm(directory, { recursive: true, force: true })
})

function start(changes: Record<string, string> = {}): ChildProcess {
  log = ''
  child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SERVER_URL: shore.url,
      CONTROLLER_ID: 'ship-1',
      ENROLMENT_TOKEN: 'good-token',
      DATA_DIR: directory,
      SCAN_RANGES: miners.map(({ port }) => `127.0.0.1:${port}`).join(','),
      POLL_INTERVAL_MS: '5000',
      DEVICE_TIMEOUT_MS: '2000',
      STATUS_PORT: '0',
      ...changes,
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      log += chunk
    })
  }
  return child
}

async function readStatus(port: string | undefined): Promise<ControllerStatus> {
  const response = await fetch(`http://127.0.0.1:${port}/status.json`)
  return (await response.json()) as ControllerStatus
}

function ended(process: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (process.exitCode !== null || process.signalCode !== null) resolve(process.exitCode)
    else process.once('close', (code) => resolve(code))
  })
}

const samplesOf = (key: string) =>
  [...shore.stored.values()]
    .flatMap(({ samples }) => samples)
    .filter(({ deviceKey }) => deviceKey === key)
    .sort((a, b) => a.sampledAt - b.sampledAt)

/** Key under which the shore knows the miner at a port; empty until it has heard of it. */
const keyOf = (port: number) => deviceKeys().find((key) => key.endsWith(`:${port}`)) ?? ''

const deviceKeys = () => [
  ...new Set([...shore.stored.values()].flatMap(({ samples }) => samples.map(({ deviceKey }) => deviceKey))),
]

/** Resolves with the n-th summary that the first miner gives from now on: a search requests one, and so does each poll. */
const summaries = (count: number) =>
  new Promise<void>((resolve) => {
    const [miner] = miners
    if (miner === undefined) return resolve()
    let left = count
    miner.onSummary = () => {
      left -= 1
      if (left === 0) resolve()
    }
  })

/** Totals of the miner from which the samples' gains, added up one by one, only ever meet totals that it reported: exactly one when nothing was lost or doubled. */
function startsThatFit(key: string, samples: Sample[]): number[] {
  const miner = miners.find(({ port }) => key.endsWith(`:${port}`))
  const reported = miner?.reported ?? new Set<number>()
  return [...reported].filter((start) => {
    let total = start
    return samples.slice(1).every(({ acceptedShares }) => {
      total += acceptedShares ?? Number.NaN
      return reported.has(total)
    })
  })
}

describe('the controller process', () => {
  test('all settings that are wrong are printed, and it ends with 78', async () => {
    const process = start({ SERVER_URL: '', CONTROLLER_ID: '', POLL_INTERVAL_MS: '1' })
    expect(await ended(process)).toBe(78)
    for (const name of ['SERVER_URL', 'CONTROLLER_ID', 'POLL_INTERVAL_MS']) expect(log).toContain(name)
  })

  test('polls, enrols, sends; stops cleanly; its log has no secret; a second one on the same folder does not start', async () => {
    const first = start()
    await expect.poll(() => deviceKeys().length, { timeout: 60_000 }).toBe(3)
    const firstLog = () => log
    const port = /"port":(\d+),"msg":"status page ready"/.exec(firstLog())?.[1]
    const status = await readStatus(port)
    expect(status).toMatchObject({
      enrolment: { state: 'enrolled' },
      uplink: { state: 'live' },
      totals: { devices: 3, hashrateGhs: 330_000 },
    })
    const loggedSoFar = log
    const second = start()
    expect(await ended(second)).toBe(1)
    expect(log).toContain('Another controller is running')
    child = first
    first.kill('SIGTERM')
    expect(await ended(first)).toBe(0)
    expect(loggedSoFar).not.toContain('good-token')
    expect(shore.violations).toEqual([])
  })

  test('a shore that says every poison in every leaf of every message harms nothing', async () => {
    const process = start()
    await expect.poll(() => deviceKeys().length, { timeout: 60_000 }).toBe(3)
    const curve = [
      { loadPercent: 20, gramsPerKwh: 300 },
      { loadPercent: 100, gramsPerKwh: 220 },
    ]
    const options = UplinkToControllerSchema.def.options as z.core.$ZodType[]
    const messages = options.map(
      (option) =>
        exampleOf(z.toJSONSchema(option, { io: 'input', unrepresentable: 'any' }) as JsonSchema, {
          curve,
          path: '/x',
        }) as {
          type: string
        },
    )
    for (const message of messages)
      expect([message.type, UplinkToControllerSchema.safeParse(message).error]).toEqual([
        message.type,
        undefined,
      ])
    for (const [, poison] of poisons)
      for (const message of messages)
        for (const path of leavesOf(message)) {
          // These two end the line by what they are.
          if (path[0] === 'type' || message.type === 'refused' || message.type === 'new-epoch') continue
          shore.sendToAll(jsonOf(withAt(message, path, poison)))
        }
    const before = shore.stored.size
    await expect.poll(() => shore.stored.size, { timeout: 60_000 }).toBeGreaterThan(before + 2)
    expect(process.exitCode).toBeNull()
    const port = /"port":(\d+),"msg":"status page ready"/.exec(log)?.[1]
    expect(await readStatus(port)).toMatchObject({
      uplink: { state: 'live' },
      totals: { devices: 3, hashrateGhs: 330_000 },
    })
    expect(log).not.toMatch(/uncaught|unhandled/i)
    expect(shore.violations).toEqual([])
  })

  test('five SIGKILLs: every batch once by number, no share lost or counted twice', async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      shore.behaviour.acknowledge = kill % 2 === 0
      const process = start()
      await summaries(2)
      // Somewhere in the burst: before, while or after the answers are written and sent.
      await new Promise((resolve) => setTimeout(resolve, kill * 120))
      process.kill('SIGKILL')
      await ended(process)
    }
    shore.behaviour.acknowledge = true
    const last = start()
    await summaries(3)
    await expect.poll(() => log, { timeout: 60_000 }).toContain('uplink live')
    // Nothing that runs at a start looks at what is not there yet.
    expect(log).not.toMatch(/"level":(50|60)/)
    // Of each miner enough to tell: how many the killed ones saved depends on when within the burst each was asked.
    const fewest = () => Math.min(...miners.map(({ port }) => samplesOf(keyOf(port)).length))
    await expect.poll(fewest, { timeout: 120_000 }).toBeGreaterThanOrEqual(3)
    last.kill('SIGTERM')
    expect(await ended(last)).toBe(0)
    const drained = start()
    await expect.poll(() => log, { timeout: 60_000 }).toContain('uplink live')
    const port = /"port":(\d+),"msg":"status page ready"/.exec(log)?.[1]
    const unsent = async () => (await readStatus(port)).spool.unsentBatches
    await expect.poll(unsent, { timeout: 60_000 }).toBe(0)
    drained.kill('SIGTERM')
    expect(await ended(drained)).toBe(0)

    const keys = deviceKeys()
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      const samples = samplesOf(key)
      expect(new Set(samples.map(({ sampledAt }) => sampledAt)).size).toBe(samples.length)
      expect(samples[0]?.acceptedShares).toBeNull()
      expect(samples.slice(1).every(({ acceptedShares }) => acceptedShares !== null)).toBe(true)
      expect(samples.some(({ flags }) => flags.includes('counter-reset'))).toBe(false)
      expect(samples.length).toBeGreaterThanOrEqual(3)
      expect(startsThatFit(key, samples)).not.toEqual([])
    }
    expect(shore.violations).toEqual([])
  })
})
