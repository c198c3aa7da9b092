import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../test/build-test-app.ts'
import { exampleCall } from '../test/every-call.ts'
import { insertController, insertOwner, insertShip } from '../test/fleet-rows.ts'
import { signUpProvenOperator } from '../test/operator.ts'
import type { Store } from './platform/db/store.ts'
import { describeEachEngine } from './platform/db/testing.ts'

/*
 * A customer asks for the end of their account while somebody at the desk writes about them. Each writing call of the desk is made with
 * everything that it names belonging to one customer, who is deleted after the first of its statements, after the second, and so on. Whatever
 * the moment: the call is done, or refused in words.
 */

type Customer = Record<
  'userId' | 'other' | 'controllerId' | 'reportId' | 'leadId' | 'poolId' | 'mailId' | 'email' | 'name',
  string
>

/** What each path names by `{id}`. */
const targets: [RegExp, keyof Customer][] = [
  [/^\/desk\/customers/, 'userId'],
  [/^\/desk\/people/, 'userId'],
  [/^\/desk\/controllers/, 'controllerId'],
  [/^\/desk\/service/, 'reportId'],
  [/^\/desk\/leads/, 'leadId'],
  [/^\/desk\/pool-addresses/, 'poolId'],
]
/** Calls that name nothing of a customer by `{id}`, but an owner in the body. */
const inBody = /^\/desk\/(pool-addresses|pool-imports)$/
/** What is refused even where nobody is deleted: there is nothing to do, or no network. */
const refusedAnyway = [
  '/desk/pool-addresses/{id}/book',
  '/desk/people/{id}/role',
  '/desk/people/{id}/sessions/end',
  '/desk/service/{id}/actions reopen',
  '/desk/controllers/{id}/actions cancel-transfer',
]

const actionsOf = (endpoint: AnyEndpoint): (string | null)[] => {
  if (!endpoint.body) return [null]
  const { properties } = z.toJSONSchema(endpoint.body, { unrepresentable: 'any', io: 'input' })
  const action = properties?.action
  return typeof action === 'object' && action.enum ? action.enum.map(String) : [null]
}

describeEachEngine('a customer who is deleted meanwhile', ({ store, engine }) => {
  // The embedded engine runs one transaction at a time, and these are many.
  describe.skipIf(engine === 'embedded')('leaves no call without an answer', () => {
    let app: TestApp
    let operator: TestClient
    let remover: TestClient
    let afterStatement: (() => Promise<void>) | null = null
    /** Tells the test of every statement of the app, before the next. */
    const watching: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await afterStatement?.()
        return result
      },
    }

    beforeAll(async () => {
      const whole = store()
      const settings = { ORDERS_ENABLED: 'true', VIES_URL: 'off' }
      const watched: Store = { ...whole, db: whole.db.withPlugin(watching) }
      app = await buildTestApp(watched, { settings })
      const undisturbed = await buildTestApp(whole, { settings })
      operator = testClient(app)
      await signUpProvenOperator(app, operator)
      remover = testClient(undisturbed)
      await signUpProvenOperator(undisturbed, remover)
    })
    afterAll(() => app.server.close())

    async function addCustomer(): Promise<Customer> {
      const { db } = store()
      const at = new Date(app.clock.now())
      const mark = randomUUID().slice(0, 8)
      const name = `Berend ${mark}`
      const email = `${mark}@rederij.nl`
      const userId = await insertOwner(db, { name, email, emailVerifiedAt: at })
      const other = await insertOwner(db, { name: 'Other', email: null })
      const shipId = await insertShip(db, { userId, name: 'Ms Race' })
      const controllerId = `SM-${mark}`
      await insertController(db, {
        id: controllerId,
        ownerId: userId,
        shipId,
        claimKeyHash: Buffer.from(mark),
      })
      await db
        .insertInto('commissioningReports')
        .values({ controllerId, finishedAt: at, receivedAt: at, report: '{}' })
        .execute()
      const reportId = randomUUID()
      await db
        .insertInto('faultReports')
        .values({
          id: reportId,
          reference: `F-${mark}`,
          userId,
          shipId,
          subject: 'other',
          openedAt: at,
          askedAt: at,
          movedAt: at,
          data: '{}',
        })
        .execute()
      const { id: leadId } = await db
        .insertInto('inquiries')
        .values({ reference: `L-${mark}`, kind: 'contact', email, language: 'nl', createdAt: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: mailId } = await db
        .insertInto('mails')
        .values({
          messageId: mark,
          recipient: email,
          subject: 's',
          textBody: 't',
          htmlBody: 'h',
          nextAttemptAt: at,
          createdAt: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: poolId } = await db
        .insertInto('poolAddresses')
        .values({ userId, address: mark, createdAt: at, createdBy: 'Anna', found: '[]' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        userId,
        other,
        controllerId,
        reportId,
        leadId,
        poolId: String(poolId),
        mailId: String(mailId),
        email,
        name,
      }
    }

    const calls = () =>
      [...app.router.table.values()].filter(
        ({ auth, method, path }) =>
          auth === 'operator' &&
          method !== 'GET' &&
          (targets.some(([pattern]) => pattern.test(path) && path.includes('{')) || inBody.test(path)),
      )

    const isLockAwaited = async () =>
      (
        await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          store().db,
        )
      ).rows.length > 0

    /** Makes the call and deletes the customer after its statement `index`. @returns whether that statement came, and the answer. */
    async function race(endpoint: AnyEndpoint, action: string | null, index: number) {
      const customer = await addCustomer()
      const target = targets.find(([pattern]) => pattern.test(endpoint.path))?.[1]
      const named = {
        ...(target ? { id: customer[target] } : {}),
        ...(action === null ? {} : { action }),
        mail: customer.mailId,
        owner: customer.email,
        other: customer.other,
        name: endpoint.path.endsWith('/merge') ? 'Other' : customer.name,
        ship: 'Ms Race',
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        seen: '0',
        subject: 'other',
        text: endpoint.path.endsWith('/pool-imports')
          ? 'date,amount,status\n2026-04-01,0.5,paid\n'
          : 'a note',
        preview: false,
        withCalculation: false,
      }
      const { params, body } = exampleCall(endpoint, named)
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        String((params as Record<string, unknown>)[key]),
      )
      let statements = 0
      let isBlocked = false
      let deletion: Promise<{ status: number }> | null = null
      afterStatement = async () => {
        statements += 1
        if (statements !== index) return
        deletion = remover.post(`/desk/customers/${customer.userId}/delete`, {
          name: customer.name,
          reason: 'asked by letter',
        })
        let isDone = false
        const settle = () => {
          isDone = true
        }
        deletion.then(settle, settle)
        // What waits for a lock waits for the call, and so would every later deletion.
        while (!isDone && !isBlocked) isBlocked = await isLockAwaited()
      }
      const { status, body: answer } = await operator.call(endpoint.method, path, body)
      afterStatement = null
      const deleted = (await deletion) as { status: number } | null
      return {
        isOver: statements < index || isBlocked,
        status,
        code: answer.code,
        deleted: deleted?.status ?? 0,
      }
    }

    test('whatever is called, and whenever', async () => {
      const broken: unknown[] = []
      const refused: string[] = []
      for (const endpoint of calls()) {
        for (const action of actionsOf(endpoint)) {
          const call = [endpoint.path, action].filter(Boolean).join(' ')
          for (let index = 1, isOver = false; !isOver; index += 1) {
            const raced = await race(endpoint, action, index)
            isOver = raced.isOver
            if (Math.max(raced.status, raced.deleted) >= 500)
              broken.push([call, index, raced.status, raced.code, raced.deleted])
            if (isOver && raced.status !== 200) refused.push(call)
          }
        }
      }
      expect(broken).toEqual([])
      expect(refused.toSorted()).toEqual(refusedAnyway.toSorted())
    }, 300_000)
  })
})
