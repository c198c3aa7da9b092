import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { freePort } from '../../scripts/lib/free-port.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { startServer, startShip } from '../../scripts/lib/stack.ts'
import { type Relay, startRelay } from './relay.ts'
import { until } from './workspace.ts'

const AnswerSchema = z.object({
  data: z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id: z.string() }) }),
})
const ShipSchema = z.object({ data: z.object({ ship: z.object({ id: z.string() }) }) })
const MinersSchema = z.object({
  data: z.object({ miners: z.array(z.object({ sampledAt: z.nullable(z.number()) })) }),
})
type StopLater = (stop: () => Promise<void>) => void

/** A server with one owner and their miners, behind a relay that counts. */
export type OwnerFleet = {
  url: string
  relay: Relay
  /** What the browser of the signed-in owner has in its storage. */
  kept: Record<string, string>
  /** The longest hold of the server's event loop since a moment, ms. */
  longestHoldSince(at: number): number
}

const account = {
  name: 'Jan de Vries',
  email: 'skipper@schip-bench.nl',
  password: 'quiet-harbour-lantern-42',
}

/** Simulated miners behind a real controller: their figures wander as figures do. */
export async function openLiveFleet(
  count: number,
  folder: string,
  stopLater: StopLater,
  pollIntervalMs: number,
): Promise<OwnerFleet> {
  const { server, fleet, session } = await openServer(folder, stopLater)
  const ship = await startShip(server, {
    name: 'Ms Bench',
    location: 'Engine room',
    dataDir: folder,
    simulator: { miners: String(count - 1), lottery: '1', seed: 'web', 'generator-kw': String(count * 10) },
    controller: { POLL_INTERVAL_MS: String(pollIntervalMs), DEVICE_TIMEOUT_MS: '2000' },
    generatorLimits: { capacityKw: count * 10 },
  })
  stopLater(() => ship.stop())
  await ship.startController()
  const call = caller(server.url, session.token)
  await call('POST', '/miners/claim', { claimKey: ship.claimKey })
  const own = ShipSchema.parse(await call('POST', '/user/ships', { name: 'Ms Bench', type: 'tanker' })).data
    .ship
  await call('PUT', `/mining/controllers/${ship.controllerId}`, { shipId: own.id })
  await until(
    async () => {
      const { miners } = MinersSchema.parse(await call('GET', '/dashboard/miners')).data
      return miners.filter(({ sampledAt }) => sampledAt !== null).length >= count
    },
    180_000,
    `${count} miners with values`,
  )
  return fleet
}

/** Miners written into the database, which stand as they are: boxes of 100, the first ten of each at a standstill. */
export async function openWrittenFleet(
  count: number,
  folder: string,
  stopLater: StopLater,
): Promise<OwnerFleet> {
  const { server, fleet, session } = await openServer(folder, stopLater)
  await server.stop()
  execFileSync(process.execPath, [
    join(REPO_ROOT, 'e2e/support/ship/seed-fleet.ts'),
    server.dataDir,
    session.user.id,
    String(count),
  ])
  await server.start()
  return fleet
}

async function openServer(folder: string, stopLater: StopLater) {
  const [serverPort, relayPort] = [await freePort(), await freePort()]
  const loopFile = join(folder, 'loop')
  const url = `http://localhost:${relayPort}`
  const server = await startServer({
    dataDir: join(folder, 'server'),
    port: serverPort,
    env: {
      NETWORK_SOURCES: '',
      PRICE_SOURCES: '',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: url,
      LOOP_FILE: loopFile,
    },
    nodeOptions: ['--import', join(REPO_ROOT, 'bench/lib/watch-loop.ts')],
  })
  stopLater(() => server.stop())
  const relay = await startRelay(relayPort, serverPort)
  stopLater(() => relay.close())
  const session = AnswerSchema.parse(await caller(server.url)('POST', '/auth/register', account)).data
  const { id } = session.user
  const fleet: OwnerFleet = {
    url,
    relay,
    kept: {
      'shipminer.auth-token': session.token,
      'shipminer.refresh-token': session.refreshToken,
      'shipminer.user': JSON.stringify({
        id,
        name: account.name,
        email: account.email,
        wallet_address: null,
      }),
    },
    longestHoldSince(since) {
      const lines = existsSync(loopFile) ? readFileSync(loopFile, 'utf8').trim().split('\n') : []
      const holds = lines.map((line) => line.split(' ').map(Number))
      return Math.max(0, ...holds.map(([at = 0, holdMs = 0]) => (at >= since ? holdMs : 0)))
    },
  }
  return { server, fleet, session }
}

const caller =
  (url: string, token = '') =>
  async (method: string, path: string, body?: object): Promise<unknown> =>
    (
      await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).json()
