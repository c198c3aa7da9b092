import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeEachEngine, resetTestStore } from '../src/platform/db/testing.ts'
import { expectLine, mayLeaveNoLine } from './audited-calls.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'

describeEachEngine('the watch over the audit log', ({ store }) => {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp(store())
  })
  afterEach(async () => {
    await app.server.close()
    await resetTestStore(store())
  })
  const line = {
    at: new Date(),
    operator: 'Anna',
    action: 'customer.note',
    subject: 'customer 1',
    reason: null,
  }

  test('finds a call of the desk that was answered with 200 and left no line', async () => {
    const judge = await expectLine(app.server, 'POST', '/desk/customers/1/notes?x=1')
    await expect(judge?.(200)).rejects.toThrow('POST /desk/customers/{id}/notes')
    await judge?.(400)
    await store().db.insertInto('deskAudit').values(line).execute()
    await judge?.(200)
  })

  test('asks for no line of what is read, or of who is no operator', async () => {
    expect(await expectLine(app.server, 'GET', '/desk/customers/1')).toBe(null)
    expect(await expectLine(app.server, 'POST', '/user/ships')).toBe(null)
  })

  test('lets only calls that exist leave no line', () => {
    const known = [...app.router.table.values()].map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(mayLeaveNoLine).filter((name) => !known.includes(name))).toEqual([])
  })
})
