import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../../platform/db/store.ts'
import { createAsks } from './controller-asks.ts'

const question = { controllerId: 'SM-A', ipAddress: '192.168.1.20', port: 4028, keep: false }
const unreachable = {
  reachable: false,
  driver: null,
  make: null,
  model: null,
  firmware: null,
  hashrateThs: null,
  reason: 'refused',
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Signals as the database passes them to every copy of the server. */
function createSignals(): Pick<Store, 'listen' | 'notify'> {
  const heard = new Map<string, Set<(payload: string) => void>>()
  return {
    async listen(channel, listener) {
      const listeners = heard.get(channel) ?? new Set()
      heard.set(channel, listeners.add(listener))
      return async () => void listeners.delete(listener)
    },
    async notify(channel, payload) {
      for (const listener of heard.get(channel) ?? []) listener(payload)
    },
  }
}

/** Two copies of the server; the second has the lines of `connected`. */
async function openCopies(connected: readonly string[]) {
  const store = createSignals() as Store
  const asked: string[] = []
  const here = await createAsks({ store, clock: Date.now, deliver: () => false })
  const there = await createAsks({
    store,
    clock: Date.now,
    deliver({ controllerId, askId }) {
      if (!connected.includes(controllerId)) return false
      asked.push(askId)
      return true
    },
  })
  return { here, there, asked }
}

test('a controller without a line on any copy is away after three seconds', async () => {
  const { here } = await openCopies(['SM-B'])
  const told = vi.fn()
  void here.ask(question).then(told)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledWith(null)
})

test('one that has a line has ten seconds to look', async () => {
  const { here, there, asked } = await openCopies(['SM-A'])
  const answer = here.ask(question)
  await vi.advanceTimersByTimeAsync(9_000)
  await there.onAnswer({ askId: asked[0] ?? '', test: unreachable, deviceKey: null })
  expect(await answer).toEqual({ test: unreachable, deviceKey: null })
  const silent = here.ask(question)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await silent).toBe(null)
})
