import { expect, test } from 'vitest'
import { buildController, buildLive, buildMiner, buildSummary } from '../fleet.fixture.ts'
import type { FleetInput } from './fleet-state.ts'
import { createFleetStore } from './fleet-store.ts'

const at = 1_000_400
const listed = {
  type: 'listed',
  at,
  serverTime: at,
  miners: [buildMiner()],
  controllers: [buildController()],
} as const

function received(hashrateThs: number): FleetInput {
  return {
    type: 'received',
    at,
    message: {
      type: 'changes',
      serverTime: at,
      summary: buildSummary(),
      controllers: [],
      power: [],
      miners: [buildLive({ hashrateThs, receivedAt: 1_000_200 })],
    },
  }
}

test('pausing freezes what is shown, and resuming shows what came meanwhile', () => {
  const store = createFleetStore()
  let published = 0
  store.subscribe(() => published++)
  store.dispatch(listed)
  store.pause()
  const frozen = store.current()
  store.dispatch(received(99))
  expect(store.current()).toBe(frozen)
  expect(published).toBe(2)
  store.resume()
  expect(store.current().miners.get('1')?.hashrateThs).toBe(99)
  expect(published).toBe(3)
})

test('events are told while paused', () => {
  const store = createFleetStore()
  const told: string[] = []
  store.onEvents((events) => told.push(...events.map((event) => event.kind)))
  store.dispatch({ type: 'link-changed', at, link: 'live' })
  store.pause()
  store.dispatch({ type: 'link-changed', at, link: 'down' })
  expect(told).toEqual(['link-lost'])
})

test('the first list is shown even when paused before it came', () => {
  const store = createFleetStore()
  store.pause()
  store.dispatch(listed)
  expect(store.current().listed).toBe(true)
})
