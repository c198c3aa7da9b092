import { generateKeyPairSync, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type UplinkToController, uplinkProof } from '@shipminer/contract/uplink'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { insertController } from '../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

describeEachEngine('/uplink', ({ store }) => {
  let app: TestApp
  const open: WebSocket[] = []
  beforeEach(async () => {
    app = await buildTestApp(store())
    await insertController(store().db, { id: 'SM-A', name: 'Aurora', publicKey })
    await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.close()
    await app.server.close()
    await resetTestStore(store())
  })

  /** A line whose challenge has arrived. */
  async function connect() {
    const { port } = app.server.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/uplink`)
    open.push(socket)
    const heard: UplinkToController[] = []
    const waiting = new Set<() => void>()
    socket.addEventListener('message', ({ data }) => {
      heard.push(JSON.parse(String(data)))
      for (const look of waiting) look()
    })
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener('close', ({ code }) => resolve(code)),
    )
    const next = <Type extends UplinkToController['type']>(type: Type) =>
      new Promise<Extract<UplinkToController, { type: Type }>>((resolve) => {
        const look = () => {
          const found = heard.find((message) => message.type === type)
          if (!found) return
          waiting.delete(look)
          resolve(found as never)
        }
        waiting.add(look)
        look()
      })
    const send = (message: object) => socket.send(JSON.stringify(message))
    const { nonce } = await next('challenge')
    const hello = {
      type: 'hello',
      controllerId: 'SM-A',
      proof: sign(null, Buffer.from(uplinkProof('SM-A', nonce)), keys.privateKey).toString('base64'),
      version: '1.2.3',
      sentAt: Date.now(),
      pollIntervalMs: 30_000,
      spool: { firstSeq: null, lastSeq: null, droppedSamples: 0 },
    }
    return { send, next, closed, hello, close: () => socket.close() }
  }

  test('reads nothing large of whoever has not proved to be a controller', async () => {
    const stranger = await connect()
    stranger.send({ ...stranger.hello, more: 'x'.repeat(9_000) })
    expect(await stranger.closed).toBe(1009)
  })

  test('a controller sends what it has', async () => {
    const box = await connect()
    box.send(box.hello)
    await box.next('welcome')
    box.send({ type: 'batch', seq: 1, samples: [], devices: [], events: [], more: 'x'.repeat(500_000) })
    expect(await box.next('ack')).toMatchObject({ seq: 1 })
  })

  test('the end of a line is noted, but not that of one whose place another has taken', async () => {
    const lineOf = async () =>
      (await store().db.selectFrom('controllers').select('connectionId').executeTakeFirstOrThrow())
        .connectionId
    const first = await connect()
    first.send(first.hello)
    await first.next('welcome')
    const before = await lineOf()
    const second = await connect()
    second.send(second.hello)
    await second.next('welcome')
    expect(await first.closed).toBe(1008)
    const after = await lineOf()
    expect([before, after]).toEqual([expect.any(String), expect.any(String)])
    expect(after).not.toBe(before)
    second.close()
    await vi.waitFor(async () => expect(await lineOf()).toBeNull(), { timeout: 60_000 })
  })
})
