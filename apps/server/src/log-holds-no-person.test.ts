import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { leavesOf, withAt } from '@shipminer/testkit/poison'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../test/build-test-app.ts'
import type { CallParts } from '../test/every-call.ts'
import { endsSession, type Inhabitant, inhabit } from '../test/inhabited.ts'
import { camtSample } from '../test/papers/camt-sample.ts'
import { testBuyer } from '../test/place-order.ts'
import { type MailServer, startMailServer } from '../test/services/mail-server.ts'
import { connectBox, exampleRows, boxKey as publicKey, runJobs } from '../test/ship-line.ts'
import { createController } from './modules/claims/claims.port.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * Every call of the contract is made with texts that are like nothing else wherever its schema lets them in, once as it should be and once while the
 * database refuses every row and says so with the whole row; then every job runs, with a mail server that repeats whom it refuses, and the flows that
 * examples do not reach. No line of the log may hold any of it, at the level that says most.
 */

/** Written whatever a call is about; refused, they would hide what is behind them. */
const ofEveryCall =
  /^(request_counts|request_tallies|guesses|idempotency_keys|job_runs|sessions|desk_audit|counters|kysely_|test_)/
/** Where an example is kept as it is, and what it holds says who somebody is or lets somebody in. */
const keptPersonal = /email|iban|phone|address|token|claimKey|secret|password|signature|proof|cookie|key$/i

describeEachEngine('the log', ({ store }) => {
  let app: TestApp
  let owner: Inhabitant
  let mails: MailServer
  const personal = new Map<string, string>()
  let count = 0

  const settings = () => ({
    ORDERS_ENABLED: 'true',
    VIES_URL: 'off',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Ships <noreply@shipminer.example>',
    PROVIDER_EMAIL: 'desk@shipminer.example',
  })
  /** An address in a failure, as libraries name it. */
  const noNetwork = (url: unknown) => Promise.reject(new Error(`no answer from ${String(url)}`))

  beforeAll(async () => {
    mails = await startMailServer({ startTls: false })
    app = await buildTestApp(store(), { settings: settings(), fetch: noNetwork })
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    owner = await inhabit(app, { controllerId: 'SM-A', publicKey })
    for (const [where, value] of Object.entries(testBuyer))
      if (String(value).length > 5) personal.set(String(value), `the buyer's ${where}`)
    personal.set(owner.token, 'the token of the session')
    const wallets = await store().db.selectFrom('wallets').select('address').execute()
    for (const { address } of wallets) personal.set(address, 'the address of the wallet')
  })
  afterAll(async () => {
    await app.server.close()
    await mails.close()
  })

  const calls = () =>
    [...app.router.table.values()]
      .filter((endpoint) => !endsSession(endpoint))
      .sort((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET'))

  /** The example of a call with a mark in every place that takes one. */
  function marked(endpoint: AnyEndpoint): CallParts {
    let parts = owner.exampleOf(endpoint)
    for (const where of ['query', 'body'] as const) {
      const schema = endpoint[where]
      if (!schema || parts[where] === undefined) continue
      for (const path of leavesOf(parts[where])) {
        const example = path.reduce<unknown>(
          (value, key) => (value as Record<string, unknown>)[key],
          parts[where],
        )
        const place = `${endpoint.method} ${endpoint.path} ${where}.${path.join('.')}`
        count += 1
        const candidates =
          typeof example === 'number'
            ? /latitude|longitude/i.test(String(path.at(-1)))
              ? [51 + count / 1_000_000]
              : []
            : typeof example !== 'string'
              ? []
              : [
                  `zwaan${count}@geheim.example`,
                  `https://example.com/zwaan${count}`,
                  `+31 6 ${20_000_000 + count}`,
                  `Zwaan${count}geheim`,
                ]
        const mark = candidates.find((one) => schema.safeParse(withAt(parts[where], path, one)).success)
        if (mark !== undefined) {
          parts = { ...parts, [where]: withAt(parts[where], path, mark) }
          personal.set(String(mark), place)
        } else if (typeof example === 'string' && example.length >= 8 && keptPersonal.test(path.join('.')))
          personal.set(example, place)
      }
    }
    return parts
  }

  /** Which lines of the log hold something personal, each once, by what it says. */
  function leaks(log: string): string[] {
    const found = new Set<string>()
    for (const line of log.split('\n'))
      for (const [value, where] of personal)
        if (line.includes(value) || line.includes(JSON.stringify(value).slice(1, -1)))
          found.add(`${where}: ${value} in ${line.slice(0, 1_500)}`)
    return [...found].slice(0, 20)
  }

  /** What every row is refused with, but those that are written whatever a call is about. */
  async function refuseRows(isOn: boolean): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(
      store().db,
    )
    for (const { name } of rows.filter((table) => !ofEveryCall.test(table.name)))
      await sql
        .raw(
          isOn
            ? `ALTER TABLE "${name}" ADD CONSTRAINT test_refused CHECK (false) NOT VALID`
            : `ALTER TABLE "${name}" DROP CONSTRAINT test_refused`,
        )
        .execute(store().db)
  }

  test('holds nothing of what calls carry', async () => {
    for (const endpoint of calls()) await owner.send(endpoint, marked(endpoint))
    expect(personal.size).toBeGreaterThan(300)
    expect(leaks(app.log())).toEqual([])
  }, 120_000)

  test('holds nothing of rows that the database refuses', async () => {
    await refuseRows(true)
    const failed: string[] = []
    try {
      for (const endpoint of calls()) {
        const { status } = await owner.send(endpoint, marked(endpoint))
        if (status >= 500) failed.push(endpoint.path)
      }
    } finally {
      await refuseRows(false)
    }
    expect(failed.length, 'calls whose rows were refused').toBeGreaterThan(10)
    expect(app.log(), 'it says which rule it was').toContain('test_refused')
    expect(leaks(app.log())).toEqual([])
  }, 120_000)

  test('holds nothing of whom jobs write to, nor of what fails on the way', async () => {
    const words = 'mailbox of zwaan77@geheim.example is full (Zwaan77 <zwaan77@geheim.example>)'
    personal.set('zwaan77@geheim.example', 'the answer of a mail server')
    personal.set('Zwaan77 ', 'the answer of a mail server')
    mails.refuse.to = { code: 550, words }
    const logged: string[] = []
    await runJobs(store(), { settings: settings(), fetch: noNetwork, onLog: (text) => logged.push(text) })
    expect(mails.tries.to).toBeGreaterThan(0)
    expect(logged.join('')).toContain('mail given up')
    expect(leaks(logged.join(''))).toEqual([])
  }, 120_000)

  test('holds nothing of log-ins, claims, statements, bodies that cannot be read, and boxes', async () => {
    const client = testClient(app)
    const { claimKey } = await createController(
      { store: store(), secretKey: app.secretKey },
      { name: 'Box', location: null },
    )
    personal.set(claimKey, 'a claim key')
    personal.set(claimKey.replace('-', ''), 'a claim key')
    await client.get(`/miners/claim/${claimKey}`)
    await client.get(`/miners/claim/${claimKey.toLowerCase()}x`)
    client.token = owner.token
    await client.post('/miners/claim', { claimKey })
    personal.set('Geheim wachtwoord 77', 'a password')
    for (const path of [
      '/auth/login',
      '/auth/password/login',
      '/auth/password/forgot',
      '/newsletter/subscribe',
    ])
      await client.post(path, { email: 'zwaan77@geheim.example', password: 'Geheim wachtwoord 77' })
    personal.set('Karel Zwaan77', 'a name on a statement')
    personal.set('NL02ABNA0123456789', 'an account on a statement')
    const entry = {
      amount: '17500.00',
      name: 'Karel Zwaan77',
      iban: 'NL02ABNA0123456789',
      text: 'Zwaan77geheim',
    }
    const statement = camtSample([entry], {})
    for (const content of [
      statement,
      statement.slice(0, -40),
      statement.replace('17500.00', 'Karel Zwaan77'),
    ])
      for (const endpoint of calls().filter(
        ({ path, method }) => method === 'POST' && /statement/.test(path),
      ))
        await owner.send(endpoint, {
          ...owner.exampleOf(endpoint),
          body: {
            ...(owner.exampleOf(endpoint).body as object),
            name: 'Karel Zwaan77.xml',
            file: content,
            content,
            statement: content,
          },
        })
    for (const body of ['{"email":"zwaan77@geheim.example",', '["zwaan77@geheim.example"]'])
      for (const path of ['/inquiries/contact', '/orders', '/auth/login']) await client.post(path, body)

    const box = await connectBox(app, 'SM-A')
    personal.set('51.987654', 'where a ship is')
    for (const [list, [row]] of Object.entries(exampleRows(app.clock.now()))) {
      await box.batch({
        [list]: [{ ...row, latitude: 51.987654, position: { latitude: 51.987654, longitude: 4.5 } }],
      })
      await box.batch({ [list]: [{ latitude: 51.987654, name: 'Karel Zwaan77' }] })
    }
    box.close()
    expect(leaks(app.log())).toEqual([])
  }, 120_000)
})
