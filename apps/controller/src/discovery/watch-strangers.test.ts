import type { Stranger } from '@shipminer/contract/control/strangers'
import { expect, test } from 'vitest'
import { createStrangerBook } from './stranger-book.ts'
import { watchStrangers } from './watch-strangers.ts'

const stranger = (address: string): Stranger => ({
  ...{ key: address, address, guess: null },
  ports: [
    { port: 80, protocol: 'http', said: 'HTTP 200' },
    { port: 443, protocol: 'https', said: 'HTTP 200' },
  ],
})

function open() {
  const book = createStrangerBook()
  book.note(stranger('10.0.0.9'))
  book.note(stranger('10.0.0.10'))
  const closed = new Set<string>()
  const stop = new AbortController()
  const known = new Set<string>()
  const told: string[][] = []
  const addresses = () => book.list().map(({ address }) => address)
  const watch = watchStrangers({
    book,
    isOpen: async (host, port) => !closed.has(host) && !closed.has(`${host}:${port}`),
    isKnown: ({ address }) => known.has(address),
    onChange: () => told.push(addresses()),
    signal: stop.signal,
  })
  return { closed, known, told, addresses, watch, stop: () => stop.abort() }
}

test('one that takes no connection at three looks in a row is gone, and back when it takes one', async () => {
  const { closed, told, watch, stop } = open()
  closed.add('10.0.0.9')
  await watch.look()
  await watch.look()
  expect(told).toEqual([])
  await watch.look()
  expect(told).toEqual([['10.0.0.10']])
  await watch.look()
  expect(told).toHaveLength(1)
  closed.clear()
  await watch.look()
  expect(told.at(-1)).toEqual(['10.0.0.9', '10.0.0.10'])
  stop()
})

test('one port that is open is enough, and one look at which it answers begins the count anew', async () => {
  const { closed, told, watch, stop } = open()
  closed.add('10.0.0.9:80')
  for (let look = 0; look < 5; look += 1) await watch.look()
  closed.add('10.0.0.9')
  await watch.look()
  await watch.look()
  closed.clear()
  await watch.look()
  closed.add('10.0.0.9')
  await watch.look()
  await watch.look()
  expect(told).toEqual([])
  stop()
})

test('what a search recognised meanwhile is not brought back as a stranger', async () => {
  const { closed, known, addresses, told, watch, stop } = open()
  closed.add('10.0.0.9')
  for (let look = 0; look < 3; look += 1) await watch.look()
  expect(addresses()).toEqual(['10.0.0.10'])
  known.add('10.0.0.9')
  closed.clear()
  await watch.look()
  expect(addresses()).toEqual(['10.0.0.10'])
  expect(told).toHaveLength(1)
  stop()
})
