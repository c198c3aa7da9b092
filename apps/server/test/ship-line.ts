import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LiveToClientSchema } from '@shipminer/contract/live'
import { BatchSchema, UplinkToServerSchema, uplinkProof } from '@shipminer/contract/uplink'
import { exampleOf, type JsonSchema } from '@shipminer/testkit/example-of'
import { jsonOf } from '@shipminer/testkit/poison'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'
import type { Store } from '../src/platform/db/store.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts'
import { endsSession, type Inhabitant } from './inhabited.ts'

const keys = generateKeyPairSync('ed25519')
/** The key of every box that `connectBox` speaks for. */
export const boxKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

const exampleFor = (schema: z.core.$ZodType, at: number) =>
  exampleOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema, {
    ...{ at, observedAt: at, sampledAt: at, endedAt: at, startedAt: at, firstSeenAt: at, lastSeenAt: at },
    deviceKey: 'mac:00:00:00:00:00:01',
    key: 'mac:00:00:00:00:00:01',
    periodSeconds: 30,
  })

/** An example of every message that a box may send once it is known, but for batches. */
export function exampleMessages(at: number): Record<string, unknown>[] {
  const options = UplinkToServerSchema.def.options as z.core.$ZodType[]
  return options
    .map((option) => exampleFor(option, at) as Record<string, unknown>)
    .filter(({ type }) => type !== 'hello' && type !== 'batch')
}

/** One example row of every list that a batch may have. */
export function exampleRows(at: number): Record<string, [Record<string, unknown>]> {
  const { seq: _, ...lists } = exampleFor(BatchSchema, at) as Record<string, unknown[]>
  return lists as Record<string, [Record<string, unknown>]>
}

export type BoxLine = Awaited<ReturnType<typeof connectBox>>

/** The line of a box, past its handshake. */
export async function connectBox(app: TestApp, controllerId: string) {
  const { port } = app.server.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/uplink`)
  const received: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const look of waiting) look()
  }
  let closed: string | null = null
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)))
    tell()
  })
  socket.on('close', (_, reason) => {
    closed = String(reason)
    tell()
  })
  const hear = (matches: (message: Record<string, unknown>) => boolean) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = () => {
        const found = received.find(matches)
        if (found === undefined && closed === null) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(new Error(`the line was closed: ${closed}`))
      }
      waiting.add(look)
      look()
    })
  const send = (message: unknown) => socket.send(jsonOf(message))
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
export async function snapshotOf(app: TestApp, token: string): Promise<unknown> {
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

/** Makes every reading call as each of them. @returns the answers that are faults of the server, and how many calls were answered or refused. */
export async function readEverything(app: TestApp, people: readonly Inhabitant[]) {
  const broken: unknown[] = []
  let [answered, refused] = [0, 0]
  for (const endpoint of app.router.table.values()) {
    if (endpoint.method !== 'GET' || endsSession(endpoint)) continue
    for (const someone of people) {
      const { status, body } = await someone.send(endpoint, someone.exampleOf(endpoint))
      if (status === 200) answered += 1
      else refused += 1
      if (status >= 500 && body.code !== 'service-unavailable')
        broken.push([endpoint.path, someone.controllerId, status, lastError(app)])
    }
  }
  return { broken, answered, refused }
}

/** Runs every job once, by another copy of the server: at a time, or with its clock two minutes ahead. @returns what went wrong, by job. */
export async function runJobs(
  store: Store,
  { at, onLog, ...options }: TestAppOptions & { at?: number; onLog?: (text: string) => void } = {},
): Promise<string[]> {
  await store.db.deleteFrom('jobRuns').execute()
  const later = await buildTestApp(store, {
    ...options,
    settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', ...options.settings },
  })
  const now = later.clock.advance(at === undefined ? 120_000 : at - later.clock.now())
  later.jobs.start()
  const names = (await later.jobs.report()).map(({ name }) => name)
  await expect
    .poll(
      async () => {
        const rows = await store.db.selectFrom('jobRuns').selectAll().execute()
        return names.filter(
          (name) => !rows.some((row) => row.name === name && (row.lastFinishedAt?.getTime() ?? 0) >= now),
        )
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([])
    .finally(() => later.server.close())
  onLog?.(later.log())
  const failed = (await later.jobs.report()).filter(({ lastError }) => lastError !== null)
  return failed.map(({ name, lastError }) => `${name}: ${lastError}`)
}
