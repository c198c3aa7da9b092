import { leavesOf, poisons, withAt } from '@shipminer/testkit/poison'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { type CallParts, misfits } from '../test/every-call.ts'
import { endsSession, type Inhabitant, inhabit } from '../test/inhabited.ts'
import { describeEachEngine } from './platform/db/testing.ts'

const dates: [string, unknown][] = [
  ['the year 0', '0000-01-01'],
  ['the year 0 with a time', '0000-01-01T00:00:00Z'],
  ['after the last year', 253_402_300_800_000],
  ['an id that is too large', '9999999999'],
  ['an id just above 2^31 - 1', '2147483648'],
  ['a text with %00', '%00'],
]

/** Kinds of values that a schema refuses by type alone need not be tried with every call. */
const plain = ['true', '-0', 'a fraction', 'a number as text', '-1e308', 'a list', '64 kB of NUL and halves']
const sent = [...poisons.filter(([name]) => !plain.includes(name)), ...dates]

const at = (value: unknown, key: string | number) => (value as Record<string, unknown>)[key]

/** Where a value can only be wrong: how it may be refused, in words; null: it may be right. */
function refusals(name: string, where: string, key: string, example: unknown): readonly number[] | null {
  const isNumber = /^\d+$/.test(String(example))
  if (where === 'params') return isNumber && /^an id|^2\^|^NUL|^minus one/.test(name) ? [400, 404] : null
  if (where !== 'query') return null
  return name === 'NUL' || (name === 'after the last year' && key === 'before') ? [400] : null
}

/** One database is enough in every run: a call refuses input before it reaches the database. */
describeEachEngine('poisoned calls', ({ store, engine }) => {
  let app: TestApp
  let owner: Inhabitant
  /** Reading calls last, so that they read what the others left; what ends the caller's session not at all. */
  const calls = () =>
    [...app.router.table.values()]
      .filter((endpoint) => !endsSession(endpoint))
      .sort((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET'))

  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off' } })
    owner = await inhabit(app, { controllerId: 'SM-A' })
  })
  afterAll(() => app.server.close())

  test.skipIf(engine === 'embedded')('every call has an example that it reads', () => {
    expect(calls().flatMap((endpoint) => misfits(endpoint, owner.exampleOf(endpoint)))).toEqual([])
  })

  test.skipIf(engine === 'embedded').each(sent)(
    '%s in any place of any call breaks nothing',
    async (name, poison) => {
      const broken: unknown[] = []
      for (const endpoint of calls()) {
        const parts = owner.exampleOf(endpoint)
        for (const [where, whole] of Object.entries(parts)) {
          for (const path of whole === undefined ? [] : leavesOf(whole)) {
            if (path.length === 0 && where !== 'body') continue
            const { status, body: answer } = await owner.send(endpoint, {
              ...parts,
              [where]: withAt(whole, path, poison),
            } as CallParts)
            const refused = refusals(name, where, String(path[0]), path.reduce(at, whole))
            const isFault = status >= 500 && answer.code !== 'service-unavailable'
            if (isFault || refused?.includes(status) === false)
              broken.push([endpoint.method, endpoint.path, where, path.join('.'), status, answer.code])
          }
        }
      }
      expect(broken, name).toEqual([])
      expect(await owner.isSignedIn()).toBe(true)
    },
    120_000,
  )
})
