import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@shipminer/contract/control'
import type { Miner } from '@shipminer/contract/mining'
import { commissioningSteps } from '@shipminer/domain/generator/commissioning/commissioning'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { crewTexts } from '../../apps/controller/src/status-page/crew/crew-texts.ts'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { startServer } from '../support/start-server.ts'

/**
 * An owner on shore and a crew on board against the same miners. Real: the server, the controller, their line, the protocols of the miners
 * and of Signal K. Simulated: the miners and the generator, in a process of their own that neither can distinguish from a ship.
 */
let server: ServerProcess
let ship: ShipProcess
let folder: string
let token: string
let shipId: string

const slow = 240_000
const wait = { timeout: 150_000, interval: 500 }

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
const miners = async () => ((await call('GET', '/dashboard/miners')) as { miners: Miner[] }).miners
const boxes = async () => (await miners()).filter(({ driver }) => driver === 'antminer')
const environment = () =>
  call('GET', `/mining/ships/${shipId}/environment?hours=1`) as Promise<{
    now: { sample: { state: string; generatorLoadWatts: number | null; miningLoadWatts: number | null } }[]
    events: { kind: string }[]
    effective: { capacityKw: number } | null
    unreadable: string[]
  }>
const onBoard = async () =>
  ((await (await fetch(`${ship.statusUrl}/status.json`)).json()) as { power: Record<string, unknown> }).power

async function control(minerId: string, action: string): Promise<string> {
  const { command } = (await call('POST', `/mining/miners/${minerId}/control`, { action })) as {
    command: Command
  }
  return command.id
}
async function ended(minerId: string, commandId: string): Promise<Command> {
  let found: Command | undefined
  await expect
    .poll(async () => {
      const { commands } = (await call('GET', `/mining/miners/${minerId}/control`)) as { commands: Command[] }
      found = commands.find(({ id }) => id === commandId)
      return found?.finishedAt
    }, wait)
    .toBeTypeOf('number')
  return found as Command
}
const post = (path: string, form: Record<string, string>) =>
  fetch(`${ship.statusUrl}${path}`, {
    method: 'POST',
    headers: { origin: ship.statusUrl },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
/** What a tablet in the wheelhouse shows. */
const wheelhouse = async () => await (await fetch(`${ship.statusUrl}/crew/part?lang=en`)).text()
const stateIn = (shown: string) => /<p class="state [^"]*" role="status">([^<]+)</.exec(shown)?.[1]
const press = (stop: 'on' | 'off') => post('/master-stop', { stop })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ship-obeys-'))
  server = await startServer({
    dataDir: join(folder, 'server'),
    env: { DEMO: 'true' },
  })
  ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Engine room',
    dataDir: join(folder, 'ship'),
    simulator: { miners: '2', lottery: '1', 'generator-kw': '60', 'ship-kw': '20', 'rest-pace': '0.1' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '3000' },
    generatorLimits: { capacityKw: 60, limitPercent: 85, reserveKw: 6, holdMs: 30_000, staleAfterMs: 6_000 },
  })
  token = ((await call('POST', '/auth/demo', {}, null)) as { token: string }).token
  await call('POST', '/miners/claim', { claimKey: ship.claimKey })
  const made = (await call('POST', '/user/ships', { name: 'Aurora', type: 'tanker' })) as {
    ship: { id: string }
  }
  shipId = made.ship.id
  await call('PUT', `/mining/controllers/${ship.controllerId}`, { shipId })
  await vi.waitFor(async () => {
    if ((await boxes()).filter(({ powerWatts }) => powerWatts !== null).length !== 2)
      throw new Error('not all seen')
  }, wait)
}, slow)
afterAll(async () => {
  await ship?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a command is confirmed only when the miner shows it, and its pools are what they were', {
  timeout: slow,
}, async () => {
  const [box] = await boxes()
  if (!box) throw new Error('no box')
  /** Which of them is in use just now is the pools' and the miner's affair. */
  const pools = async () =>
    (
      (await call('GET', `/dashboard/miners/${box.id}/stats`)) as {
        detail: { pools: { url: string; user: string | null; priority: number | null }[] }
      }
    ).detail.pools.map(({ url, user, priority }) => ({ url, user, priority }))
  const before = await pools()
  await expect
    .poll(async () => {
      const { capabilities } = (await call('GET', `/mining/miners/${box.id}/control`)) as {
        capabilities: { sleep: { can: boolean } } | null
      }
      return capabilities?.sleep.can
    }, wait)
    .toBe(true)
  expect(await ended(box.id, await control(box.id, 'sleep'))).toMatchObject({
    state: 'confirmed',
    reason: null,
  })
  await expect.poll(async () => (await boxes()).find(({ id }) => id === box.id)?.state, wait).toBe('sleeping')
  expect(await ended(box.id, await control(box.id, 'wake'))).toMatchObject({ state: 'confirmed' })
  expect(await pools()).toEqual(before)
})

test('the ship’s own search answers what is at an address, and only of its own network', {
  timeout: slow,
}, async () => {
  await expect(call('POST', '/mining/test-connection', { ipAddress: '8.8.8.8', port: 80 })).rejects.toThrow(
    'ip-address-invalid',
  )
  expect(
    await call('POST', '/mining/test-connection', { ipAddress: '10.255.255.1', port: 4028 }),
  ).toMatchObject({
    reachable: false,
  })
})

test('miners give way to the ship, and the owner sees it', { timeout: slow }, async () => {
  await expect.poll(async () => (await environment()).now[0]?.sample.state, wait).toBe('free')
  const { now, effective } = await environment()
  expect(now[0]?.sample.generatorLoadWatts).toBeGreaterThan(20_000)
  expect(now[0]?.sample.miningLoadWatts).toBeGreaterThan(5_000)
  expect(effective).toMatchObject({ capacityKw: 60 })
  const before = await wheelhouse()
  expect(before).toMatch(/<ol><li>[^<]+, \d[\d.]*\skW<\/li>/)
  await ship.turnGenerator({ shipKw: 43 })
  await expect.poll(async () => (await onBoard()).state, wait).toBe('curtailed')
  await expect
    .poll(async () => (await environment()).events.map(({ kind }) => kind), wait)
    .toContain('curtailed')
  await expect.poll(async () => (await boxes()).map(({ state }) => state), wait).toContain('sleeping')
  await expect.poll(async () => Number((await onBoard()).generatorLoadKw), wait).toBeLessThan(51)
  // The wheelhouse sees the same, of the box itself.
  await expect.poll(wheelhouse, wait).toContain(crewTexts.en.kinds.curtailed)
  const after = await wheelhouse()
  expect(stateIn(after)).not.toBe(stateIn(before))
  expect(after).not.toContain(crewTexts.en.hourEmpty)
})

test('the owner’s stop wins while the follower restores, over a restart too', {
  timeout: 2 * slow,
}, async () => {
  const state = async () => (await onBoard().catch(() => null))?.state
  const word = async (id: string) => {
    const seen = (await boxes()).find((box) => box.id === id)?.minerState
    return seen && `${seen.kind}.${seen.reason}`
  }
  const works = /^(mining|starting|below-expected)/
  // Both gave way (and the Lottery Miner perhaps). The ship lets go, and the owner stops one just when the follower starts them again.
  await ship.turnGenerator({ shipKw: 45 })
  await expect
    .poll(async () => (await boxes()).map(({ state }) => state), wait)
    .toEqual(['sleeping', 'sleeping'])
  await ship.turnGenerator({ shipKw: 20 })
  await expect.poll(state, { ...wait, interval: 100 }).toBe('restoring')
  const [stopped, other] = (await boxes()).map(({ id }) => id)
  if (!stopped || !other) throw new Error('no boxes')
  expect(await ended(stopped, await control(stopped, 'stop'))).toMatchObject({ state: 'confirmed' })
  await expect.poll(() => word(stopped), wait).toBe('asleep.owner')

  await ship.killController()
  await ship.startController()
  await expect.poll(state, wait).toBe('free')
  await expect.poll(() => word(other), wait).toMatch(works)
  expect(await word(stopped)).toBe('asleep.owner')
  // It was never on in between, which would be an event.
  expect((await environment()).events.map(({ kind }) => kind)).not.toContain('ran-against-stop')
  await control(stopped, 'start')
  await expect.poll(() => word(stopped), wait).toMatch(works)
})

test('lost readings switch everything off, with or without a line to shore', { timeout: slow }, async () => {
  await server.kill()
  await ship.turnGenerator({ shipKw: 10, feed: 'cut' })
  await expect.poll(async () => (await onBoard()).state, wait).toBe('load-unknown')
  await expect.poll(async () => Number((await onBoard()).asleep), wait).toBeGreaterThanOrEqual(2)
  // It sounds in the wheelhouse until somebody says that it was seen.
  await expect.poll(wheelhouse, wait).toContain('data-loud')
  const seen = /name="seen" value="([^"]+)"/.exec(await wheelhouse())?.[1] ?? ''
  expect((await post('/acknowledge', { seen })).status).toBe(303)
  expect(await wheelhouse()).not.toContain('data-loud')
  await server.start()
  await expect
    .poll(async () => (await environment().catch(() => null))?.now[0]?.sample.state, wait)
    .toBe('load-unknown')
  await ship.turnGenerator({ feed: 'on' })
  await expect.poll(async () => (await onBoard()).state, wait).not.toBe('load-unknown')
})

test('the crew’s stop stands above the owner, over a restart too, until the crew releases it', {
  timeout: slow,
}, async () => {
  expect((await press('on')).status).toBe(303)
  await expect.poll(async () => (await onBoard()).state, wait).toBe('master-stop')
  await expect.poll(async () => Number((await onBoard()).asleep), wait).toBeGreaterThanOrEqual(2)
  const [box] = await boxes()
  expect(await ended(box?.id ?? '', await control(box?.id ?? '', 'wake'))).toMatchObject({
    state: 'refused',
    reason: 'held-on-board',
  })
  await ship.killController()
  await ship.startController()
  await expect.poll(async () => (await onBoard().catch(() => null))?.masterStop, wait).toBe(true)
  expect((await press('off')).status).toBe(303)
  await expect.poll(async () => (await onBoard()).masterStop, wait).toBe(false)
})

test('settings and a check that end in the middle are said on board and on shore, until somebody on board has set them right', {
  timeout: slow,
}, async () => {
  const unreadable = async () => (await environment()).unreadable
  const warnings = async () => (await onBoard().catch(() => null))?.warnings
  expect(await unreadable()).toEqual([])
  await ship.stopController()
  for (const name of ['generator.json', 'commissioning.json']) {
    const file = join(folder, 'ship', 'controller', name)
    truncateSync(file, Math.floor(statSync(file).size / 2))
  }
  await ship.startController()
  await expect.poll(unreadable, wait).toEqual(['settings', 'check'])
  expect(await warnings()).toEqual(expect.arrayContaining(['settings-lost', 'check-lost']))
  expect((await onBoard()).masterStop).toBe(true)
  // Over another restart too.
  await ship.killController()
  await ship.startController()
  await expect.poll(warnings, wait).toEqual(expect.arrayContaining(['settings-lost', 'check-lost']))
  expect(await unreadable()).toEqual(['settings', 'check'])

  expect((await press('off')).status).toBe(303)
  await expect.poll(unreadable, wait).toEqual(['check'])
  for (const step of commissioningSteps)
    expect((await post('/commission', { act: 'skip', step, reason: 'tried by hand' })).status).toBe(303)
  await expect.poll(unreadable, wait).toEqual([])
  expect(await warnings()).not.toContain('check-lost')
})
