import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnswer } from './power-port.ts'

const answer = 'HTTP/1.0  200  OK\r\nServer: x\r\ncontent-length: 16\r\n\r\nminer power:5470'

test('a first line with two spaces is read, and a cut body is not whole', () => {
  expect(parseAnswer(Buffer.from(answer), false)).toEqual({
    status: 200,
    challenge: undefined,
    body: 'miner power:5470',
    isWhole: true,
  })
  for (let length = 0; length < answer.length; length += 1) {
    const cut = parseAnswer(Buffer.from(answer.slice(0, length)), true)
    expect(cut?.isWhole ?? false).toBe(false)
  }
})

test('without a length only the end of the connection says that it is whole', () => {
  const text = 'HTTP/1.1 200 OK\r\n\r\n3250'
  expect(parseAnswer(Buffer.from(text), true)).toMatchObject({ body: '3250', isWhole: true })
  expect(parseAnswer(Buffer.from(text), false)).toMatchObject({ isWhole: false })
})

test('the challenge, and nonsense', () => {
  const refused =
    'HTTP/1.0  401  Unauthorized\r\nWWW-Authenticate: Digest realm="antMiner", nonce="n"\r\n\r\n'
  expect(parseAnswer(Buffer.from(refused), true)).toMatchObject({
    status: 401,
    challenge: 'Digest realm="antMiner", nonce="n"',
  })
  expect(parseAnswer(Buffer.from('{"STATUS":[]}'), true)).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      parseAnswer(Buffer.from(bytes), true)
    }),
  )
})
