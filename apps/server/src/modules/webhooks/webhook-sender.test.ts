import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/services/webhook-receiver.ts'
import { createWebhookSender } from './webhook-sender.ts'

describe('addresses that are refused', () => {
  const sender = createWebhookSender({ allowLoopback: false })
  test.each([
    'nonsense',
    'http://example.org/hook',
    'ftp://example.org/',
    'https://user:password@example.org/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
  ])('%s', async (url) => {
    expect(sender.refuse(url)).not.toBeNull()
    expect(await sender.send(url, '{}', {})).toMatchObject({ kind: 'failed' })
  })
  test('a public one is not', () => expect(sender.refuse('https://example.org/hook')).toBeNull())
})

describe('sending', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver.stop())

  test('a name of this machine is refused after it was resolved', async () => {
    const port = new URL(receiver.url).port
    const sender = createWebhookSender({ allowLoopback: false })
    // Passes the check of the text; what it resolves to does not.
    const url = `https://localhost.:${port}/hook`
    expect(await sender.send(url, '{}', {})).toMatchObject({ kind: 'failed' })
    expect(receiver.received).toEqual([])
  })

  test.each([
    ['first', ['10.0.0.1', '127.0.0.1']],
    ['last', ['127.0.0.1', '10.0.0.1']],
    ['between others', ['127.0.0.1', '169.254.169.254', '127.0.0.1']],
  ])('of the addresses of a name one bad one is enough: %s', async (_, addresses) => {
    const sender = createWebhookSender({
      allowLoopback: true,
      timeoutMs: 300,
      resolve: (_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
    })
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await sender.send(url, '{}', {})).toEqual({
      kind: 'failed',
      error: 'address is not of the public network',
    })
    expect(receiver.received).toEqual([])
  })

  const local = createWebhookSender({ allowLoopback: true, timeoutMs: 300 })

  test('loopback by setting, over http too', async () => {
    expect(await local.send(receiver.url, '{"a":1}', { 'webhook-id': 'msg_1' })).toEqual({
      kind: 'answered',
      statusCode: 204,
      retryAfterMs: null,
    })
    expect(receiver.received).toMatchObject([
      { body: '{"a":1}', headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json' } },
    ])
    expect(local.refuse('http://10.0.0.1/')).not.toBeNull()
    expect(local.refuse('http://example.org/')).not.toBeNull()
  })

  test('handed on by itself, as alerts do, it sends', async () => {
    const { send } = local
    expect(await send(receiver.url, '{}', {})).toMatchObject({ kind: 'answered', statusCode: 204 })
  })

  test('redirects are not followed, Retry-After is read', async () => {
    receiver.answer = { status: 302, headers: { location: receiver.url } }
    expect(await local.send(receiver.url, '{}', {})).toMatchObject({ statusCode: 302 })
    expect(receiver.received).toHaveLength(1)
    receiver.answer = { status: 503, headers: { 'retry-after': '120' } }
    expect(await local.send(receiver.url, '{}', {})).toMatchObject({ retryAfterMs: 120_000 })
  })

  test('who does not answer has failed in time, and who is not there at once', async () => {
    receiver.answer = { status: 200, hang: true }
    expect(await local.send(receiver.url, '{}', {})).toEqual({ kind: 'failed', error: 'no answer in time' })
    const { url } = receiver
    await receiver.stop()
    expect(await local.send(url, '{}', {})).toMatchObject({ kind: 'failed' })
  })
})
