import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { camtSample, type SampleEntry } from '../../../test/papers/camt-sample.ts'
import { placedOrder } from '../../../test/place-order.ts'
import type { Trx } from '../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { statementImportJob } from '../orders/orders.port.ts'
import type { BankDeps } from './bank.service.ts'
import {
  type ImportedBy,
  importStatement,
  listImports,
  previewStatement,
  readImport,
  resumeImports,
  startImport,
} from './statement-imports.service.ts'

const iban = 'NL91ABNA0417164300'
const shell = { name: 'shell', operatorId: null }
/** The day and amount of the sample, as the same bank tells them in the other format: without its reference. */
const mt940Of = (reference: string) =>
  [
    ':20:STARTUMS',
    `:25:${iban}`,
    ':28C:00001/001',
    ':60F:C260502EUR1000,00',
    ':61:2605030503CR17500,00NTRFNONREF',
    `:86:/REMI/USTD//${reference}/`,
    ':62F:C260503EUR18500,00',
    '-',
  ].join('\r\n')

describeEachEngine('imports of statements in the background', ({ store }) => {
  let app: TestApp
  let deps: BankDeps
  beforeEach(async () => {
    app = await buildTestApp(store(), {
      settings: { ORDERS_ENABLED: 'true', VIES_URL: 'off', COMPANY_IBAN: iban },
    })
    deps = { store: store(), clock: app.clock.now, orders: app.orders, iban }
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })

  /** Long enough for a thread of its own, and for the background at the desk. */
  const longStatement = async () => {
    const { order } = await placedOrder(testClient(app))
    const entries: SampleEntry[] = Array.from({ length: 700 }, (_, at) => ({
      amount: `${at + 1}.00`,
      text: `entry ${at} ${Math.sin(at)}`,
      bankReference: `B${at}`,
      direction: at % 7 === 0 ? 'DBIT' : 'CRDT',
    }))
    entries[650] = {
      amount: '17500.00',
      reference: (order.bank?.reference ?? '').replaceAll(' ', ''),
      bankReference: 'PAYS',
    }
    return { order, text: camtSample(entries) }
  }
  const counts = { booked: 1, open: 599, known: 0, outgoing: 100 }

  test('a long statement: the same whether looked at or imported, and nothing new the second time', async () => {
    const { text } = await longStatement()
    const seen = await previewStatement(deps, { text })
    expect(seen).toMatchObject({ id: null, state: 'preview', total: 700, counts })
    expect(seen.entries).toHaveLength(500)
    // What needs a person comes first.
    expect(seen.entries.every(({ result }) => result === 'open')).toBe(true)
    const done = await importStatement(deps, { text }, shell)
    expect(done).toMatchObject({ state: 'done', total: 700, done: 700, counts })
    expect(done.entries).toEqual(seen.entries)
    const again = await importStatement(deps, { bytes: gzipSync(text), isCompressed: true }, shell)
    expect(again.counts).toEqual({ booked: 0, open: 0, known: 700, outgoing: 0 })
    expect(await listImports(deps, 10)).toMatchObject([
      { state: 'done', counts: again.counts, createdBy: 'shell' },
      { state: 'done', counts },
    ])
  })

  /** The same database, which is gone after some transactions, as at a crash. */
  const goneAfter = (transactions: number): BankDeps => {
    let left = transactions
    const real = deps.store
    const db = new Proxy(real.db, {
      get(target, name) {
        if (name === 'transaction' && --left < 0) throw new Error('gone')
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return { ...deps, store: { ...real, db } }
  }
  /** The same database for a copy of the server that stops for a while before one of its transactions. */
  const pausedBefore = (transactions: number) => {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let left = transactions
    const real = deps.store
    const transaction = () => ({
      async execute<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
        if (left-- === 0) {
          reached.resolve()
          await goOn.promise
        }
        return real.db.transaction().execute(work)
      },
    })
    const db = new Proxy(real.db, {
      get(target, name) {
        if (name === 'transaction') return transaction
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return { deps: { ...deps, store: { ...real, db } }, reached: reached.promise, goOn: goOn.resolve }
  }
  const endLease = () =>
    deps.store.db
      .updateTable('jobRuns')
      .set({ leaseUntil: sql`clock_timestamp() - interval '1 second'` })
      .where('name', '=', statementImportJob)
      .execute()
  const cutOff = async (text: string, transactions: number, by: ImportedBy = shell) => {
    const { id, end } = await startImport(goneAfter(transactions), { text }, by)
    await expect(end).rejects.toThrow('gone')
    return id
  }
  const received = async (orderId: string) =>
    (
      await deps.store.db
        .selectFrom('orders')
        .select('receivedCents')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).receivedCents

  test('cut off in the middle, it goes on with what it had decided, books nothing twice and tells the same', async () => {
    const { order, text } = await longStatement()
    const id = await cutOff(text, 3)
    const standing = await readImport(deps, id)
    expect(standing).toMatchObject({ state: 'running', counts, entries: [] })
    const kept = await deps.store.db.selectFrom('bankEntries').select('id').execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(700)
    await Promise.all([resumeImports(deps), resumeImports(deps)])
    const done = await readImport(deps, id)
    expect(done).toMatchObject({ state: 'done', done: 700, counts })
    expect(await deps.store.db.selectFrom('bankEntries').select('id').execute()).toHaveLength(700)
    expect(await received(order.id)).toBe(1_750_000)
  })

  test('cut off after it decided, it comes before the next one, so that another format of the same days pays nothing twice', async () => {
    const { order } = await placedOrder(testClient(app))
    const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
    const first = await cutOff(camtSample([{ amount: '17500.00', reference, bankReference: 'B1' }]), 1)
    expect(await readImport(deps, first)).toMatchObject({ state: 'running', counts: { booked: 1 } })
    expect(await received(order.id)).toBe(0)
    const second = await importStatement(deps, { text: mt940Of(reference) }, shell)
    expect(second).toMatchObject({ state: 'done', counts: { booked: 0, open: 1 } })
    expect(second.entries).toMatchObject([{ why: 'maybe-imported' }])
    expect(await readImport(deps, first)).toMatchObject({ state: 'done', counts: { booked: 1 } })
    await resumeImports(deps)
    expect(await received(order.id)).toBe(1_750_000)
  })

  test.each([0, 1, 2, 3])(
    'a copy that stops before its transaction %i is taken over, and stores nothing when it comes back',
    async (transactions) => {
      const { order, text } = await longStatement()
      const operator = testClient(app)
      const { user } = await signUpProvenOperator(app, operator)
      const first = pausedBefore(transactions)
      const { id, end } = await startImport(first.deps, { text }, { name: 'Anna', operatorId: user.id })
      await first.reached
      // The other one waits as long as the lease lasts, and no longer.
      const second = resumeImports(deps)
      await endLease()
      await second
      const row = () =>
        deps.store.db.selectFrom('statementImports').selectAll().where('id', '=', id).executeTakeFirst()
      const done = await row()
      expect(done).toMatchObject({ state: 'done', done: 700 })
      first.goOn()
      await end
      expect(await row()).toEqual(done)
      expect(await readImport(deps, id)).toMatchObject({ state: 'done', counts })
      expect(await deps.store.db.selectFrom('bankEntries').select('id').execute()).toHaveLength(700)
      expect(await received(order.id)).toBe(1_750_000)
      const audit = (await operator.get('/desk/audit')).body.data.entries
      expect(audit.filter(({ action }: { action: string }) => action === 'bank.import')).toHaveLength(1)
    },
  )

  test('two equal payments of a day that came in two notifications: one is booked, the other comes before a person', async () => {
    const { order } = await placedOrder(testClient(app))
    const reference = (order.bank?.reference ?? '').replaceAll(' ', '')
    const told = (id: string) =>
      camtSample([{ amount: '8750.00', reference }], { id })
        .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
        .replaceAll('Stmt>', 'Ntfctn>')
    const counted = async (text: string) => (await importStatement(deps, { text }, shell)).counts
    const none = { booked: 0, open: 0, known: 0, outgoing: 0 }
    expect(await counted(told('N-1'))).toEqual({ ...none, booked: 1 })
    expect(await counted(told('N-2'))).toEqual({ ...none, open: 1 })
    expect(await counted(told('N-2'))).toEqual({ ...none, known: 1 })
    const whole = camtSample([
      { amount: '8750.00', reference },
      { amount: '8750.00', reference },
    ])
    expect(await counted(whole)).toEqual({ ...none, known: 2 })
    const entries = await deps.store.db.selectFrom('bankEntries').select(['outcome', 'isSuspect']).execute()
    expect(entries).toEqual([
      { outcome: 'booked', isSuspect: false },
      { outcome: 'open', isSuspect: true },
    ])
    expect(await received(order.id)).toBe(875_000)
  })

  test('one that was cut off before it decided writes its line of the audit log when it goes on', async () => {
    const anna = { name: 'Anna', operatorId: null }
    const operator = testClient(app)
    const { user } = await signUpProvenOperator(app, operator)
    const text = camtSample([{ amount: '12.00', bankReference: 'B1' }])
    await cutOff(text, 0, { ...anna, operatorId: user.id })
    const lines = async () =>
      (await operator.get('/desk/audit')).body.data.entries.filter(
        ({ action }: { action: string }) => action === 'bank.import',
      )
    expect(await lines()).toEqual([])
    await resumeImports(deps)
    expect(await lines()).toMatchObject([{ operator: 'Anna', reason: 'open 1' }])
    await cutOff(text, 0, shell)
    await resumeImports(deps)
    expect(await lines()).toHaveLength(1)
  })

  test('one that fails again and again is given up in front of a person, and the same file may come again', async () => {
    const text = camtSample([
      { amount: '12.00', bankReference: 'B1' },
      { amount: '13.00', bankReference: 'B2' },
    ])
    const id = await cutOff(text, 0)
    const failing = goneAfter(0)
    for (let turn = 0; turn < 18; turn++) await expect(resumeImports(failing)).rejects.toThrow()
    expect(await readImport(deps, id)).toMatchObject({ state: 'running' })
    await expect(resumeImports(failing)).rejects.toThrow()
    expect(await readImport(deps, id)).toMatchObject({ state: 'failed' })
    await resumeImports(deps)
    expect(await readImport(deps, id)).toMatchObject({ state: 'failed' })
    expect(await importStatement(deps, { text }, shell)).toMatchObject({ state: 'done', total: 2 })
  })

  test('at the desk a long one runs in the background, and its standing can be asked for', async () => {
    const { text } = await longStatement()
    const operator = testClient(app)
    await signUpProvenOperator(app, operator)
    const gzip = gzipSync(text).toString('base64')
    expect((await operator.post('/desk/bank/statements', { preview: true })).body.code).toBe(
      'invalid-request',
    )
    expect((await operator.post('/desk/bank/statements', { gzip: 'AAAA', preview: true })).body.code).toBe(
      'statement-unreadable',
    )
    const started = (await operator.post('/desk/bank/statements', { gzip, preview: false })).body.data
    expect(started.total).toBe(700)
    const path = `/desk/bank/imports/${started.id}`
    await expect
      .poll(async () => (await operator.get(path)).body.data.state, { timeout: 60_000 })
      .toBe('done')
    expect((await operator.get(path)).body.data).toMatchObject({ counts, done: 700 })
    expect((await operator.get('/desk/bank')).body.data.imports).toMatchObject([
      { id: started.id, state: 'done', counts },
    ])
    expect((await operator.get('/desk/bank/imports/999999')).status).toBe(404)
    const audit = (await operator.get('/desk/audit')).body.data.entries
    expect(audit[0]).toMatchObject({ action: 'bank.import', reason: 'booked 1 · open 599 · outgoing 100' })
  })
})
