import { describe, expect, test } from 'vitest'
import { formatSecret, isSignedBy, parseSecret, signWebhook } from './signature.ts'

// The example of the Standard Webhooks libraries.
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the published vector', () => {
  const secret = parseSecret(published.secret)
  expect(signWebhook(secret as Buffer, published.message)).toBe(published.signature)
})

describe('a receiver', () => {
  const secret = parseSecret(published.secret) as Buffer
  const { message, signature } = published
  test.each([
    ['the right one', signature, true],
    ['one of several, while a key is changed', `v1,AAAA ${signature}`, true],
    ['another version', signature.replace('v1,', 'v2,'), false],
    ['a shortened one', signature.slice(0, -2), false],
    ['none', '', false],
  ])('%s', (_name, header, isRight) => expect(isSignedBy(secret, message, header)).toBe(isRight))
  test.each([
    { ...message, id: 'msg_other' },
    { ...message, timestamp: message.timestamp + 1 },
    { ...message, body: '{"test": 2432232315}' },
  ])('a changed message %j is not signed', (changed) =>
    expect(isSignedBy(secret, changed, signature)).toBe(false),
  )
})

test('secrets are written as receivers read them', () => {
  const bytes = Buffer.alloc(32, 7)
  expect(parseSecret(formatSecret(bytes))).toEqual(bytes)
  expect(formatSecret(bytes)).toMatch(/^whsec_/)
  for (const bad of ['', 'whsec_', 'whsec_AAAA', `whsec_${Buffer.alloc(65).toString('base64')}`, 'whsec_*'])
    expect(parseSecret(bad)).toBeNull()
})
