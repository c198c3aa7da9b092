import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../test/build-test-app.ts'
import { placedOrder } from '../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from './db/testing.ts'
import { startTraces, traceWork } from './traces.ts'

type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

describeEachEngine('traces', ({ store }) => {
  let collector: Server
  let endpoint = ''
  const bodies: string[] = []
  let stop: () => Promise<void> = async () => undefined

  beforeEach(async () => {
    bodies.length = 0
    collector = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      bodies.push(`${request.url} ${body}`)
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
  })
  afterEach(async () => {
    await stop()
    await new Promise((resolve) => collector.close(resolve))
    await resetTestStore(store())
  })
  const sent = (): SentSpan[] =>
    bodies.flatMap((body) =>
      JSON.parse(body.slice(body.indexOf('{'))).resourceSpans.flatMap(
        ({ scopeSpans }: { scopeSpans: { spans: SentSpan[] }[] }) => scopeSpans.flatMap(({ spans }) => spans),
      ),
    )
  const attributeOf = ({ attributes }: SentSpan, name: string) =>
    Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

  test('a call has its statements beneath it, and nothing of who called', async () => {
    stop = await startTraces({ endpoint, ratio: 1, version: '1.2.3' })
    const app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    const { order } = await placedOrder(testClient(app), { language: 'nl' })
    await app.server.close()
    await stop()
    expect(bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true)
    const call = sent().find(({ name }) => name === 'POST /orders')
    if (!call) throw new Error('the call was not recorded')
    expect(call.kind).toBe(2)
    expect(attributeOf(call, 'http.route')).toBe('/orders')
    const beneath = sent().filter(({ traceId }) => traceId === call.traceId)
    expect(beneath.map(({ name }) => name)).toContain('INSERT orders')
    for (const span of beneath.filter(({ name }) => name !== call.name))
      expect(span.parentSpanId).toBe(call.spanId)
    for (const text of [order.number, order.id, 'example.nl', 'Dordrecht', '127.0.0.1'])
      expect(bodies.join()).not.toContain(text)
  })

  test('a refusal is no fault, and of a fault only its kind is recorded', async () => {
    stop = await startTraces({ endpoint, ratio: 1, version: '1.2.3' })
    const app = await buildTestApp(store())
    expect((await testClient(app).get('/user/ships')).status).toBe(401)
    await app.server.close()
    const fault = Object.assign(new TypeError('jan@schip-aurora.nl'), { code: '23505' })
    await expect(traceWork('job odd', 'internal', {}, () => Promise.reject(fault))).rejects.toBe(fault)
    await stop()
    const named = (wanted: string) => sent().find(({ name }) => name === wanted)
    expect(named('GET /user/ships')).toMatchObject({ status: { code: 0 } })
    expect(named('job odd')).toMatchObject({ status: { code: 2 } })
    expect(bodies.join()).not.toContain('jan@')
  })

  test('nobody waits for a collector that is away', async () => {
    stop = await startTraces({ endpoint: 'http://127.0.0.1:9', ratio: 1, version: '1.2.3' })
    expect(await traceWork('job one', 'internal', {}, async () => 7)).toBe(7)
    await stop()
    expect(await traceWork('job two', 'internal', {}, async () => 8)).toBe(8)
  })
})
