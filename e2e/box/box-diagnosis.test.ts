import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BoardAnswer } from '@shipminer/contract/board-answer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { authenticatorCode } from '../support/authenticator.ts'
import { signUp } from '../support/by-calls.ts'
import { grantOperator } from '../support/operate.ts'
import { startServer } from '../support/start-server.ts'

/**
 * Somebody at the desk takes a set of diagnostics, and the real box says over its real line how it is: versions, settings, memory, meter, the
 * last answers of its (simulated) miners and the last lines of its log. Nothing that opens something leaves it. Without a line it is silent.
 */
let server: ServerProcess
let ship: ShipProcess
let folder: string
let token: string

const slow = 240_000
const wait = { timeout: 150_000, interval: 500 }
const password = 'harbour-7-of-the-captain'

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { success: boolean; data: never; code?: string }
  if (!json.success) throw new Error(`${method} ${path} answered ${answer.status} ${json.code}`)
  return json.data as never
}

type Found = { set: { board: string }; board: BoardAnswer | null }
const setOf = (id: string) => call('GET', `/desk/diagnostics/${id}`) as Promise<Found>
async function take(): Promise<string> {
  const body = { orderId: randomUUID(), boxes: [ship.controllerId], reason: 'hash rate falls at night' }
  const { boxes } = (await call('POST', '/desk/diagnostics', body)) as { boxes: { setId: string }[] }
  return boxes[0]?.setId ?? ''
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'box-diagnosis-'))
  server = await startServer({ dataDir: join(folder, 'server'), env: { LOG_LEVEL: 'warn' } })
  ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Engine room',
    dataDir: join(folder, 'ship'),
    simulator: { miners: '2', lottery: '1', password },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '3000' },
  })
  token = await signUp(server)
  const { profile } = (await call('GET', '/user/profile')) as { profile: { user: { walletAddress: string } } }
  const authenticator = await grantOperator(server, { address: profile.user.walletAddress }, 'service')
  await call('POST', '/desk/second-factor', { code: authenticatorCode(authenticator, Date.now()) })
  await call('POST', '/miners/claim', { claimKey: ship.claimKey })
  await call('PUT', '/user/profile', { providerConsent: true })
  await vi.waitFor(async () => {
    const { miners } = (await call('GET', '/dashboard/miners')) as { miners: unknown[] }
    if (miners.length !== 3) throw new Error('not all seen')
  }, wait)
}, slow)
afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}, slow)

test(
  'a box says how it is, and what opens something stays on board',
  async () => {
    const id = await take()
    await expect.poll(async () => (await setOf(id)).set.board, wait).toBe('stored')
    const { board } = await setOf(id)
    if (!board) throw new Error('nothing was stored')
    const fact = (part: string, name: string) =>
      board.parts.find((one) => one.part === part)?.facts.find((one) => one.name === name)?.value
    expect(board.parts.map(({ part }) => part)).toEqual([
      ...['versions', 'settings', 'line', 'spool', 'power', 'rules', 'update'],
    ])
    expect(fact('versions', 'node')).toBe(process.versions.node)
    expect(fact('settings', 'POLL_INTERVAL_MS')).toBe('5000')
    expect(fact('line', 'state')).toBe('live')
    expect(fact('spool', 'full')).toBe('false')
    expect(fact('power', 'masterStop')).toBe('false')
    expect(board.minerCount).toBe(3)
    expect(board.miners).toHaveLength(3)
    expect(board.miners[0]?.facts.map(({ name }) => name)).toContain('lastAnswerAgeMs')
    expect(board.log.map(({ text }) => text).join('\n')).toContain('uplink live')
    expect(Math.abs(board.madeAt - Date.now())).toBeLessThan(wait.timeout + 60_000)
    expect(JSON.stringify(board)).not.toContain(password)
    expect(JSON.stringify(board)).not.toMatch(/BEGIN [A-Z ]*KEY|enrolmentToken":"(?!\[)/)
  },
  slow,
)

test(
  'a box without a line is asked and stays silent, and the set is kept without it',
  async () => {
    await ship.stopController()
    const id = await take()
    expect((await setOf(id)).set.board).toBe('asked')
    expect((await setOf(id)).board).toBeNull()
  },
  slow,
)
