import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpdateOffer, UpdateState } from '@shipminer/contract/releases'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { installedState, readSwitch, switchTo, writeSwitch } from './switch-state.ts'
import { testRelease, testReleaseKey } from './test-release.ts'
import { createUpdater, type Updater } from './updater.ts'

const offerId = '6f1c1a5e-0f8e-4a53-9c55-0d6a4a1f4c11'

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

let dataDir: string
let updater: Updater | null
let told: UpdateState[]
let switched: number
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'updater-'))
  updater = null
  told = []
  switched = 0
})
afterEach(async () => {
  await updater?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const release = testRelease()
const offer: UpdateOffer = {
  type: 'update',
  offerId,
  manifest: release.text,
  signature: release.signature,
  path: '/uplink/releases/1.4.0?token=x',
}

function open(changes: Partial<Parameters<typeof createUpdater>[0]> = {}): Updater {
  updater = createUpdater({
    dataDir,
    serverUrl: 'https://shore.example',
    version: '1.3.0',
    nodeVersion: '24.0.0',
    releaseKey: testReleaseKey,
    isLaunched: true,
    reportMs: 600_000,
    selfTest: async () => ({ ok: true, version: '1.4.0' }),
    idle: async () => {},
    rest: async () => {},
    tell: (message) => told.push(message),
    onSwitched: () => {
      switched += 1
    },
    fetchFn: async () => new Response(new Uint8Array(release.archive)),
    clock: systemClock,
    random: () => 0.5,
    log: silentLogger,
    ...changes,
  })
  updater.onWelcome(true)
  return updater
}
const states = () => told.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

describe('an offer', () => {
  test('is brought on board, tested and switched to, and told of step by step', async () => {
    const asked: string[] = []
    const fetchFn: typeof fetch = async (url) => {
      asked.push(String(url))
      return new Response(new Uint8Array(release.archive))
    }
    open({ fetchFn }).onOffer(offer)
    await soon(() => switched).toBe(1)
    expect(states()).toEqual(['downloading', 'installing'])
    expect(asked).toEqual(['https://shore.example/uplink/releases/1.4.0?token=x'])
    expect(readSwitch(dataDir)).toEqual({
      current: '1.4.0',
      previous: null,
      trial: { offerId, starts: 0, proven: false },
      outcome: null,
    })
    expect(readdirSync(join(dataDir, 'update'))).toEqual(['switch.json'])
  })

  test.each([
    ['without a key on board', { releaseKey: null }, 'no-release-key'],
    ['without the launcher', { isLaunched: false }, 'not-launched'],
    ['older than what runs', { version: '2.0.0' }, 'downgrade'],
    ['that does not start', { selfTest: async () => ({ ok: false, detail: 'no' }) }, 'self-test-failed'],
    [
      'that is another than it says',
      { selfTest: async () => ({ ok: true, version: '9.9.9' }) },
      'self-test-failed',
    ],
    [
      'with other bytes',
      { fetchFn: async () => new Response(new Uint8Array(release.archive.length)) },
      'wrong-archive',
    ],
  ] as [string, Partial<Parameters<typeof createUpdater>[0]>, string][])(
    '%s is refused with the reason, and nothing is switched',
    async (_, changes, reason) => {
      open({ ...changes, random: () => -1 }).onOffer(offer)
      await soon(() => states().at(-1)).toBe(`refused: ${reason}`)
      expect(switched).toBe(0)
      expect(readSwitch(dataDir)).toEqual(installedState)
    },
  )

  test('of what runs already is answered at once', async () => {
    open({ version: '1.4.0' }).onOffer(offer)
    await soon(states).toEqual(['reported-in'])
    expect(existsSync(join(dataDir, 'versions'))).toBe(false)
  })

  test('waits for commands and then for miners; withdrawn until then, it is dropped', async () => {
    let finish = () => {}
    const commands = new Promise<void>((resolve) => {
      finish = resolve
    })
    let rested: AbortSignal | null = null
    const rest = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        rested = signal
        signal.addEventListener('abort', () => resolve())
      })
    const opened = open({ idle: () => commands, rest })
    opened.onOffer(offer)
    await soon(() => existsSync(join(dataDir, 'versions', '1.4.0'))).toBe(true)
    expect(rested).toBeNull()
    finish()
    await soon(() => rested).not.toBeNull()
    expect(opened.status().state).toBe('waiting-for-rest')
    opened.onWithdraw(offerId)
    await soon(() => opened.status().state).toBeNull()
    expect(switched).toBe(0)
    expect(readSwitch(dataDir)).toEqual(installedState)
  })
})

test('what was put to rest goes on when the switch cannot be written', async () => {
  let rested: AbortSignal | null = null
  const rest = async (signal: AbortSignal) => {
    rested = signal
    // A folder where the file belongs: the disk takes no new state.
    mkdirSync(join(dataDir, 'update', 'switch.json', 'x'), { recursive: true })
  }
  open({ rest }).onOffer(offer)
  await soon(() => states().at(-1)).toBe('refused: disk')
  await soon(() => rested?.aborted).toBe(true)
  expect(switched).toBe(0)
})

describe('after a start', () => {
  test('on trial: the welcome proves it, and is told', () => {
    writeSwitch(dataDir, switchTo(installedState, '1.4.0', offerId))
    const opened = open({ version: '1.4.0' })
    expect(states()).toEqual(['reported-in'])
    expect(readSwitch(dataDir).trial?.proven).toBe(true)
    expect(opened.status()).toMatchObject({ state: 'on-trial', version: '1.4.0' })
  })

  test('the version before does not prove the trial of another', () => {
    writeSwitch(dataDir, switchTo(installedState, '1.4.0', offerId))
    open({ version: '1.3.0' })
    expect(readSwitch(dataDir).trial?.proven).toBe(false)
    expect(told).toEqual([])
  })

  test('gone back: it is told at the welcome, and the same offer is not tried again', async () => {
    writeSwitch(dataDir, {
      ...installedState,
      outcome: { offerId, version: '1.4.0', reason: 'crashed', detail: 'started 3 times' },
    })
    const opened = open()
    opened.onOffer(offer)
    expect(states()).toEqual(['rolled-back: crashed', 'rolled-back: crashed'])
    expect(opened.status()).toMatchObject({ state: 'rolled-back', reason: 'crashed' })
    opened.onOffer({ ...offer, offerId: crypto.randomUUID() })
    await soon(() => switched).toBe(1)
  })

  test('a server that knows nothing of updates is told nothing', () => {
    writeSwitch(dataDir, switchTo(installedState, '1.4.0', offerId))
    const opened = open({ version: '1.4.0' })
    told = []
    opened.onWelcome(false)
    expect(told).toEqual([])
  })
})
