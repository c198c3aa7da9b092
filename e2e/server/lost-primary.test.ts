import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildSample } from '@shipminer/testkit/telemetry'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolUntilDone } from '../../apps/controller/src/identity/enrolment.ts'
import { loadOrCreateKey } from '../../apps/controller/src/identity/key-pair.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { openSpool } from '../../apps/controller/src/spool/spool.ts'
import { createUplink } from '../../apps/controller/src/uplink/uplink.ts'
import { callAdminSocket } from '../../apps/server/src/platform/admin/admin-socket.ts'
import { camtSample } from '../../apps/server/test/papers/camt-sample.ts'
import { type MailServer, startMailServer } from '../../apps/server/test/services/mail-server.ts'
import { createController, type ServerProcess } from '../../scripts/lib/stack.ts'
import { placeUntilAnswered, priceCents, signUp } from '../support/by-calls.ts'
import { lookAt } from '../support/look-at.ts'
import { findClusterPrograms, type PatroniCluster, startPatroniCluster } from '../support/patroni-cluster.ts'
import { startServer } from '../support/start-server.ts'

/**
 * Two copies of the server on two PostgreSQL hosts, of which the one that is written to is killed, while ships report, buyers order, the bank's
 * statements come in and owners look at their miners. What was acknowledged is there afterwards, once; no process ended; and everything is live again.
 *
 * Real: the servers, PostgreSQL, Patroni, etcd, HAProxy, the controllers' spools and uplinks, the calls and WebSockets. Simulated: what the miners
 * said, the people, and three hosts on one machine. A host ends as by a power cut, not frozen: Patroni 3.0.2 of Debian 12 loses rows there.
 */
const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 10 : 1
const programs = findClusterPrograms(process.env)
if (!programs)
  console.warn(
    'skipped: no primary was lost: this machine lacks patroni, etcd, haproxy or PostgreSQL 15 (Debian: apt-get install patroni etcd-server haproxy postgresql)',
  )

type Purchase = { orderId: string; number: string; reference: string; paidCents: number }

describe.runIf(programs)('a lost primary', () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-lost-'))
  let cluster: PatroniCluster
  let mails: MailServer
  const servers: ServerProcess[] = []
  const endings: number[] = []
  /** When each kind of work was last acknowledged, by name. */
  const lastDone = new Map<string, number>()
  const note = (what: string) => void lastDone.set(what, Date.now())

  beforeAll(async () => {
    if (!programs) return
    cluster = await startPatroniCluster(programs)
    mails = await startMailServer({ startTls: false })
    const secretKey = randomBytes(32).toString('base64')
    for (const name of ['one', 'two']) {
      const server = await startServer({
        dataDir: join(root, name),
        env: {
          DATABASE_URL: cluster.url,
          SECRET_KEY: secretKey,
          VIES_URL: 'off',
          LOG_LEVEL: 'warn',
          ORDERS_ENABLED: 'true',
          SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
          MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
          PROVIDER_EMAIL: 'desk@shipminer.example',
          // Every buyer is another client.
          TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
        },
      })
      servers.push(server)
      void server.waitForEnd().then(() => endings.push(Date.now()))
    }
  }, 1_000_000)

  afterAll(async () => {
    for (const server of servers) await server.kill()
    await mails?.close()
    await cluster?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test(`${kills} times, nothing that was acknowledged is lost or doubled`, {
    timeout: 900_000 + kills * 180_000,
  }, async ({ signal }) => {
    const [one] = servers
    if (!one) throw new Error('no server')
    await callAdminSocket(one.dataDir, 'product:set', { id: 'sm19', stock: '100000' })
    const over = new AbortController()
    const stopping = AbortSignal.any([signal, over.signal])
    const ships = await Promise.all(servers.map((server, at) => openShip(server, at)))
    const purchases: Purchase[] = []
    const work = Promise.all([
      ...servers.map((server, at) => buyAndPay(server, `orders ${at + 1}`, purchases, stopping)),
      ...ships.map((ship) => ship.sail(stopping)),
      ...ships.map((ship) => ship.watch(stopping)),
    ])
    work.catch(() => over.abort())
    const everything = servers.flatMap((_, at) =>
      ['orders', 'bookings', 'samples', 'page'].map((what) => `${what} ${at + 1}`),
    )
    const allSince = async (moment: number) => {
      const firstAt = new Map<string, number>()
      while (!stopping.aborted && firstAt.size < everything.length) {
        for (const what of everything)
          if ((lastDone.get(what) ?? 0) >= moment && !firstAt.has(what))
            firstAt.set(what, Date.now() - moment)
        await sleep(20)
      }
      return [...firstAt].toSorted(([, a], [, b]) => b - a)
    }
    try {
      await allSince(Date.now())
      for (let killed = 0; killed < kills; killed += 1) {
        const at = Date.now()
        const lost = await cluster.killPrimary()
        await cluster.newPrimary(lost)
        const promotedAt = Date.now()
        const live = await allSince(promotedAt)
        const words = live.map(([what, ms]) => `${what} ${ms}`).join(', ')
        console.info(
          `kill ${killed + 1}: a new primary after ${promotedAt - at} ms; live again after it (ms): ${words}`,
        )
        await cluster.revive(lost)
      }
    } finally {
      over.abort()
      await work
    }
    for (const ship of ships) await ship.end()
    expect(endings, 'no server ended').toEqual([])
    await expectKept(purchases, ships)
  })

  /** A controller with its spool and uplink, its owner, and the owner's page. */
  async function openShip(server: ServerProcess, at: number) {
    const folder = join(root, `ship-${at}`)
    const created = await createController(server, `Ms ${at}`, 'Bow')
    const key = await loadOrCreateKey(`${folder}.key`)
    const identity = { controllerId: created.controllerId, version: 'test' }
    const isEnrolled = await enrolUntilDone({
      serverUrl: server.url,
      request: { ...identity, enrolmentToken: created.enrolmentToken, publicKey: key.publicKey },
      fetchFn: fetch,
      random: Math.random,
      signal: AbortSignal.timeout(60_000),
      onAnswer() {},
      log: silentLogger,
    })
    expect(isEnrolled).toBe(true)
    const spool = await openSpool<number>({
      directory: folder,
      maxBytes: 2 ** 28,
      now: Date.now,
      log: silentLogger,
      onEvent() {},
    })
    const uplink = createUplink({
      ...identity,
      serverUrl: server.url,
      pollIntervalMs: 1_000,
      key,
      spool,
      clock: systemClock,
      random: Math.random,
      log: silentLogger,
    })
    const token = await signUp(server)
    const claimed = await fetch(`${server.url}/api/miners/claim`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ claimKey: created.claimKey }),
    })
    expect(claimed.status).toBe(200)
    let written = 0
    return {
      controllerId: created.controllerId,
      written: () => written,
      async sail(stopping: AbortSignal) {
        uplink.start()
        while (!stopping.aborted) {
          expect(
            await spool.append({ samples: [sampleOf(at)], devices: [], events: [], carry: {} }),
          ).not.toBe(null)
          written += 1
          for (let waited = 0; waited < 10 && !stopping.aborted; waited += 1) {
            if (spool.status().unsentBatches === 0) note(`samples ${at + 1}`)
            await sleep(50)
          }
        }
      },
      async watch(stopping: AbortSignal) {
        while (!stopping.aborted) {
          await lookAt(server, token, stopping, () => note(`page ${at + 1}`))
          await sleep(500)
        }
      },
      async end() {
        const deadline = Date.now() + 120_000
        while (spool.status().unsentBatches > 0 && Date.now() < deadline) await sleep(50)
        expect(spool.status().unsentBatches).toBe(0)
        await uplink.stop()
        await spool.close()
      },
    }
  }

  /** Orders of one buyer after the other, at one copy of the server, each paid by a statement. */
  async function buyAndPay(
    server: ServerProcess,
    name: string,
    purchases: Purchase[],
    stopping: AbortSignal,
  ): Promise<void> {
    while (!stopping.aborted) {
      const key = randomUUID()
      const { order, reference } = await placeUntilAnswered(server, key)
      note(name)
      const purchase = {
        orderId: order.id,
        number: order.number,
        reference,
        paidCents: 0,
      }
      purchases.push(purchase)
      const file = join(root, `${key}.xml`)
      writeFileSync(file, camtSample([{ amount: '17500.00', reference, bankReference: key }], { id: key }))
      const importOnce = () => callAdminSocket(server.dataDir, 'import-statement', { file }).catch(() => null)
      while (!(await importOnce())?.ok) await sleep(100)
      purchase.paidCents += priceCents
      note(name.replace('orders', 'bookings'))
      await sleep(2_000)
    }
  }

  /** What went in by calls whose answers were lost is there as well: everything is compared with the database, once it is whole again. */
  async function expectKept(
    purchases: readonly Purchase[],
    ships: readonly { controllerId: string; written: () => number }[],
  ): Promise<void> {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
      expect(purchases.length).toBeGreaterThan(kills)
      const orders = await rows('SELECT id::text, received_cents::int8::text, payment FROM orders ORDER BY 1')
      const bought = purchases.map(({ orderId, paidCents }) => [orderId, String(paidCents), 'paid'])
      expect(orders).toEqual(bought.toSorted())
      expect(await rows('SELECT order_id FROM bank_bookings GROUP BY 1 HAVING count(*) > 1')).toEqual([])
      for (const { controllerId, written } of ships) {
        const [[kept]] = (
          await client.query({
            text: `SELECT sum(n)::int4 FROM (SELECT miner_id, n FROM miner_1d UNION ALL SELECT miner_id, n FROM miner_state) t
            JOIN miners m ON m.id = t.miner_id WHERE m.controller_id = $1`,
            values: [controllerId],
            rowMode: 'array',
          })
        ).rows as [[number]]
        expect(kept, `samples of ${controllerId}`).toBe(written())
      }
      await expect
        .poll(() => rows("SELECT message_id FROM mails WHERE status = 'queued'"), { timeout: 600_000 })
        .toEqual([])
      const kindsTwice = await rows(
        "SELECT regexp_replace(message_id, '\\.[0-9a-f]{12}@.*$', '') FROM mails GROUP BY 1 HAVING count(*) > 1",
      )
      expect(kindsTwice, 'no mail was made twice').toEqual([])
      const sent = mails.received.map(({ headers }) => headers['message-id'])
      console.info(
        `${purchases.length} orders, ${sent.length} mails, ${sent.length - new Set(sent).size} of them sent again under the same id`,
      )
    } finally {
      await client.end()
    }
  }
})

let samples = 0
/** Each of another minute, so that none replaces another; the first is of now, the later ones of minutes gone by. */
const sampleOf = (ship: number) =>
  buildSample({
    deviceKey: `mac:02:00:00:00:00:${10 + ship}`,
    sampledAt: Date.now() - samples++ * 60_000,
    periodSeconds: 60,
    hashrateGhs: 100_000 + (samples % 1_000),
  })
