import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { openTestStore, testEngines } from '../../db/testing.ts'
import { SecretKey } from '../../secret-key/secret-key.ts'
import { createRequestCounts } from './request-counts.ts'

describe.runIf(testEngines().includes('postgresql'))('limits on requests', () => {
  test('are those of all copies of the server together', async () => {
    const store = await openTestStore('postgresql')
    const copies: TestApp[] = []
    try {
      for (let copy = 0; copy < 2; copy += 1) copies.push(await buildTestApp(store))
      /** So many calls to each copy, all at once. Each copy alone lets ten a minute through. */
      const ask = async (count: number, ip: string) => {
        const clients = copies.flatMap((app) => Array.from({ length: count }, () => testClient(app, { ip })))
        const answers = await Promise.all(
          clients.map((client) => client.post('/auth/verify-email', { token: 'none' })),
        )
        return answers.filter(({ status }) => status === 429)
      }
      const refused = await ask(8, '203.0.113.7')
      expect(refused).toHaveLength(6)
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({ success: false, code: 'rate-limited' })
        expect(headers['retry-after']).toBe('60')
      }
      expect(await ask(2, '203.0.113.8'), 'somebody else').toEqual([])
      expect(await ask(1, '203.0.113.7')).toHaveLength(2)
    } finally {
      for (const { server } of copies) await server.close()
      await store.close()
    }
  })

  test('begin anew when their time is over, and are forgotten then', async () => {
    const store = await openTestStore('postgresql')
    let now = Date.parse('2026-05-01T10:00:00Z')
    const requestCounts = createRequestCounts({
      store,
      clock: () => now,
      secretKey: new SecretKey(randomBytes(32)),
    })
    const count = () => requestCounts.count('POST /orders', '2001:db8::1', { max: 2, windowMs: 60_000 })
    try {
      expect([await count(), await count(), await count()]).toEqual([null, null, 60])
      now += 59_500
      expect(await count()).toBe(1)
      expect(await requestCounts.sweep()).toBe(0)
      now += 500
      expect(await count()).toBeNull()
      now += 60_000
      expect(await requestCounts.sweep()).toBe(1)
    } finally {
      await store.close()
    }
  })
})
