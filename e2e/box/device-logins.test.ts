import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Capabilities, Command } from '@shipminer/contract/control'
import { loginContext, loginLifetimeMs } from '@shipminer/contract/control/device-logins'
import type { Miner } from '@shipminer/contract/mining'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BoxKeys, isOwnKey, sealLogin } from '../../apps/web/src/features/control/lib/seal-login.ts'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { startServer } from '../support/start-server.ts'

/**
 * The owner of miners with a password of their own enters it on shore: sealed by what the page uses, sent through the real server, opened by
 * the real controller, and tried on simulated miners that refuse everything else.
 */
let server: ServerProcess
let ship: ShipProcess
let folder: string
let token: string

const slow = 240_000
const wait = { timeout: 150_000, interval: 500 }
const password = 'harbour-7-of-the-captain'
const wrong = 'guess-of-the-harbourmaster'

async function call(method: string, path: string, body?: object, bearer: string | null = token) {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { success: boolean; data: never; code?: string }
  if (!json.success) throw new Error(`${method} ${path} answered ${answer.status} ${json.code}`)
  return json.data as never
}

type Shown = { at: number | null; state: string } | null
type Logins = {
  serverTime: number
  box: BoxKeys | null
  miner: { deviceKey: string; login: Shown } | null
  makes: { make: string; miners: number; login: Shown }[]
  commands: Command[]
}
const path = () => `/mining/controllers/${ship.controllerId}/logins`
const logins = (miner?: string) => call('GET', miner ? `${path()}?miner=${miner}` : path()) as Promise<Logins>
const boxes = async () =>
  ((await call('GET', '/dashboard/miners')) as { miners: Miner[] }).miners.filter(
    ({ driver }) => driver === 'antminer',
  )
const capabilities = async (id: string) =>
  ((await call('GET', `/mining/miners/${id}/control`)) as { capabilities: Capabilities | null }).capabilities

/** As the page does it. */
async function send(miner: string, secret: string, over: { name?: string; sealed?: string } = {}) {
  const { box, serverTime, miner: known } = await logins(miner)
  if (box === null || known === null) throw new Error('no key')
  expect(isOwnKey(ship.controllerId, box)).toBe(true)
  const bound = {
    controllerId: ship.controllerId,
    name: over.name ?? known.deviceKey,
    commandId: randomUUID(),
    expiresAt: serverTime + loginLifetimeMs,
  }
  expect(loginContext(bound)).toContain(bound.commandId)
  const sealed = over.sealed ?? (await sealLogin({ user: 'root', password: secret }, box.sealing.key, bound))
  const { commandId, expiresAt } = bound
  await call('POST', path(), { minerId: miner, commandId, expiresAt, sealed })
  return { commandId, sealed }
}
async function ended(commandId: string, miner?: string): Promise<Command> {
  let found: Command | undefined
  await expect
    .poll(async () => {
      found = (await logins(miner)).commands.find(({ id }) => id === commandId)
      return found?.finishedAt
    }, wait)
    .toBeTypeOf('number')
  return found as Command
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'device-logins-'))
  server = await startServer({
    dataDir: join(folder, 'server'),
    env: { DEMO: 'true', LOG_LEVEL: 'trace' },
  })
  ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Engine room',
    dataDir: join(folder, 'ship'),
    simulator: { miners: '2', lottery: '0', password, 'rest-pace': '0.1' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '3000', LOG_LEVEL: 'trace' },
  })
  token = ((await call('POST', '/auth/demo', {}, null)) as { token: string }).token
  await call('POST', '/miners/claim', { claimKey: ship.claimKey })
  await vi.waitFor(async () => {
    const seen = await boxes()
    if (seen.length !== 2) throw new Error('not all seen')
    for (const { id } of seen)
      if ((await capabilities(id))?.credentials !== 'wrong') throw new Error('not probed yet')
  }, wait)
}, slow)
afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a miner with a password of its own goes from refused to controlled', { timeout: slow }, async () => {
  const [bow, stern] = await boxes()
  if (!bow || !stern) throw new Error('no miners')
  const refused = await send(bow.id, wrong)
  expect(await ended(refused.commandId, bow.id)).toMatchObject({ state: 'refused', reason: 'login-refused' })
  expect((await logins(bow.id)).miner?.login).toBeNull()
  expect((await capabilities(bow.id))?.credentials).toBe('wrong')

  const right = await send(bow.id, password)
  expect(await ended(right.commandId, bow.id)).toMatchObject({ state: 'confirmed', reason: null })
  await expect.poll(async () => (await capabilities(bow.id))?.sleep.can, wait).toBe(true)
  expect((await capabilities(bow.id))?.credentials).toBe('set')
  await expect
    .poll(async () => (await logins(bow.id)).miner?.login, wait)
    .toMatchObject({ at: expect.any(Number), state: 'kept' })
  const { command } = (await call('POST', `/mining/miners/${bow.id}/control`, { action: 'locate' })) as {
    command: Command
  }
  await expect
    .poll(async () => {
      const { commands } = (await call('GET', `/mining/miners/${bow.id}/control`)) as { commands: Command[] }
      return commands.find(({ id }) => id === command.id)?.state
    }, wait)
    .toBe('confirmed')

  // What was sealed for one miner does not open for another, and under another id not again.
  for (const [miner, over] of [
    [stern.id, { sealed: right.sealed }],
    [bow.id, { sealed: right.sealed }],
    [stern.id, { name: 'make:antminer' }],
  ] as const) {
    const moved = await send(miner, password, over)
    expect(await ended(moved.commandId, miner)).toMatchObject({
      state: 'refused',
      reason: 'not-sealed-for-us',
    })
  }
  expect((await capabilities(stern.id))?.credentials).toBe('wrong')
})

test('a login of a make counts for every miner of it, and can be removed', {
  timeout: slow,
}, async () => {
  const [, stern] = await boxes()
  if (!stern) throw new Error('no miner')
  const { box, serverTime, makes } = await logins()
  const [make] = makes
  if (box === null || make === undefined) throw new Error('no make')
  expect(make).toMatchObject({ make: 'Antminer', miners: 2, login: null })
  const commandId = randomUUID()
  const expiresAt = serverTime + loginLifetimeMs
  const name = 'make:antminer'
  const bound = { controllerId: ship.controllerId, name, commandId, expiresAt }
  const sealed = await sealLogin({ user: null, password }, box.sealing.key, bound)
  await call('POST', path(), { make: make.make, commandId, expiresAt, sealed })
  expect(await ended(commandId)).toMatchObject({ state: 'confirmed', reason: null })
  await expect.poll(async () => (await capabilities(stern.id))?.credentials, wait).toBe('set')

  const removal = randomUUID()
  await call('POST', `${path()}/remove`, { make: make.make, commandId: removal })
  expect(await ended(removal)).toMatchObject({ state: 'confirmed' })
  await expect.poll(async () => (await logins()).makes[0]?.login, wait).toBeNull()
  await expect.poll(async () => (await capabilities(stern.id))?.credentials, wait).toBe('wrong')
})

test('the passwords are in no file of either side, nor in any log', { timeout: slow }, async () => {
  await ship.stop()
  await server.stop()
  let seen = 0
  const look = (place: string): void => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const file = join(place, entry.name)
      if (entry.isDirectory()) look(file)
      else if (entry.isFile() && statSync(file).size > 0) {
        seen += 1
        const content = readFileSync(file)
        for (const secret of [password, wrong])
          expect(content.includes(secret), `${file} holds a password`).toBe(false)
      }
    }
  }
  look(folder)
  expect(seen).toBeGreaterThan(20)
})
