import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../test/build-test-app.ts'
import { camtSample, type SampleEntry } from '../../../test/camt-sample.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { placedOrder } from '../../../test/place-order.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import type { BankDeps } from './bank.service.ts'
import {
  importStatement,
  listImports,
  previewStatement,
  readImport,
  resumeImports,
  startImport,
} from './imports.service.ts'

const iban = 'NL91ABNA0417164300'
const shell = { name: 'shell', operatorId: null }

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

  test('cut off in the middle, it goes on with what it had decided, books nothing twice and tells the same', async () => {
    const { order, text } = await longStatement()
    let left = 3
    const real = deps.store
    // The database is gone after some transactions, as at a crash.
    const failing: BankDeps = {
      ...deps,
      store: {
        ...real,
        withAdvisoryLock: real.withAdvisoryLock.bind(real),
        db: new Proxy(real.db, {
          get(target, name, receiver) {
            if (name === 'transaction') {
              left -= 1
              if (left < 0) throw new Error('gone')
            }
            const value = Reflect.get(target, name, receiver)
            return typeof value === 'function' ? value.bind(target) : value
          },
        }),
      },
    }
    const { id, end } = await startImport(failing, { text }, shell)
    await expect(end).rejects.toThrow('gone')
    const standing = await readImport(deps, id)
    expect(standing).toMatchObject({ state: 'running', counts, entries: [] })
    const kept = await real.db.selectFrom('bankEntries').select('id').execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(700)
    await Promise.all([resumeImports(deps), resumeImports(deps)])
    const done = await readImport(deps, id)
    expect(done).toMatchObject({ state: 'done', done: 700, counts })
    expect(await real.db.selectFrom('bankEntries').select('id').execute()).toHaveLength(700)
    const { receivedCents } = await real.db
      .selectFrom('orders')
      .select('receivedCents')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(receivedCents).toBe(1_750_000)
  })

  test('one that fails again and again is given up in front of a person, and the same file may come again', async () => {
    const text = camtSample([
      { amount: '12.00', bankReference: 'B1' },
      { amount: '13.00', bankReference: 'B2' },
    ])
    const real = deps.store
    const failing: BankDeps = {
      ...deps,
      store: {
        ...real,
        withAdvisoryLock: real.withAdvisoryLock.bind(real),
        db: new Proxy(real.db, {
          get(target, name) {
            if (name === 'transaction') throw new Error('gone')
            const value = Reflect.get(target, name, target)
            return typeof value === 'function' ? value.bind(target) : value
          },
        }),
      },
    }
    const { id, end } = await startImport(failing, { text }, shell)
    await expect(end).rejects.toThrow('gone')
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
