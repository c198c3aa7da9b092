import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enrolOnce } from '../identity/enrolment.ts'
import { type ControllerKey, loadOrCreateKey } from '../identity/key-pair.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { type CrashingFiles, createCrashingFiles } from '../spool/crashing-files.ts'
import { openSpool } from '../spool/spool.ts'
import type { Spool } from '../spool/spool-types.ts'
import { type StubShore, startStubShore } from './stub-shore.ts'
import { createUplink, type Uplink, uplinkUrl } from './uplink.ts'

let directory: string
let shore: StubShore
let spool: Spool<null>
let files: CrashingFiles
let key: ControllerKey
let uplink: Uplink
const started: Uplink[] = []

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uplink-'))
  shore = await startStubShore()
  key = await loadOrCreateKey(join(directory, 'key'))
  files = createCrashingFiles()
  spool = await openSpool<null>({
    files,
    directory: join(directory, 'spool'),
    maxBytes: 2 ** 26,
    now: Date.now,
    log: silentLogger,
    onEvent: () => {},
  })
  await enrolOnce(
    shore.url,
    { controllerId: 'c1', enrolmentToken: 'good-token', publicKey: key.publicKey, version: '1' },
    fetch,
    new AbortController().signal,
  )
  uplink = connect()
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((line) => line.stop()))
  await spool.close()
  await shore.close()
  await rm(directory, { recursive: true, force: true })
})

function connect(
  changes: {
    key?: ControllerKey
    pingMs?: number
    silenceMs?: number
    ackMs?: number
    handshakeMs?: number
  } = {},
): Uplink {
  const { key: otherKey, ...times } = changes
  const line = createUplink({
    serverUrl: shore.url,
    controllerId: 'c1',
    version: '1.2.3',
    pollIntervalMs: 30_000,
    key: otherKey ?? key,
    spool,
    // Back-off in tests: 1 s becomes half of it at most by chance, and each test needs one at most.
    clock: systemClock,
    random: () => 0,
    log: silentLogger,
    times,
  })
  started.push(line)
  return line
}

const append = () =>
  spool.append({
    samples: [],
    devices: [],
    events: [{ at: 1, kind: 'controller-started', deviceKey: null, count: null }],
    carry: {},
  })
const appendMany = (count: number) => Promise.all(Array.from({ length: count }, append))
const isLive = () => expect.poll(() => uplink.state().name, { timeout: 60_000 }).toBe('live')
const allSettled = () => expect.poll(() => spool.status().unsentBatches, { timeout: 60_000 }).toBe(0)

describe('uplink', () => {
  test('the address follows from that of the server', () => {
    expect(uplinkUrl('https://ship.example/base')).toBe('wss://ship.example/base/uplink')
    expect(uplinkUrl('http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/uplink')
  })

  test('saves the mark of each welcome and shows it the next time', async () => {
    uplink.start()
    await isLive()
    await expect.poll(() => shore.keptMarks).toEqual([1])
    shore.cutLines()
    await expect.poll(() => shore.keptMarks).toEqual([1, 2])
    const { epoch } = spool.identity()
    expect(shore.hellos.map(({ spool: shown }) => shown)).toMatchObject([
      { epoch, mark: null },
      { epoch, mark: { turn: 1, token: 'the-token-1' } },
    ])
  })

  test('starts a new epoch when it is told to, and sends what was not acknowledged', async () => {
    const { epoch } = spool.identity()
    shore.behaviour.refusedEpoch = epoch
    await appendMany(3)
    uplink.start()
    await isLive()
    await allSettled()
    expect(shore.hellos.map(({ spool: shown }) => shown.epoch)).toEqual([epoch, spool.identity().epoch])
    expect(shore.hellos[1]?.spool.epoch).not.toBe(epoch)
    expect(uplink.doubt()).toMatchObject({ cause: 'restored' })
    expect(shore.arrived).toEqual([1, 2, 3])
  })

  test('what a full disk refuses goes ashore from memory, and shore is told how the disk is', async () => {
    uplink.start()
    await expect.poll(() => shore.memories.length).toBe(1)
    expect(shore.memories[0]).toMatchObject({ diskFull: false, damaged: null })
    files.failFlushes = true
    const seq = await append()
    expect([...shore.stored.keys()]).toContain(seq)
    const line = connect({ pingMs: 20 })
    await uplink.stop()
    line.start()
    await expect.poll(() => shore.memories.at(-1)?.diskFull).toBe(true)
    expect(shore.violations).toEqual([])
  })

  test('connects anew at once when its clock stepped, and not while it waits', async () => {
    uplink.renew('clock stepped')
    expect(uplink.state().name).toBe('disconnected')
    uplink.start()
    await isLive()
    uplink.renew('clock stepped')
    expect(uplink.state().name).toBe('connecting')
    await isLive()
    expect(shore.hellos).toHaveLength(2)
    await append()
    await allSettled()
  })

  test('proves its key, says what it holds, and empties the spool', async () => {
    await appendMany(20)
    uplink.start()
    await isLive()
    await allSettled()
    expect(shore.hellos).toMatchObject([
      {
        controllerId: 'c1',
        version: '1.2.3',
        pollIntervalMs: 30_000,
        spool: { firstSeq: 1, lastSeq: 20, droppedSamples: 0 },
      },
    ])
    expect(shore.arrived).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await append()
    await allSettled()
    expect(shore.arrived.at(-1)).toBe(21)
    expect(shore.violations).toEqual([])
    expect(uplink.lastAckAt()).not.toBeNull()
  })

  test('what the server already has is not sent again', async () => {
    await appendMany(6)
    shore.behaviour.claimStored = [[2, 4]]
    uplink.start()
    await allSettled()
    expect(shore.arrived).toEqual([1, 5, 6])
  })

  test('what was not acknowledged is sent again on the next connection and stored once', async () => {
    shore.behaviour.acknowledge = false
    await appendMany(5)
    uplink.start()
    await expect.poll(() => shore.arrived.length).toBe(5)
    shore.stored.delete(2)
    shore.behaviour.acknowledge = true
    shore.cutLines()
    await expect.poll(() => uplink.state().name).toBe('waiting')
    await allSettled()
    expect(shore.arrived).toEqual([1, 2, 3, 4, 5, 2])
    expect([...shore.stored.keys()].sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('new batches overtake a long backlog, within the window', async () => {
    await appendMany(300)
    shore.behaviour.maxInFlight = 3
    uplink.start()
    await expect.poll(() => shore.arrived.length).toBeGreaterThan(5)
    await append()
    await allSettled()
    expect(shore.arrived.indexOf(301)).toBeLessThan(299)
    expect(new Set(shore.arrived).size).toBe(301)
    expect(shore.violations).toEqual([])
  })

  test('a key that is not the enrolled one is refused, and the refusal is shown', async () => {
    const other = await loadOrCreateKey(join(directory, 'other-key'))
    uplink = connect({ key: other })
    uplink.start()
    await expect.poll(() => uplink.state()).toMatchObject({ name: 'refused', reason: 'bad-proof' })
    expect(shore.connections()).toBeLessThanOrEqual(1)
    await expect.poll(() => shore.connections()).toBe(0)
  })

  test('a refusal while live ends the line and keeps the spool', async () => {
    uplink.start()
    await isLive()
    shore.behaviour.acknowledge = false
    await append()
    shore.sendToAll(JSON.stringify({ type: 'refused', reason: 'replaced' }))
    await expect.poll(() => uplink.state()).toMatchObject({ name: 'refused', reason: 'replaced' })
    expect(spool.status().unsentBatches).toBe(1)
    shore.behaviour.acknowledge = true
    uplink.retryNow()
    await allSettled()
  })

  test('nonsense from the server is ignored', async () => {
    uplink.start()
    await isLive()
    for (const text of [
      '',
      '{',
      '[]',
      '{"type":"welcome"}',
      '{"type":"ack","seq":"1"}',
      '{"type":"ack","seq":999999}',
    ])
      shore.sendToAll(text)
    await append()
    await allSettled()
    expect(uplink.state().name).toBe('live')
    await append()
    await allSettled()
    expect(shore.arrived).toEqual([1, 2])
  })

  test('a line on which nothing comes back is given up', async () => {
    uplink = connect({ pingMs: 20, silenceMs: 60 })
    uplink.start()
    await isLive()
    shore.behaviour.answerPings = false
    await expect.poll(() => uplink.state()).toMatchObject({ name: 'waiting', cause: 'silent' })
  })

  test('a server that never acknowledges is left and tried anew', async () => {
    shore.behaviour.acknowledge = false
    await append()
    uplink = connect({ pingMs: 20, ackMs: 60 })
    uplink.start()
    await expect.poll(() => uplink.state()).toMatchObject({ name: 'waiting', cause: 'no acknowledgement' })
    shore.behaviour.acknowledge = true
    await allSettled()
  })

  test('a server that never challenges is left', async () => {
    shore.behaviour.challenge = false
    uplink = connect({ handshakeMs: 50 })
    uplink.start()
    await expect.poll(() => uplink.state()).toMatchObject({ name: 'waiting', cause: 'no challenge' })
  })

  test('no server at all: waits and comes back by itself', async () => {
    const port = Number(new URL(shore.url).port)
    await shore.close()
    uplink.start()
    await expect.poll(() => uplink.state().name).toBe('waiting')
    await append()
    const keys = shore
    shore = await startStubShore(port)
    await enrolOnce(
      shore.url,
      { controllerId: 'c1', enrolmentToken: 'good-token', publicKey: key.publicKey, version: '1' },
      fetch,
      new AbortController().signal,
    )
    await allSettled()
    expect(keys.arrived).toEqual([])
    expect(shore.arrived).toEqual([1])
  })
})
