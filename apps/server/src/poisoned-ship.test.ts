import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LiveToClientSchema } from '@shipminer/contract/live'
import { BatchSchema, UplinkToServerSchema, uplinkProof } from '@shipminer/contract/uplink'
import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { buildSample } from '@shipminer/testkit/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { exampleOf } from '../test/every-call.ts'
import { endsSession, type Inhabitant, inhabit } from '../test/inhabited.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * One ship sends every poison in every leaf of every message and every row that the contract knows, over a real socket. Afterwards the line is
 * open, every reading call of its owner, of its neighbour and of the desk answers, every job ends well, and the neighbour's data arrive.
 */

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

const exampleFor = (schema: z.core.$ZodType, at: number) =>
  exampleOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as never, {
    ...{ at, observedAt: at, sampledAt: at, endedAt: at, startedAt: at, firstSeenAt: at, lastSeenAt: at },
    deviceKey: 'mac:00:00:00:00:00:01',
    key: 'mac:00:00:00:00:00:01',
    periodSeconds: 30,
  })

/** Every message that a box may send once it is known, but for batches. */
function messages(at: number): Record<string, unknown>[] {
  const options = UplinkToServerSchema.def.options as z.core.$ZodType[]
  return options
    .map((option) => exampleFor(option, at) as Record<string, unknown>)
    .filter(({ type }) => type !== 'hello' && type !== 'batch')
}

/** One row of every list that a batch may have. */
const rowsOf = (at: number) => {
  const { seq: _, ...lists } = exampleFor(BatchSchema, at) as Record<string, unknown[]>
  return lists as Record<string, [Record<string, unknown>]>
}

type Line = Awaited<ReturnType<typeof connect>>

/** The line of a box, past its handshake. */
async function connect(app: TestApp, controllerId: string) {
  const { port } = app.server.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/uplink`)
  const heard: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const look of waiting) look()
  }
  let closed: string | null = null
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    tell()
  })
  socket.on('close', (_, reason) => {
    closed = String(reason)
    tell()
  })
  const hear = (matches: (message: Record<string, unknown>) => boolean) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = () => {
        const found = heard.find(matches)
        if (found === undefined && closed === null) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(new Error(`the line was closed: ${closed}`))
      }
      waiting.add(look)
      look()
    })
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  const { nonce } = await hear(({ type }) => type === 'challenge')
  const proof = sign(null, Buffer.from(uplinkProof(controllerId, String(nonce))), keys.privateKey)
  send({
    type: 'hello',
    controllerId,
    proof: proof.toString('base64'),
    version: '0.9.0',
    sentAt: app.clock.now(),
    pollIntervalMs: 30_000,
    rules: true,
    spool: { firstSeq: 1, lastSeq: 1_000_000, droppedSamples: 0 },
  })
  await hear(({ type }) => type === 'welcome' || type === 'refused')
  let seq = Date.now()
  return {
    send,
    /** Sends a batch, and waits until it is acknowledged. */
    async batch(content: object) {
      seq += 1
      const own = seq
      send({ type: 'batch', seq: own, samples: [], devices: [], events: [], ...content })
      return hear((message) => message.type === 'ack' && message.seq === own)
    },
    close: () => socket.terminate(),
  }
}

/** What the server wrote of its last failure, for a person who reads the result. */
const lastError = (app: TestApp) =>
  app
    .log()
    .split('\n')
    .findLast((line) => line.includes('"level":50'))
    ?.slice(0, 600)

/** What an open page of an owner is shown first. */
async function snapshotOf(app: TestApp, token: string): Promise<unknown> {
  const { port } = app.server.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: 'https://shipminer.example' })
  try {
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'authenticate', token }))
    for (;;) {
      const [data] = await once(socket, 'message')
      const message = LiveToClientSchema.parse(JSON.parse(String(data)))
      if (message.type === 'authenticated') socket.send(JSON.stringify({ type: 'subscribe', topic: 'fleet' }))
      if (message.type === 'snapshot' || message.type === 'refused') return message
    }
  } finally {
    socket.terminate()
  }
}

describeEachEngine('a poisoned ship', ({ store, engine }) => {
  let app: TestApp
  let owner: Inhabitant
  let neighbour: Inhabitant
  let bad: Line
  let good: Line

  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    owner = await inhabit(app, { controllerId: 'SM-A', publicKey })
    neighbour = await inhabit(app, { controllerId: 'SM-B', publicKey })
    bad = await connect(app, 'SM-A')
    good = await connect(app, 'SM-B')
  })
  afterAll(async () => {
    bad.close()
    good.close()
    await app.server.close()
  })

  /** Every job once, by another copy of the server. @returns what went wrong, by job. */
  async function runJobs(): Promise<string[]> {
    await store().db.deleteFrom('jobRuns').execute()
    const later = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    const at = later.clock.advance(120_000)
    later.jobs.start()
    const names = (await later.jobs.report()).map(({ name }) => name)
    await expect
      .poll(
        async () => {
          const rows = await store().db.selectFrom('jobRuns').selectAll().execute()
          return names.filter(
            (name) => !rows.some((row) => row.name === name && (row.lastFinishedAt?.getTime() ?? 0) >= at),
          )
        },
        { timeout: 60_000, interval: 50 },
      )
      .toEqual([])
    await later.jobs.stop()
    const failed = (await later.jobs.report()).filter(({ lastError }) => lastError !== null)
    await later.server.close()
    return failed.map(({ name, lastError }) => `${name}: ${lastError}`)
  }

  test('every message and row has an example that the contract reads', () => {
    const at = app.clock.now()
    for (const message of messages(at))
      expect([message.type, UplinkToServerSchema.safeParse(message).error?.issues]).toEqual([
        message.type,
        undefined,
      ])
    expect(BatchSchema.safeParse({ seq: 1, ...rowsOf(at) }).error?.issues).toBeUndefined()
  })

  test.each(poisons)(
    'with %s in every leaf of everything harms nobody',
    async (name, poison) => {
      const at = app.clock.now()
      for (const message of messages(at))
        for (const path of leavesOf(message)) if (path[0] !== 'type') bad.send(withAt(message, path, poison))
      for (const [list, [row]] of Object.entries(rowsOf(at))) {
        const rows = leavesOf(row).map((path, index) => {
          const own = structuredClone(row) as { deviceKey?: unknown; identity?: { key: string } }
          if (own.identity) own.identity.key = `mac:${list}-${index}`
          else if ('deviceKey' in own) own.deviceKey = `mac:${list}-${index}`
          return withAt(own, path, poison)
        })
        // What a box sends is bounded: a frame takes 4 MB.
        const most = JSON.stringify(rows).length > 2_000_000 ? 5 : 100
        for (let from = 0; from < rows.length; from += most)
          expect(await bad.batch({ [list]: rows.slice(from, from + most) })).toMatchObject({ type: 'ack' })
      }

      const deviceKey = `mac:${randomUUID()}`
      expect(await good.batch({ samples: [buildSample({ deviceKey, sampledAt: at })] })).not.toHaveProperty(
        'rejected',
      )
      const stored = await store()
        .db.selectFrom('minerState')
        .innerJoin('miners', 'miners.id', 'minerState.minerId')
        .select('hashrateGhs')
        .where('deviceKey', '=', deviceKey)
        .executeTakeFirst()
      expect(stored).toEqual({ hashrateGhs: 100_000 })

      if (engine === 'embedded') return
      const broken: unknown[] = []
      let [answered, refused] = [0, 0]
      for (const endpoint of app.router.table.values()) {
        if (endpoint.method !== 'GET' || endsSession(endpoint)) continue
        for (const someone of [owner, neighbour]) {
          const { status, body } = await someone.send(endpoint, someone.exampleOf(endpoint))
          if (status === 200) answered += 1
          else refused += 1
          if (status >= 500 && body.code !== 'service-unavailable')
            broken.push([endpoint.path, someone.controllerId, status, lastError(app)])
        }
      }
      expect(broken, name).toEqual([])
      // Most of what is asked for is there: the answers are no refusals.
      expect(answered, name).toBeGreaterThan(refused)
      for (const someone of [owner, neighbour])
        expect(await snapshotOf(app, someone.token)).toMatchObject({ type: 'snapshot' })
      expect(await runJobs(), name).toEqual([])
    },
    120_000,
  )
})
