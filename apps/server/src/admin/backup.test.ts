import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildDeviceReport, buildSample } from '@shipminer/testkit/telemetry'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../test/build-test-app.ts'
import { newTestAccounts, openCoinShop } from '../../test/chains/coin-shop.ts'
import { type FakeBitcoin, startFakeBitcoin } from '../../test/chains/fake-bitcoin.ts'
import { signUpOperator } from '../../test/operator.ts'
import { camtSample } from '../../test/papers/camt-sample.ts'
import { placedOrder } from '../../test/place-order.ts'
import { signUp } from '../../test/sign-in.ts'
import { createController } from '../modules/claims/claims.port.ts'
import { totpCode, totpStep } from '../modules/operators/totp.ts'
import { createTelemetry } from '../modules/telemetry/telemetry.service.ts'
import { runAdminCommand, serveAdminSocket } from '../platform/admin/admin-socket.ts'
import { makeIdentity, parseIdentities } from '../platform/backup/age-file.ts'
import { listSequences } from '../platform/backup/backup-catalog.ts'
import { BackupError, createDigest } from '../platform/backup/backup-format.ts'
import { lastBackupAt } from '../platform/backup/last-backup.ts'
import { loadBackup } from '../platform/backup/load-backup.ts'
import { readBackup } from '../platform/backup/read-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { openEmbeddedStore } from '../platform/db/embedded/embedded-store.ts'
import { migrateWithin, migrationNames } from '../platform/db/migrate.ts'
import { migrations } from '../platform/db/migrations.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import type { Store } from '../platform/db/store.ts'
import { openTestStore, testEngines, testLogger } from '../platform/db/testing.ts'
import { printOfKey } from '../platform/secret-key/secret-key.ts'
import { createSettings, defaultRunTimeSettings } from '../platform/settings/settings.ts'
import { createBackupCommands } from './backup-commands.ts'
import { createOrderCommands } from './order-commands.ts'
import { checkBackup, restoreFromBackup } from './restore-from-backup.ts'
import { createRevenueCommands } from './revenue-commands.ts'
import { takeBackup } from './take-backup.ts'

const dayMs = 86_400_000
const iban = 'NL91ABNA0417164300'
const origin = {
  createdAt: '2026-05-01T10:00:00.000Z',
  version: '1.2.3',
  secretKey: null,
  secretKeyPrint: '0',
  otherSecretKeys: [],
  otherSecretKeyPrints: [],
  settings: [],
}
const settings = { COMPANY_IBAN: iban, ORDERS_ENABLED: 'true', VIES_URL: 'off' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sm-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the people of a shop are shown: orders, invoices, revenue, telemetry, payments and the audit log. */
type Books = (app: TestApp) => Promise<unknown>

/** A shop with something in every part of it. */
async function fill(store: Store, node: FakeBitcoin): Promise<Books> {
  const shop = await openCoinShop(store, {
    ...settings,
    BITCOIN_XPUB: newTestAccounts().bitcoin,
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_RPC_URL: node.url,
  })
  const { app } = shop
  const owner = testClient(app)
  const user = (await signUp(owner)).user
  const operator = testClient(app)
  const { secret } = await signUpOperator(app, operator)
  const must = async (command: string, args: Record<string, string>) => {
    const commands = {
      ...createRevenueCommands({ store, clock: app.clock.now, esploraUrl: null }),
      ...createOrderCommands({
        store,
        clock: app.clock.now,
        settings: createSettings(defaultRunTimeSettings({ ORDERS_ENABLED: true })),
        bank: { store, clock: app.clock.now, orders: app.orders, iban },
      }),
    }
    const answer = await runAdminCommand(commands, command, args)
    if (!answer.ok) throw new Error(answer.error)
  }
  const bank = await placedOrder(owner, { expectedGrossCents: 1_750_000 })
  const reference = (bank.order.bank?.reference ?? '').replaceAll(' ', '')
  writeFileSync(join(folder, 's.xml'), camtSample([{ amount: '17500.00', reference, bankReference: 'B1' }]))
  await must('import-statement', { file: join(folder, 's.xml') })

  await shop.poll()
  const coin = await shop.order('bitcoin', 50_000)
  const { id } = await coin.open()
  const intent = await store.db.selectFrom('paymentIntents').select('matchKey').executeTakeFirstOrThrow()
  node.pay(intent.matchKey, 0.009)
  node.mine()
  await shop.poll()

  const made = await createController(
    { store, secretKey: app.secretKey, randomBytes, clock: app.clock.now },
    { name: 'Ms "Aurora" \\ 🚢', location: 'regel\neen' },
  )
  await owner.post('/miners/claim', { claimKey: made.claimKey })
  const now = app.clock.now()
  for (const [seq, ago] of [3, 1, 0].entries()) {
    const sampledAt = now - ago * dayMs
    await createTelemetry(store).ingestBatch({
      controllerId: made.controllerId,
      clockOffsetMs: 0,
      receivedAt: sampledAt,
      batch: { seq: seq + 1, events: [], devices: [device(sampledAt)], samples: [sample(sampledAt)] },
    })
  }
  expect(await createTelemetry(store).pack(now)).toBeGreaterThan(0)
  writeFileSync(
    join(folder, 'p.csv'),
    'Date,Amount [BTC],Transaction,Status\n2026-04-20 04:00:00,0.00100003,,Paid',
  )
  await must('revenue:import-csv', { user: user.email, file: join(folder, 'p.csv') })
  await must('revenue:record-payout', { user: user.email, btc: '0.0001', txid: 'ab'.repeat(32) })
  await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(now)) })
  await operator.post(`/desk/orders/${bank.order.id}/actions`, {
    action: 'schedule',
    reason: 'agreed',
    on: '2026-06-01',
  })
  await operator.get('/desk/audit')
  await app.server.close()

  return async (other) => {
    const ask = async (path: string, client = owner, init = {}) => {
      const { token } = client
      const answer = await testClient(other).get(path, { token, ...init })
      expect([path, answer.status, answer.body.code]).toEqual([path, 200, undefined])
      return answer.body.data
    }
    return {
      orders: await ask('/user/orders'),
      bank: await ask(`/orders/${bank.order.id}`),
      coin: await ask(`/orders/${coin.order.id}`, testClient(other), coin.access),
      intent: await ask(`/payments/intent/${id}`, testClient(other), coin.access),
      invoices: await other.store.db.selectFrom('invoices').selectAll().orderBy('number').execute(),
      revenue: await ask('/mining/revenue'),
      miners: await ask('/dashboard/miners'),
      audit: await ask('/desk/audit', operator),
      today: await ask('/desk/today', operator),
    }
  }
}

const device = (observedAt: number) =>
  buildDeviceReport({
    observedAt,
    identity: { key: 'mac:02:00:00:00:01:01' },
    detail: {
      expectedHashrateGhs: 95_000,
      inletTemperatureC: 30.5,
      pools: [{ url: 'stratum+tcp://p.example', user: 'a.1', status: 'alive', active: true, priority: 0 }],
    },
  })
const sample = (sampledAt: number) =>
  buildSample({
    deviceKey: 'mac:02:00:00:00:01:01',
    sampledAt,
    hashrateGhs: 95_000,
    temperatureDeciC: 615,
    uptimeSeconds: 60,
    acceptedShares: 3,
    staleShares: null,
    acceptedDifficultyMilli: 4_567_890_123_457,
  })

/** Rows and digests of a backup: what two databases with the same content have alike. */
const tablesOf = async (file: string) => (await readBackup(file)).tables
const saved = async (store: Store, name: string) => {
  const file = join(folder, name)
  await writeBackup(store, file, origin)
  return file
}

describe('a backup of a shop', () => {
  let node: FakeBitcoin
  beforeAll(async () => {
    node = await startFakeBitcoin()
  })
  afterAll(() => node.stop())

  test.each(testEngines())(
    'gives the same books on every database, and back (%s)',
    async (engine) => {
      const store = await openTestStore(engine)
      const other = testEngines().find((name) => name !== engine) ?? engine
      const [target, home] = [await openTestStore(other), await openTestStore(engine)]
      try {
        const books = await fill(store, node)
        const tellFrom = async (from: Store) => {
          const app = await buildTestApp(from, { settings })
          return books(app).finally(() => app.server.close())
        }
        const before = await tellFrom(store)
        expect(before).toMatchObject({
          bank: { order: { payment: 'paid' } },
          intent: { intent: { amountReceived: '0.009' } },
          revenue: { receivedSat: 100_003, paidOutSat: 10_000 },
          audit: { entries: expect.arrayContaining([expect.objectContaining({ action: 'order.schedule' })]) },
        })
        const first = await saved(store, 'first')
        const tables = await tablesOf(first)
        for (const filled of ['orders', 'bank_bookings', 'receipts', 'payouts', 'miner_1d', 'desk_audit'])
          expect([filled, tables[filled]?.rows]).not.toEqual([filled, 0])

        await loadBackup(target, first)
        expect(await tablesOf(await saved(target, 'second'))).toEqual(tables)
        expect(await listSequences(target.db)).toEqual(await listSequences(store.db))
        expect(await tellFrom(target)).toEqual(before)
        await loadBackup(home, join(folder, 'second'))
        expect(await tablesOf(await saved(home, 'third'))).toEqual(tables)

        await expect(sql`UPDATE desk_audit SET reason = 'other'`.execute(target.db)).rejects.toThrow(
          'append-only',
        )
        await expect(sql`DELETE FROM bank_bookings`.execute(target.db)).rejects.toThrow('append-only')
        await expect(
          sql`INSERT INTO wallets SELECT * FROM wallets LIMIT 1`.execute(target.db),
        ).rejects.toThrow(/duplicate/)
        const app = await buildTestApp(target, { settings })
        const { order } = await placedOrder(testClient(app), { expectedGrossCents: 50_000 })
        expect(order.number).not.toBe((before as { bank: { order: { number: string } } }).bank.order.number)
        await app.server.close()
      } finally {
        await Promise.all([store, target, home].map((one) => one.close()))
      }
    },
    180_000,
  )
})

describe('a file that is not whole', () => {
  let store: Store
  let good: Buffer
  beforeAll(async () => {
    store = await openTestStore()
    await store.db.insertInto('counters').values({ name: 'kept', value: 7 }).execute()
    const dir = mkdtempSync(join(tmpdir(), 'sm-backup-'))
    await writeBackup(store, join(dir, 'b'), origin)
    good = readFileSync(join(dir, 'b'))
    rmSync(dir, { recursive: true })
  })
  afterAll(() => store.close())

  const lines = () => gunzipSync(good).toString().trimEnd().split('\n')
  const packed = (text: string[]) => gzipSync(`${text.join('\n')}\n`)
  /** Every part is consistent in itself, as it would be if someone had tampered with the file on purpose. */
  const resealed = (text: string[]) => {
    const digest = createDigest()
    for (const line of text.slice(0, -1)) digest.add(line)
    return packed([
      ...text.slice(0, -1),
      JSON.stringify({ ...JSON.parse(text.at(-1) ?? ''), sha256: digest.hex() }),
    ])
  }
  const header = (change: object) =>
    resealed([JSON.stringify({ ...JSON.parse(lines()[0] ?? ''), ...change }), ...lines().slice(1)])
  test.each<[string, () => Buffer, RegExp]>([
    ['empty', () => Buffer.alloc(0), /not a backup|cut off/],
    ['something else', () => Buffer.from('hello, this is a letter'), /not a backup/],
    ['something else in gzip', () => gzipSync('{"a":1}\n'), /not a backup/],
    ['cut off', () => good.subarray(0, -200), /damaged: it is cut off/],
    [
      'its first line cut off',
      () => packed([(lines()[0] ?? '').slice(0, 200), ...lines().slice(1)]),
      /damaged: its first line/,
    ],
    ['without its end', () => packed(lines().slice(0, -1)), /its end is missing/],
    ['with a row too few', () => packed(lines().filter((line) => !line.includes('"kept"'))), /checksum/],
    ['a row changed', () => packed(lines().map((line) => line.replace('"kept"', '"lost"'))), /checksum/],
    [
      'a row changed and resealed',
      () => resealed(lines().map((l) => l.replace('"kept"', '"lost"'))),
      /counters/,
    ],
    ['of a newer format', () => header({ shipminerBackup: 2 }), /newer version \(format 2/],
    [
      'of a newer server',
      () => header({ migrations: [...Object.keys(migrations).sort(), '9999-x'] }),
      /9999-x.*Upgrade/,
    ],
    ['of another history', () => header({ migrations: ['0001-else'] }), /does not know \(0001-else\)/],
  ])('%s is refused', async (_name, bytes, words) => {
    const file = join(folder, 'b')
    writeFileSync(file, bytes())
    await expect(checkBackup(file)).rejects.toThrow(words)
  })

  test('with any byte changed it is refused, and never takes the damage for another version of the tables', async () => {
    const file = join(folder, 'b')
    // What comes before the tenth is the head of gzip, of which little matters.
    for (let at = 10; at < good.length; at += 37) {
      writeFileSync(file, Buffer.from(good.map((byte, index) => (index === at ? byte ^ 255 : byte))))
      await expect(checkBackup(file), `byte ${at}`).rejects.toThrow(
        /damaged|not a backup|newer version \(format/,
      )
    }
  })

  test('what turns out wrong while it is loaded leaves the database as it was', async () => {
    const file = join(folder, 'b')
    writeFileSync(file, resealed(lines().map((line) => line.replace('"kept"', '"lost"'))))
    await expect(loadBackup(store, file)).rejects.toThrow(/counters/)
    expect(await store.db.selectFrom('counters').selectAll().execute()).toEqual([{ name: 'kept', value: 7 }])
  })

  test('a backup from before the newest changes of the tables is brought up to date', async () => {
    const target = await openTestStore()
    const names = Object.keys(migrations).sort()
    await target.db.transaction().execute(async (trx) => {
      await sql`DROP SCHEMA public CASCADE`.execute(trx)
      await sql`CREATE SCHEMA public`.execute(trx)
      await migrateWithin(trx, names[16])
      await trx.insertInto('counters').values({ name: 'old', value: 3 }).execute()
    })
    const file = join(folder, 'old')
    await writeBackup(target, file, origin)
    expect((await checkBackup(file)).header.migrations).toEqual(names.slice(0, 17))
    await loadBackup(target, file)
    expect(await migrationNames(target.db)).toEqual(names)
    expect(await target.db.selectFrom('counters').select('value').execute()).toEqual([{ value: 3 }])
    await target.close()
  })
})

describe('by one command each, on the embedded database', () => {
  const secretKey = 'k'.repeat(64)
  const config = (name: string) => ({
    DATABASE_URL: null,
    DATABASE_DIRECT_URL: null,
    DATA_DIR: join(folder, name),
    SECRET_KEY: undefined,
    SECRET_KEY_OLD: [],
  })
  const common = {
    environment: { SMTP_URL: 'x' },
    clock: () => Date.parse('2026-05-01T10:00:00Z'),
    logger: testLogger,
  }
  const take = (to: string, change: { withKey?: boolean; recipients?: string[] } = {}) =>
    takeBackup({
      ...common,
      config: config('a'),
      to: join(folder, to),
      withKey: false,
      recipients: [],
      ...change,
    })
  const restore = (into: string, change: Partial<Parameters<typeof restoreFromBackup>[0]> = {}) =>
    restoreFromBackup({
      ...common,
      environment: {},
      config: config(into),
      from: join(folder, 'one.gz'),
      identities: [],
      replace: false,
      withoutKey: false,
      confirm: async () => true,
      ...change,
    })
  const open = (name: string) =>
    openEmbeddedStore({
      dir: join(folder, name, 'db'),
      logger: testLogger,
      statementLimitMs: 30_000,
      unsafeNoFsync: true,
    })
  beforeEach(() => {
    cpSync(inject('testStores').embeddedTemplate, join(folder, 'a/db'), { recursive: true })
    writeFileSync(join(folder, 'a/secret.key'), secretKey)
  })

  test('while the server runs: nothing half is left, only its user can read it, and it remembers when', async () => {
    const store = await open('a')
    await store.db.insertInto('counters').values({ name: 'kept', value: 7 }).execute()
    const commands = createBackupCommands({ store, dataDir: join(folder, 'a'), clock: common.clock })
    const socket = await serveAdminSocket(join(folder, 'a'), commands, pino({ level: 'silent' }))
    try {
      const [report] = await Promise.all([
        take('one.gz', { withKey: true }),
        store.db.updateTable('counters').set({ value: 8 }).execute(),
      ])
      expect(report).toMatchObject({ hasKey: true, pausedMs: expect.any(Number) })
      expect(statSync(join(folder, 'one.gz')).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).sort()).toEqual(['a', 'one.gz'])
      expect(readdirSync(join(folder, 'a')).sort()).toEqual(['admin.sock', 'db', 'db.lock', 'secret.key'])
      expect(await lastBackupAt(store.db)).toEqual(new Date(common.clock()))
      await expect(take('one.gz')).rejects.toThrow('is there already')
    } finally {
      await socket.close()
      await store.close()
    }

    cpSync(inject('testStores').embeddedTemplate, join(folder, 'b/db'), { recursive: true })
    const busy = await open('b')
    await expect(restore('b', { replace: true })).rejects.toThrow('is in use by process')
    await busy.close()
    await expect(restore('b')).rejects.toThrow(/not empty \(0 users.*--replace/)
    await expect(restore('b', { replace: true, confirm: async () => false })).rejects.toThrow(
      'Nothing was changed',
    )
    const report = await restore('b', { replace: true })
    expect(report).toMatchObject({ missingSettings: ['SMTP_URL'] })
    expect(existsSync(report.kept ?? '')).toBe(true)
    expect(readFileSync(join(folder, 'b/secret.key'), 'utf8')).toBe(secretKey)
    expect(statSync(join(folder, 'b/secret.key')).mode & 0o777).toBe(0o600)
    const restored = await open('b')
    expect(await restored.db.selectFrom('counters').select('name').execute()).toEqual([{ name: 'kept' }])
    await restored.close()
  })

  test.skipIf(inject('testStores').postgresql === null)('into a PostgreSQL that no server uses', async () => {
    const store = await open('a')
    await store.db.insertInto('counters').values({ name: 'kept', value: 7 }).execute()
    await store.close()
    await take('one.gz', { withKey: true })
    const url = new URL(inject('testStores').postgresql?.url ?? '')
    const run = async (statement: string) => {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      await client.query(statement).finally(() => client.end())
    }
    const name = `restored_${process.pid}_${Math.random().toString(36).slice(2)}`
    await run(`CREATE DATABASE ${name}`)
    try {
      const into = new URL(url)
      into.pathname = `/${name}`
      const toPostgresql = { ...config('b'), DATABASE_URL: into.href }
      const openIt = () => openDatabase({ config: toPostgresql, logger: testLogger })
      const busy = await openIt()
      await busy.listen('signals', () => undefined)
      await expect(restore('b', { config: toPostgresql })).rejects.toThrow('Stop every server first')
      await busy.close()
      expect(await restore('b', { config: toPostgresql })).toMatchObject({ kept: null })
      const restored = await openIt()
      expect(await restored.db.selectFrom('counters').select('name').execute()).toEqual([{ name: 'kept' }])
      await restored.close()
    } finally {
      await run(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })

  test('without a server, and without the key', async () => {
    expect(await take('')).toMatchObject({ hasKey: false, pausedMs: null })
    const file = join(folder, 'shipminer-2026-05-01-100000.backup.gz')
    expect((await checkBackup(file)).header).toMatchObject({
      secretKey: null,
      secretKeyPrint: printOfKey(Buffer.from(secretKey)),
      otherSecretKeys: [],
      otherSecretKeyPrints: [],
      settings: ['SMTP_URL'],
    })
    await expect(restore('b', { from: file })).rejects.toThrow('secret key is not in this backup')
    const withOther = { ...config('b'), SECRET_KEY: 'x'.repeat(64) }
    await expect(restore('b', { from: file, config: withOther })).rejects.toThrow('SECRET_KEY is not the key')
    expect(existsSync(join(folder, 'b/db'))).toBe(false)
    // The key has been changed since: the one of the backup is still accepted.
    const withBoth = { ...withOther, SECRET_KEY_OLD: [secretKey] }
    expect(await restore('b', { from: file, config: withBoth })).toMatchObject({
      key: 'the secret key of the backup is one of those that are still accepted',
    })
  })

  test('with each key that was accepted', async () => {
    const earlier = 'e'.repeat(64)
    writeFileSync(join(folder, 'a/secret.key.old'), `${earlier}\n`, { mode: 0o600 })
    await take('one.gz', { withKey: true })
    const only = { ...config('b'), SECRET_KEY: secretKey }
    expect((await restore('b', { config: only })).key).toContain('an earlier one')
    rmSync(join(folder, 'b'), { recursive: true })
    await restore('b')
    expect(readFileSync(join(folder, 'b/secret.key'), 'utf8')).toBe(secretKey)
    expect(readFileSync(join(folder, 'b/secret.key.old'), 'utf8')).toBe(`${earlier}\n`)
  })

  describe('encrypted', () => {
    let identities: string[]
    let recipient = ''
    beforeEach(async () => {
      recipient = await makeIdentity(join(folder, 'identity'))
      identities = parseIdentities(readFileSync(join(folder, 'identity'), 'utf8'))
    })

    test('only the identity opens it, and gives back everything with the key', async () => {
      expect(statSync(join(folder, 'identity')).mode & 0o777).toBe(0o600)
      const store = await open('a')
      await store.db.insertInto('counters').values({ name: 'kept-and-hidden', value: 7 }).execute()
      await store.close()
      const report = await take('', { withKey: true, recipients: [recipient] })
      expect(report).toMatchObject({ hasKey: true, isEncrypted: true })
      const from = join(folder, 'shipminer-2026-05-01-100000.backup.gz.age')
      expect(report.file).toBe(from)
      await expect(restore('b', { from })).rejects.toThrow('This backup is encrypted')
      const other = await makeIdentity(join(folder, 'other'))
      expect(other).not.toBe(recipient)
      const others = parseIdentities(readFileSync(join(folder, 'other'), 'utf8'))
      await expect(restore('b', { from, identities: others })).rejects.toThrow('None of these age identities')
      expect(existsSync(join(folder, 'b/db'))).toBe(false)

      await restore('b', { from, identities: [...others, ...identities] })
      expect(readFileSync(join(folder, 'b/secret.key'), 'utf8')).toBe(secretKey)
      const restored = await open('b')
      expect(await restored.db.selectFrom('counters').select('name').execute()).toEqual([
        { name: 'kept-and-hidden' },
      ])
      await restored.close()
    })

    test('changed or cut off anywhere it is refused', async () => {
      const { file } = await take('one.age', { recipients: [recipient] })
      const good = readFileSync(file)
      const places = [30, 120, 200, good.length >> 1, good.length - 1]
      for (const place of places) {
        writeFileSync(
          file,
          good.map((byte, at) => (at === place ? byte ^ 1 : byte)),
        )
        await expect(checkBackup(file, identities), `byte ${place}`).rejects.toThrow(BackupError)
        writeFileSync(file, good.subarray(0, place))
        await expect(checkBackup(file, identities), `cut at ${place}`).rejects.toThrow(BackupError)
      }
      writeFileSync(file, good)
      await checkBackup(file, identities)
    })

    test.skipIf(spawnSync('age', ['--version']).status !== 0)('the program of age opens it too', async () => {
      const { file } = await take('one.age', { recipients: [recipient] })
      const plain = execFileSync('age', ['-d', '-i', join(folder, 'identity'), file], { maxBuffer: 1e8 })
      expect(gunzipSync(plain).toString()).toMatch(/^\{"shipminerBackup":1,/)
    })

    test('what is no key of age is refused before anything is read', async () => {
      await expect(take('one.age', { recipients: ['age1nokey'] })).rejects.toThrow(
        'age1nokey is not a public key',
      )
      expect(existsSync(join(folder, 'one.age'))).toBe(false)
      expect(() => parseIdentities('# nothing\n')).toThrow('no age identity')
      expect(() => parseIdentities(recipient)).toThrow('AGE-SECRET-KEY-1')
    })
  })

  test('where nothing is, it says so and makes nothing', async () => {
    const nowhere = takeBackup({
      ...common,
      config: config('none'),
      to: join(folder, 'x'),
      withKey: false,
      recipients: [],
    })
    await expect(nowhere).rejects.toThrow('There is no database in')
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
