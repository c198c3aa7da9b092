import { randomBytes } from 'node:crypto'
import { fakeClock } from '@shipminer/testkit/fake-clock'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Store } from '../db/store.ts'
import { describeEachEngine, testLogger } from '../db/testing.ts'
import { createSessions, type SessionTokens, sessionLifetimeMs } from './sessions.ts'

type Step = { kind: 'refresh'; pick: number } | { kind: 'wait'; ms: number } | { kind: 'logout' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('refresh' as const), pick: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, 59_000, 60_001, 600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logout' as const) }) },
)

/** The rules implemented again, the slow and obvious way. */
class Expected {
  readonly pairs: {
    usedAt: number | null
    child: number | null
    retried: boolean
    issuedAt: number
    cut: boolean
  }[]
  ended = false
  constructor(now: number) {
    this.pairs = [{ usedAt: null, child: null, retried: false, issuedAt: now, cut: false }]
  }

  /** Whether the refresh is answered with a new pair. */
  refresh(index: number, now: number): boolean {
    const pair = this.pairs[index]
    if (!pair || this.ended) return false
    const issued = { usedAt: null, child: null, retried: false, issuedAt: now, cut: false }
    if (pair.usedAt === null) {
      pair.usedAt = now
      pair.child = this.pairs.push(issued) - 1
      return true
    }
    const child = pair.child === null ? undefined : this.pairs[pair.child]
    if (pair.retried || now - pair.usedAt > 60_000 || !child || child.usedAt !== null) {
      this.ended = true
      return false
    }
    for (const other of this.pairs) other.cut = true
    child.usedAt = now
    pair.retried = true
    pair.child = this.pairs.push(issued) - 1
    return true
  }

  isAccessGood(index: number, now: number): boolean {
    const pair = this.pairs[index]
    return pair !== undefined && !this.ended && !pair.cut && now - pair.issuedAt < 600_000
  }
}

describeEachEngine('createSessions', ({ store }) => {
  let userId: string
  beforeAll(async () => {
    userId = await newUser(store())
  })

  test('follows the rules of rotation through any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const clock = fakeClock(Date.parse('2026-05-01T10:00:00Z'))
        const sessions = createSessions({ store: store(), clock: clock.now, randomBytes, logger: testLogger })
        const tokens: SessionTokens[] = [await sessions.open({ userId, binding: null })]
        const expected = new Expected(clock.now())
        for (const move of steps) {
          if (move.kind === 'wait') clock.advance(move.ms)
          if (move.kind === 'logout') {
            await sessions.revoke(tokens[0]?.sessionId ?? '', 'logout')
            expected.ended = true
          }
          if (move.kind === 'refresh') {
            const index = move.pick % tokens.length
            const answer = await sessions.refresh(tokens[index]?.refreshToken ?? '', null)
            expect(answer !== null).toBe(expected.refresh(index, clock.now()))
            if (answer) tokens.push(answer)
          }
          for (const [index, { token }] of tokens.entries()) {
            const caller = await sessions.verifyAccess(token, null)
            expect([index, caller !== null]).toEqual([index, expected.isAccessGood(index, clock.now())])
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  test('keeps hashes only', async () => {
    const sessions = createSessions({ store: store(), clock: () => 0, randomBytes, logger: testLogger })
    const { token, refreshToken } = await sessions.open({ userId, binding: 'b_secret' })
    const rows = await store().db.selectFrom('sessionTokens').selectAll().execute()
    const stored = JSON.stringify(rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('latin1')))
    for (const secret of [token, refreshToken, 'b_secret']) expect(stored).not.toContain(secret)
    expect(rows.every(({ tokenHash }) => tokenHash.length === 32)).toBe(true)
  })

  test('a logout and a refresh at the same time end with no living token', async () => {
    const clock = fakeClock(1_000_000)
    const sessions = createSessions({ store: store(), clock: clock.now, randomBytes, logger: testLogger })
    for (let round = 0; round < 5; round += 1) {
      const first = await sessions.open({ userId, binding: null })
      const [second] = await Promise.all([
        sessions.refresh(first.refreshToken, null),
        sessions.revoke(first.sessionId, 'logout'),
      ])
      expect(await sessions.verifyAccess(first.token, null)).toBeNull()
      if (second) {
        expect(await sessions.verifyAccess(second.token, null)).toBeNull()
        expect(await sessions.refresh(second.refreshToken, null)).toBeNull()
      }
    }
  })

  test('opens within the transaction it is given, and not when that fails', async () => {
    const sessions = createSessions({ store: store(), clock: () => 0, randomBytes, logger: testLogger })
    const count = async () => (await store().db.selectFrom('sessions').select('id').execute()).length
    const before = await count()
    const failing = store()
      .db.transaction()
      .execute(async (trx) => {
        await sessions.open({ userId, binding: null }, trx)
        throw new Error('no')
      })
    await expect(failing).rejects.toThrow('no')
    expect(await count()).toBe(before)
    expect(sessionLifetimeMs).toBe(14 * 24 * 3_600_000)
  })
})

async function newUser(store: Store): Promise<string> {
  const row = await store.db
    .insertInto('users')
    .values({ name: 'Anna', email: 'anna@schip.nl' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
