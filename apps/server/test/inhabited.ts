import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import type { Named } from '@shipminer/testkit/example-of'
import type { Database } from '../src/platform/db/schema.ts'
import type { Queryable } from '../src/platform/db/store.ts'
import { type Answer, type TestApp, testClient } from './build-test-app.ts'
import { type CallParts, exampleCall } from './every-call.ts'
import { insertController, insertMiner } from './fleet-rows.ts'
import { signUpProvenOperator } from './operator.ts'
import { placedOrder } from './place-order.ts'

/** An operator who owns one of nearly everything, so that calls get past “there is no such thing”. */
export type Inhabitant = {
  userId: string
  token: string
  controllerId: string
  minerId: string
  /** What a call carries when all of it is in order. */
  exampleOf(endpoint: AnyEndpoint): CallParts
  /** Whether calls are still those of a known caller. */
  isSignedIn(): Promise<boolean>
  /** Makes a call, from a client address of its own; `parts` as they are, whatever they are. */
  send(endpoint: AnyEndpoint, parts: CallParts): Promise<Answer>
}

/** A value as it appears in an address. An unpaired surrogate cannot appear there, so its bytes do. */
const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, 4_000)) : '%ED%A0%80'
}

/** Calls that end the session of their caller, or the account. */
export const endsSession = ({ path }: AnyEndpoint) =>
  /\/logout|\/auth\/refresh|\/user\/delete|\/sessions\/end|\/people\/\{id\}\/role/.test(path)

export async function inhabit(
  app: TestApp,
  { controllerId, publicKey }: { controllerId: string; publicKey?: Buffer },
): Promise<Inhabitant> {
  const { db } = app.store
  const client = testClient(app)
  const { user, token } = await signUpProvenOperator(app, client)
  client.token = token
  const { body } = await client.post('/user/ships', { name: 'Ms Aurora', type: 'tanker' })
  const shipId = body.data.ship.id as string
  const minerId = await insertFleet(app, { controllerId, publicKey, ownerId: user.id, shipId })
  const { order, orderKey } = await placedOrder(client)
  const named: Named = { shipId, controllerId, minerId, device_id: minerId, orderId: order.id }
  const ids = new Map<RegExp, () => Promise<unknown> | unknown>([
    [/^\/(user|mining)\/ships/, () => shipId],
    [/controllers/, () => controllerId],
    [/^\/(mining|dashboard)\/(miners|devices)/, () => minerId],
    [/^\/orders|^\/desk\/orders/, () => order.id],
    [/\/alerts/, () => firstId(db, 'alerts')],
    [/strangers/, () => firstId(db, 'strangers')],
    [/set-aside/, () => firstId(db, 'setAside')],
    [/api-keys/, () => firstId(db, 'apiKeys')],
    [/pool-templates/, () => firstId(db, 'poolTemplates')],
    [/offers/, () => firstId(db, 'offers')],
    [/service/, () => firstId(db, 'faultReports')],
    [/leads/, () => firstId(db, 'inquiries')],
    [/firmware\/series/, () => firstId(db, 'firmwareSeries')],
    [/webhooks/, () => firstId(db, 'webhookEndpoints')],
    [/customers|people/, () => user.id],
    [/catalogue|products/, () => 'sm19'],
  ])
  /** Places in lists whose order is not that of an id. */
  const alertPage = { after: `0.1777620000000.${shipId}` }
  const places: Record<string, Named> = {
    '/mining/alerts': alertPage,
    '/dashboard/miners/{id}/alerts': alertPage,
  }
  const known = new Map<string, Named>()
  async function lookUp(): Promise<void> {
    for (const path of new Set([...app.router.table.values()].map((endpoint) => endpoint.path))) {
      const find = [...ids].find(([pattern]) => pattern.test(path))?.[1]
      const id = find && (await find())
      known.set(path, { ...named, ...places[path], ...(id === undefined ? {} : { id: String(id) }) })
    }
  }
  await lookUp()
  const inhabitant: Inhabitant = {
    userId: user.id,
    token,
    controllerId,
    minerId,
    isSignedIn: async () => (await client.get('/wallet-auth/me')).status === 200,
    exampleOf: (endpoint) => exampleCall(endpoint, known.get(endpoint.path) ?? named),
    send(endpoint, { params, query, body: sent }) {
      const caller = testClient(app)
      caller.token = token
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        inAddress((params as Record<string, unknown>)[key]),
      )
      const asked = Object.entries(query ?? {}).map(([key, value]) => `${key}=${inAddress(value)}`)
      return caller.call(endpoint.method, `${path}?${asked.join('&')}`, sent, {
        headers: {
          'idempotency-key': randomUUID(),
          ...(endpoint.orderKey && !endpoint.path.startsWith('/offers') ? { 'x-order-key': orderKey } : {}),
        },
      })
    },
  }
  // What can be made by a call is made by it, so that other calls find it.
  for (const endpoint of app.router.table.values())
    if (endpoint.method === 'POST' && !endpoint.path.includes('{') && !endsSession(endpoint))
      await inhabitant.send(endpoint, inhabitant.exampleOf(endpoint))
  await lookUp()
  if (!(await inhabitant.isSignedIn())) throw new Error('a call ended the session')
  return inhabitant
}

async function firstId(
  db: Queryable,
  table: keyof Database &
    (
      | 'alerts'
      | 'strangers'
      | 'setAside'
      | 'apiKeys'
      | 'poolTemplates'
      | 'offers'
      | 'faultReports'
      | 'inquiries'
      | 'firmwareSeries'
      | 'webhookEndpoints'
    ),
): Promise<unknown> {
  const row = await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id
}

/** @returns the id of the miner. */
async function insertFleet(
  app: TestApp,
  fleet: { controllerId: string; publicKey: Buffer | undefined; ownerId: string; shipId: string },
): Promise<string> {
  const { db } = app.store
  const at = new Date(app.clock.now())
  const { controllerId, ownerId, shipId, publicKey } = fleet
  await insertController(db, {
    id: controllerId,
    ownerId,
    shipId,
    claimKeyHash: Buffer.from(controllerId),
    claimedAt: at,
    pollIntervalMs: 30_000,
    version: '0.9.0',
    ...(publicKey ? { publicKey } : {}),
  })
  const minerId = await insertMiner(db, {
    controllerId,
    deviceKey: 'mac:00:00:00:00:00:01',
    driver: 'antminer',
    make: 'Bitmain',
    model: 'Antminer S21',
    firmware: '1.0',
  })
  const alert = { controllerId, minerId, kind: 'overheat', severity: 'critical', raisedAt: at } as const
  await db.insertInto('alerts').values(alert).execute()
  const seen = { firstSeenAt: at, lastSeenAt: at }
  const stranger = { controllerId, key: 'mac:00:00:00:00:00:09', address: '10.0.0.9', ports: '[]', ...seen }
  await db.insertInto('strangers').values(stranger).execute()
  const aside = { controllerId, seq: 1, at, list: 'samples', rowCount: 1, reason: 'x', content: '[]' }
  await db.insertInto('setAside').values(aside).execute()
  return String(minerId)
}
