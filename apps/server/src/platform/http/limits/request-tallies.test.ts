import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import type { Store } from '../../db/store.ts'
import { describeEachEngine, openTestStore, testEngines, testLogger } from '../../db/testing.ts'
import { SecretKey } from '../../secret-key/secret-key.ts'
import { createRequestTallies } from './request-tallies.ts'

const limit = { max: 300, windowMs: 60_000 }
const call = 'GET /fleet'
const startAt = Date.parse('2026-05-01T10:00:00Z')

/** Copies of the server, which tell each other what they counted when the test says so. */
function createCopies(store: Store, count: number) {
  const time = { now: startAt }
  const secretKey = new SecretKey(Buffer.alloc(32, 9))
  const deps = { store, clock: () => time.now, secretKey, logger: testLogger }
  const copies = Array.from({ length: count }, () => createRequestTallies(deps))
  /** @returns how many of so many requests a copy lets through. */
  const ask = (copy: number, requests: number, ip = '203.0.113.7') => {
    let passed = 0
    for (let request = 0; request < requests; request += 1)
      if (copies[copy]?.count(call, ip, limit) === null) passed += 1
    return passed
  }
  const exchange = async () => {
    for (const copy of copies) await copy.exchange()
  }
  return { copies, time, ask, exchange, stop: () => Promise.all(copies.map((copy) => copy.stop())) }
}

describe.runIf(testEngines().includes('postgresql'))('the general limit', () => {
  test('is that of all copies together, as far as they heard of each other', async () => {
    const store = await openTestStore('postgresql')
    const { copies, time, ask, exchange, stop } = createCopies(store, 3)
    try {
      expect(ask(0, 140)).toBe(140)
      expect(ask(1, 100)).toBe(100)
      await exchange()
      // The third was not asked until now: it hears of the others with its tenth request.
      expect(ask(2, 10)).toBe(10)
      await exchange()
      expect(ask(2, 100)).toBe(50)
      expect(copies[2]?.count(call, '203.0.113.7', limit)).toBe(60)
      expect(ask(2, 20, '203.0.113.8'), 'somebody else').toBe(20)
      expect(copies[2]?.count('GET /ships', '203.0.113.7', limit), 'another call').toBeNull()
      // What passed elsewhere since the last word is learned with the next one.
      await exchange()
      expect(ask(1, 1)).toBe(1)
      await exchange()
      expect(ask(1, 50)).toBe(0)

      time.now += 59_000
      expect(copies[1]?.count(call, '203.0.113.7', limit)).toBe(1)
      time.now += 1_000
      expect(ask(1, 50), 'a new minute').toBe(50)
      await exchange()
      expect(ask(2, 50)).toBe(50)
      time.now += 60_000
      expect(await copies[0]?.sweep()).toBe(4)
      expect(await copies[0]?.sweep()).toBe(0)
    } finally {
      await stop()
      await store.close()
    }
  })

  test('an exchange is one of all that was counted until then, also when another is under way', async () => {
    const store = await openTestStore('postgresql')
    const { copies, ask, stop } = createCopies(store, 2)
    try {
      expect(ask(0, 10)).toBe(10)
      const underWay = copies[0]?.exchange()
      expect(ask(0, 200)).toBe(200)
      await copies[0]?.exchange()
      expect(ask(1, 10)).toBe(10)
      await copies[1]?.exchange()
      expect(ask(1, 100)).toBe(80)
      await underWay
    } finally {
      await stop()
      await store.close()
    }
  })

  test('is told by itself, and soon when a client hurries', async () => {
    const store = await openTestStore('postgresql')
    const { ask, stop } = createCopies(store, 2)
    try {
      let [passed, rounds] = [0, 0]
      // Without a word to each other they would let it through 600 times within a second.
      while (passed < 600 && rounds < 60) {
        passed += ask(0, 8) + ask(1, 8)
        rounds += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(passed).toBeGreaterThanOrEqual(300)
      expect(passed).toBeLessThan(600)
    } finally {
      await stop()
      await store.close()
    }
  })

  test('of two servers on one database is one', async () => {
    const store = await openTestStore('postgresql')
    const apps: TestApp[] = []
    try {
      for (let copy = 0; copy < 2; copy += 1) apps.push(await buildTestApp(store))
      const ask = async (copy: number, requests: number) => {
        const app = apps[copy]
        if (!app) throw new Error('no such copy')
        const client = testClient(app, { ip: '203.0.113.7' })
        const answers = []
        for (let request = 0; request < requests; request += 1) answers.push(await client.get('/site'))
        return answers.filter(({ status }) => status !== 429).length
      }
      expect(await ask(0, 250)).toBe(250)
      await apps[0]?.requestTallies.exchange()
      expect(await ask(1, 20)).toBe(20)
      await apps[1]?.requestTallies.exchange()
      expect(await ask(1, 60)).toBe(30)
      const [, second] = apps
      if (!second) throw new Error('no second copy')
      const refused = await testClient(second, { ip: '203.0.113.7' }).get('/site')
      expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'rate-limited' } })
      expect(refused.headers['retry-after']).toBe('60')
    } finally {
      for (const { server } of apps) await server.close()
      await store.close()
    }
  })

  test('refuses nobody while the database is away, and says so once', async () => {
    const store = await openTestStore('postgresql')
    const warned: string[] = []
    const logger = { ...testLogger, warn: (_details: object, message: string) => warned.push(message) }
    const tallies = createRequestTallies({
      store,
      clock: () => startAt,
      secretKey: new SecretKey(Buffer.alloc(32, 9)),
      logger,
    })
    await store.close()
    for (let request = 0; request < 1_000; request += 1)
      expect(tallies.count(call, '203.0.113.7', limit)).toBeNull()
    await tallies.exchange()
    await tallies.exchange()
    expect(warned).toEqual(['counts of requests were not exchanged'])
    await tallies.stop()
  })
})

describeEachEngine('one copy', ({ store }) => {
  test('has its own limit only', async () => {
    const { ask, exchange, stop } = createCopies(store(), 1)
    expect(ask(0, 400)).toBe(400)
    await exchange()
    expect(ask(0, 400)).toBe(400)
    await stop()
  })
})
