/**
 * `node scripts/pictures/screenshots.ts`: takes the pictures of `docs/screenshots` again, from the real product with simulated ships: the dashboard
 * empty, stale and with many miners, at 360, 768 and 1440 px; the live one is taken by `story-picture.ts`. Run it by hand after the look has changed; it needs a Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { pictureFolder, shootDashboard } from '../lib/shoot-dashboard.ts'
import { type ServerProcess, type ShipProcess, startServer, startShip } from '../lib/stack.ts'
import { ensureWebBuilt } from '../lib/web-build.ts'
import { findChromium } from '../test/find-chromium.ts'

const json = { 'content-type': 'application/json' }

async function main(): Promise<void> {
  const executablePath = await findChromium(process.env, console.log)
  if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM_PATH.')
  await ensureWebBuilt()
  mkdirSync(pictureFolder, { recursive: true })
  const root = mkdtempSync(join(tmpdir(), 'sm-pictures-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const running: { stop(): Promise<void> }[] = []
  try {
    const server = await startServer({
      dataDir: join(root, 'server'),
      env: { DEMO: 'true', NETWORK_SOURCES: '', PRICE_SOURCES: '' },
    })
    running.unshift(server)
    await shootDashboard(browser, server.url, 'empty')
    const ship = await launch(server, root, 'Ms Aurora', { miners: '5', lottery: '1' }, 60)
    running.unshift(ship)
    await claim(server, ship, 'Ms Aurora')
    await pause(60_000)
    await fetch(`${ship.simulatorUrl}/devices/hydro-02/faults`, {
      method: 'PUT',
      headers: json,
      body: '{"kind":"hung"}',
    })
    await pause(20_000)
    await shootDashboard(browser, server.url, 'stale')
    await fetch(`${ship.simulatorUrl}/devices/hydro-02/faults`, { method: 'DELETE' })
    const large = await launch(server, root, 'Ms Bouwmeester', { miners: '300', lottery: '0' }, 2_400)
    running.unshift(large)
    await claim(server, large, 'Ms Bouwmeester')
    await pause(60_000)
    await shootDashboard(browser, server.url, 'many')
  } finally {
    await browser.close()
    for (const part of running) await part.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

function launch(
  server: ServerProcess,
  root: string,
  name: string,
  simulator: Record<string, string>,
  generatorKw: number,
): Promise<ShipProcess> {
  return startShip(server, {
    name,
    location: 'Engine room',
    dataDir: join(root, name.replaceAll(' ', '-')),
    simulator: {
      seed: name,
      'generator-kw': String(generatorKw),
      'ship-kw': String(Math.round(generatorKw * 0.25)),
      ...simulator,
    },
    generatorLimits: {
      capacityKw: generatorKw,
      limitPercent: 85,
      meanLimitPercent: null,
      reserveKw: 6,
      holdMs: 60_000,
    },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
}

async function claim(server: ServerProcess, ship: ShipProcess, name: string): Promise<void> {
  const login = await fetch(`${server.url}/api/auth/demo`, { method: 'POST', headers: json, body: '{}' })
  const { data } = (await login.json()) as { data: { token: string } }
  const headers = { ...json, authorization: `Bearer ${data.token}` }
  const answer = await fetch(`${server.url}/api/miners/claim`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ claimKey: ship.claimKey }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const made = await fetch(`${server.url}/api/user/ships`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, type: 'tanker' }),
  })
  const own = (await made.json()) as { data: { ship: { id: string } } }
  const put = await fetch(`${server.url}/api/mining/controllers/${ship.controllerId}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ shipId: own.data.ship.id }),
  })
  if (!put.ok) throw new Error(await put.text())
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

await main()
