import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findPostgresqlBinaries,
  startThrowawayPostgresql,
  type ThrowawayPostgresql,
} from '../../apps/server/src/platform/db/throwaway-postgresql.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { createController, type ServerProcess, startShip } from '../../scripts/lib/stack.ts'
import { placeUntilAnswered, signUp } from '../support/by-calls.ts'
import { lookAt } from '../support/look-at.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The secret key of two copies is changed as the runbook says, by restarting one after the other, three times, while an owner looks at miners
 * and has a page open that is kept up to date, guests order and open the links of their orders, and a box reports. Nobody notices but by a copy that is away for the moment of its restart.
 *
 * Real: both copies, PostgreSQL, the box's controller. Simulated: the miners, and the people, who take the other copy where one is away, as a
 * proxy would.
 */
const binaries = findPostgresqlBinaries(process.env.PATH ?? '')
if (!binaries) console.warn('skipped: the key of two copies was not changed: there is no PostgreSQL here')

type Keys = { SECRET_KEY: string; SECRET_KEY_OLD: string }

describe.runIf(binaries)('a new secret key for two copies', () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-key-'))
  const [before, after] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  let database: ThrowawayPostgresql
  const copies: ServerProcess[] = []
  let away: ServerProcess | null = null

  const startCopy = async (at: number, keys: Keys, port?: number) =>
    startServer({
      dataDir: join(root, `copy-${at}`),
      ...(port === undefined ? {} : { port }),
      env: {
        ...keys,
        DATABASE_URL: database.urlOf('postgres'),
        VIES_URL: 'off',
        LOG_LEVEL: 'warn',
        ORDERS_ENABLED: 'true',
        TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
      },
    })
  const portOf = ({ url }: ServerProcess) => Number(new URL(url).port)
  /** Every copy with other keys, one after the other. */
  const change = async (keys: Keys) => {
    for (const [at, copy] of copies.entries()) {
      away = copy
      await copy.stop()
      copies[at] = await startCopy(at, keys, portOf(copy))
      away = null
      await sleep(1_000)
    }
  }
  /** What a copy answers; a copy that is away is passed over, as by a proxy. Anything else than success is a failure of the change. */
  const read = async (path: string, headers: Record<string, string>, at: number) => {
    for (let tries = 0; ; tries += 1) {
      const copy = copies[(at + tries) % copies.length] as ServerProcess
      const answer = await fetch(`${copy.url}/api${path}`, { headers }).catch(() => null)
      if (answer?.ok) return Object(await answer.json()).data
      const mayBeAway = answer === null || answer.status >= 500
      if (!mayBeAway || tries > 200)
        throw new Error(`${path}: ${answer?.status} ${await answer?.text()} ${away?.url ?? 'none'} away`)
      await sleep(50)
    }
  }

  beforeAll(async () => {
    if (!binaries) return
    database = await startThrowawayPostgresql(binaries)
    const keys = { SECRET_KEY: before, SECRET_KEY_OLD: '' }
    for (const at of [0, 1]) copies.push(await startCopy(at, keys, await freePort()))
  }, 400_000)

  afterAll(async () => {
    for (const copy of copies) await copy.kill()
    await database?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('an owner, guests and a box go on', { timeout: 600_000 }, async () => {
    const [first, second] = copies as [ServerProcess, ServerProcess]
    const token = await signUp(first)
    const signedIn = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const claim = async (claimKey: string, at: number) => {
      const body = JSON.stringify({ claimKey })
      const answer = await fetch(`${copies[at]?.url}/api/miners/claim`, {
        method: 'POST',
        headers: signedIn,
        body,
      })
      expect(answer.status, await answer.text()).toBe(200)
    }
    // A card that lies in a drawer until the key has changed.
    const card = await createController(first, 'Ms Later', 'Bow')
    const ship = await startShip(second, {
      name: 'Ms Now',
      location: 'Bow',
      dataDir: join(root, 'ship'),
      simulator: { miners: '2', seed: 'key' },
      controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '3000' },
    })
    try {
      await claim(ship.claimKey, 0)
      const orders: { id: string; key: string }[] = []
      const over = new AbortController()
      let reads = 0
      const buying = (async () => {
        for (let at = 0; !over.signal.aborted; at += 1) {
          const copy = copies[at % 2] as ServerProcess
          if (copy === away) continue
          const { order, orderKey } = await placeUntilAnswered(copy, randomUUID())
          orders.push({ id: order.id, key: orderKey })
          await sleep(200)
        }
      })()
      const reading = (async () => {
        for (let at = 0; !over.signal.aborted; at += 1) {
          const { controllers } = await read('/dashboard/miners', signedIn, at)
          expect(controllers.length).toBeGreaterThan(0)
          const known = orders[at % Math.max(orders.length, 1)]
          if (known) await read(`/orders/${known.id}`, { 'x-order-key': known.key }, at)
          reads += 1
          // Below the limits of requests.
          await sleep(500)
        }
      })()
      let shownAt = 0
      const watching = (async () => {
        for (let at = 0; !over.signal.aborted; at += 1) {
          const copy = copies[at % 2] as ServerProcess
          await lookAt(copy, token, over.signal, () => {
            shownAt = Date.now()
          })
          await sleep(200)
        }
      })()
      const failed = Promise.race([buying, reading, watching]).then(() => undefined)
      const newest = async () => {
        const { miners } = await read('/dashboard/miners', signedIn, 1)
        return Math.max(0, ...miners.map(({ sampledAt }: { sampledAt: number | null }) => sampledAt ?? 0))
      }
      const boxReports = async () => {
        const since = Date.now()
        await expect.poll(newest, { timeout: 120_000, interval: 1_000 }).toBeGreaterThan(since)
      }
      const pageLives = async () => {
        const since = Date.now()
        await expect.poll(() => shownAt, { timeout: 120_000 }).toBeGreaterThan(since)
      }
      try {
        await Promise.race([Promise.all([boxReports(), pageLives()]), failed])
        await Promise.race([change({ SECRET_KEY: before, SECRET_KEY_OLD: after }), failed])
        await Promise.race([Promise.all([boxReports(), pageLives()]), failed])
        await Promise.race([change({ SECRET_KEY: after, SECRET_KEY_OLD: before }), failed])
        await Promise.race([Promise.all([boxReports(), pageLives()]), failed])
        await claim(card.claimKey, 1)
      } finally {
        over.abort()
      }
      await Promise.all([buying, reading, watching])
      expect(reads).toBeGreaterThan(10)
      expect(orders.length).toBeGreaterThan(5)
      for (const [at, { id, key }] of orders.entries())
        await read(`/orders/${id}`, { 'x-order-key': key }, at)

      // Without the key of before its links are void; the session, the box and links of the new one stay.
      const { order, orderKey } = await placeUntilAnswered(copies[0] as ServerProcess, randomUUID())
      await change({ SECRET_KEY: after, SECRET_KEY_OLD: '' })
      await read(`/orders/${order.id}`, { 'x-order-key': orderKey }, 1)
      const old = orders[0] as { id: string; key: string }
      const refused = await fetch(`${copies[0]?.url}/api/orders/${old.id}`, {
        headers: { 'x-order-key': old.key },
      })
      expect(refused.status).toBe(404)
      expect((await read('/dashboard/miners', signedIn, 0)).controllers).toHaveLength(2)
      await boxReports()
    } finally {
      await ship.stop()
    }
  })
})
