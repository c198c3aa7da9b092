import { beforeEach, describe, expect, test } from 'vitest'
import { createIntentions, intentionName, keyToUse, parseIntention } from './intention.ts'

let values: Map<string, string>
let made: number
let intentions: ReturnType<typeof createIntentions>

beforeEach(() => {
  values = new Map()
  made = 0
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  intentions = createIntentions(store, () => `key-${++made}-abcdef`)
})

describe('one order of one intention', () => {
  test('two tabs share a key, each press uses it again', () => {
    const first = intentions.begin('')
    const second = intentions.begin('')
    expect(second).toBe(first)
    expect(intentions.begin(first)).toBe(first)
  })

  test('a tab that began before keeps its key when the order is there; who begins anew has another', () => {
    const key = intentions.begin('')
    intentions.end(key, 'order-123')
    expect(intentions.orderOf(key)).toBe('order-123')
    expect(intentions.orderOf('another-key')).toBeNull()
    expect(intentions.begin(key)).toBe(key)
    expect(intentions.begin('')).not.toBe(key)
  })

  test('the end of an old intention does not end the new one', () => {
    const old = intentions.begin('')
    intentions.end(old, null)
    const next = intentions.begin('')
    intentions.end(old, null)
    expect(intentions.begin('')).toBe(next)
  })

  test('where storage is refused each tab has its own', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    const alone = createIntentions({ getItem: refuse, setItem: refuse }, () => `key-${++made}-abcdef`)
    expect(alone.begin('')).not.toBe(alone.begin(''))
    alone.end('key-1-abcdef', null)
    expect(alone.orderOf('key-1-abcdef')).toBeNull()
  })
})

test.each([
  null,
  '',
  '7',
  '[]',
  '{"key":"short","isOver":false}',
  '{"key":"abcdefgh-1"}',
  '{"key":7,"isOver":true}',
])('%j is no intention', (kept) => expect(parseIntention(kept)).toBeNull())

test('what is kept is read back', () => {
  const key = intentions.begin('')
  expect(parseIntention(values.get(intentionName) ?? null)).toEqual({
    key,
    isOver: false,
    orderId: null,
  })
})

test('a key that cannot be one is not used', () => {
  expect(keyToUse('x y', null, () => 'made-12345')).toBe('made-12345')
})
