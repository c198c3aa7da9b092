import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { LiveToServerSchema } from '@shipminer/contract/live'
import { exampleOf, type JsonSchema } from '@shipminer/testkit/example-of'
import { jsonOf, leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { buildTestApp, type TestApp, testClient } from '../test/build-test-app.ts'
import { snapshotOf } from '../test/ship-line.ts'
import { signUp } from '../test/sign-in.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/* A page sends every poison in every leaf of every message of the live connection, signed in and not: no fault of the server, and the page of another goes on. */

const options = LiveToServerSchema.def.options as z.core.$ZodType[]
const messages = options.map(
  (option) => exampleOf(z.toJSONSchema(option, { io: 'input' }) as JsonSchema, {}) as Record<string, unknown>,
)
const noMessages = ['', 'null', '[]', '{', '"x"', '7', '{"type":{}}', '{"__proto__":{}}', 'x'.repeat(200_000)]

describeEachEngine('a poisoned page', ({ store }) => {
  let app: TestApp
  let token: string
  let other: string
  beforeAll(async () => {
    app = await buildTestApp(store())
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    token = (await signUp(testClient(app))).token
    other = (await signUp(testClient(app))).token
  })
  afterAll(() => app.server.close())

  async function openPage(isSignedIn: boolean): Promise<WebSocket> {
    const { port } = app.server.server.address() as AddressInfo
    const page = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: 'https://shipminer.example' })
    page.on('error', () => {})
    await once(page, 'open')
    if (isSignedIn) page.send(JSON.stringify({ type: 'authenticate', token }))
    return page
  }

  test('every kind of message has an example', () => {
    for (const message of messages) expect(LiveToServerSchema.safeParse(message).success).toBe(true)
  })

  test.each([true, false])('signed in: %s', async (isSignedIn) => {
    const told = poisons.flatMap(([, poison]) =>
      messages.flatMap((message) => leavesOf(message).map((path) => jsonOf(withAt(message, path, poison)))),
    )
    let page = await openPage(isSignedIn)
    for (const text of [...noMessages, ...told, Buffer.from([0xff, 0xfe, 0])]) {
      // A message that is none may end the connection: then the next one comes over another.
      if (page.readyState !== WebSocket.OPEN) page = await openPage(isSignedIn)
      page.send(text)
      await new Promise((resolve) => setImmediate(resolve))
    }
    page.terminate()
    expect(await snapshotOf(app, other)).toMatchObject({ type: 'snapshot' })
    expect(await snapshotOf(app, token)).toMatchObject({ type: 'snapshot' })
    expect(app.log()).not.toContain('"level":50')
  })
})
