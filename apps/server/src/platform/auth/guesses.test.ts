import { fakeClock } from '@shipminer/testkit/fake-clock'
import { beforeEach, expect, test } from 'vitest'
import { describeEachEngine, resetTestStore } from '../db/testing.ts'
import { SecretKey } from '../secret-key/secret-key.ts'
import { type GuessKind, guessLimits } from './guess-policy.ts'
import { createGuesses } from './guesses.ts'

const kinds = Object.keys(guessLimits) as GuessKind[]
const wrong = async (): Promise<string | null> => null
const right = async (): Promise<string | null> => 'right'
const refused = { code: 'rate-limited' }

describeEachEngine('guesses', ({ store }) => {
  const clock = fakeClock(1_000_000)
  const copy = () =>
    createGuesses({ store: store(), clock: clock.now, secretKey: new SecretKey(Buffer.alloc(32, 3)) })
  const guesses = () => copy()
  beforeEach(() => resetTestStore(store()))

  async function judgedOf(many: number, guess: (index: number) => Parameters<typeof judge>[0]) {
    let judged = 0
    const copies = [copy(), copy()]
    const answers = await Promise.allSettled(
      Array.from({ length: many }, (_, index) =>
        copies[index % 2]?.judge(guess(index), async () => {
          judged += 1
          return null
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(judged)
    return judged
  }
  const judge = (guess: Parameters<ReturnType<typeof copy>['judge']>[0], how = wrong) =>
    guesses().judge(guess, how)

  test.each(kinds)(
    'of 120 at once on two copies at one account no more are judged than may be: %s',
    async (kind) => {
      const { account } = guessLimits[kind]
      expect(await judgedOf(120, (index) => ({ kind, target: 'anna', ip: `198.51.100.${index}` }))).toBe(
        account,
      )
    },
  )

  test.each([
    ['one address', (index: number) => ({ ip: '192.0.2.1', target: `person ${index}` }), 'client'],
    ['one /64', (index: number) => ({ ip: `2001:db8:1:2::${index}`, target: `person ${index}` }), 'client'],
    ['one /48', (index: number) => ({ ip: `2001:db8:1:${index}::1`, target: `person ${index}` }), 'network'],
    ['one user', (index: number) => ({ ip: `198.51.100.${index}`, userId: 'berta' }), 'account'],
  ] as const)('nor from %s, at many accounts', async (_, of, limit) => {
    expect(await judgedOf(120, (index) => ({ kind: 'login', ...of(index) }))).toBe(guessLimits.login[limit])
  })

  test('then each has to wait, twice as long each time, the right one too; refused ones do not prolong it', async () => {
    const guess = { kind: 'second-factor' as const, target: 'anna', ip: '192.0.2.1' }
    for (let count = 0; count < 5; count += 1) await judge(guess)
    for (const minutes of [1, 2, 4]) {
      clock.advance(minutes * 60_000 - 1)
      await expect(judge(guess, right)).rejects.toMatchObject(refused)
      clock.advance(1)
      expect(await judge(guess)).toBeNull()
    }
    await expect(judge({ ...guess, ip: '198.51.100.7' }, right)).rejects.toMatchObject(refused)
    expect(await judge({ ...guess, target: 'berta' })).toBeNull()
    clock.advance(24 * 3_600_000)
    for (let count = 0; count < 5; count += 1) expect(await judge(guess)).toBeNull()
  })

  test('a right one at an account forgets its wrong ones; a right one of a guesser only itself', async () => {
    const own = { kind: 'login' as const, target: 'anna', ip: '192.0.2.1' }
    for (let count = 0; count < 9; count += 1) await judge(own)
    expect(await judge(own, right)).toBe('right')
    for (let count = 0; count < 10; count += 1) expect(await judge(own)).toBeNull()
    await expect(judge(own)).rejects.toMatchObject(refused)

    const stranger = { kind: 'claim-key' as const, userId: 'berta', ip: '198.51.100.9' }
    for (let count = 0; count < 20; count += 1) expect(await judge(stranger, right)).toBe('right')
    for (let count = 0; count < 10; count += 1) {
      expect(await judge(stranger)).toBeNull()
      if (count < 9) expect(await judge(stranger, right)).toBe('right')
    }
    await expect(judge(stranger, right)).rejects.toMatchObject(refused)
  })

  test('what could not be judged does not count, and a new secret starts anew', async () => {
    const guess = { kind: 'proof' as const, target: 'anna', ip: null }
    const broken = () => Promise.reject(new Error('no memory for hashing'))
    for (let count = 0; count < 20; count += 1)
      await expect(guesses().judge(guess, broken)).rejects.toThrow('no memory')
    for (let count = 0; count < 10; count += 1) await judge(guess)
    await expect(judge(guess)).rejects.toMatchObject(refused)
    await guesses().forget({ kind: 'proof', target: 'anna' })
    expect(await judge(guess)).toBeNull()
  })

  test('the owner is told once, however many guess at once', async () => {
    let told = 0
    const onHeld = async () => {
      told += 1
    }
    const guess = (index: number) => ({ kind: 'login' as const, target: 'anna', ip: `198.51.100.${index}` })
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => guesses().judge(guess(index), wrong, onHeld)),
    )
    clock.advance(60_000)
    await guesses().judge(guess(1), wrong, onHeld)
    expect(told).toBe(1)
  })

  test('neither account nor address can be read from what is stored', async () => {
    await judge({ kind: 'login', target: 'anna@binnenvaart.nl', ip: '192.0.2.1' })
    const rows = await store().db.selectFrom('guesses').selectAll().execute()
    expect(rows).toHaveLength(2)
    for (const { key } of rows) expect(Buffer.from(key)).toHaveLength(32)
  })
})
