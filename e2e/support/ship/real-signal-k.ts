import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { ShipGenerator } from '../../../apps/simulator/src/generator/start-generator.ts'
import { freePort } from '../../../scripts/lib/free-port.ts'
import { REPO_ROOT } from '../../../scripts/lib/repo.ts'

const cached = join(REPO_ROOT, '.cache/signalk', 'node_modules/signalk-server/bin/signalk-server')
const loopbackOnly = fileURLToPath(new URL('../loopback-only.cjs', import.meta.url))

/** The start file of a signalk-server: the one named by SIGNALK_SERVER, or one that `scripts/fetch-signalk.ts` has fetched. Null, and loudly, where there is none. */
export function findSignalK(): string | null {
  const candidates = [process.env.SIGNALK_SERVER, cached]
  const found = candidates.find((path): path is string => path !== undefined && existsSync(path))
  if (found !== undefined) return realpathSync(found)
  warnNoSignalK()
  return null
}

function warnNoSignalK(): void {
  const line = '='.repeat(100)
  console.warn(
    `\n${line}\nSKIPPED: NO SIGNAL K SERVER. The controller is not tested against a real one. Set SIGNALK_SERVER to the path of\n` +
      `its bin, or run: node scripts/fetch-signalk.ts\n${line}\n`,
  )
}

const RequestsSchema = z.array(z.object({ accessIdentifier: z.string(), accessDescription: z.string() }))

/** A signalk-server in a process of its own, on loopback, that gives nothing to clients its administrator has not admitted. */
export type RealSignalK = {
  readonly url: string
  /** Devices that ask for access, as the administrator sees them. */
  requests(): Promise<{ clientId: string; description: string }[]>
  /** Waits for the one that asks for access, and gives it as the administrator does, for reading where nothing else is said. */
  admit(permissions?: 'readonly' | 'readwrite'): Promise<{ description: string }>
  /** What stands at a path of the ship's own, as the administrator sees it; null where nothing does. */
  read(path: string): Promise<unknown>
  /** As by a power cut. Settings and granted access stay. */
  kill(): Promise<void>
  /** On the same port, with the same settings. Resolves when it answers. */
  start(): Promise<void>
  /** Writes values into it at every beat for as long as it is not stopped, through restarts of the server. */
  feed(values: () => Record<string, number>, intervalMs: number): { stop(): void }
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

/** What a gateway on board writes of the simulated generator: the power of each phase, W, as its meter shows it. */
export const metersOf =
  ({ generator }: ShipGenerator, shows: (kw: number, phase: number) => number = (kw) => kw) =>
  (): Record<string, number> =>
    Object.fromEntries(
      (generator.readMeter()?.phasesKw ?? []).map((kw, phase) => [
        `electrical.ac.generator1.phase.${'ABC'[phase]}.realPower`,
        Math.round(shows(kw, phase) * 1_000_000) / 1_000,
      ]),
    )

const admin = { username: 'master', password: 'of-the-ship' }
const startMs = 90_000

/** Writes the settings of a ship and starts the server. */
export async function startRealSignalK(program: string): Promise<RealSignalK> {
  const folder = mkdtempSync(join(tmpdir(), 'sm-signal-k-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  writeSettings(folder, program)
  let running: { kill(): Promise<void> } | null = null
  let adminToken = ''

  async function start(): Promise<void> {
    const child = spawn(process.execPath, ['--require', loopbackOnly, program, '-c', folder], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, PORT: String(port) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let said = ''
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    running = {
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
    const deadline = performance.now() + startMs
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`signalk-server ended with ${child.exitCode}: ${said}`)
      if (performance.now() > deadline) throw new Error(`signalk-server does not answer: ${said}`)
      await wait(200)
    }
  }

  const answers = () =>
    fetch(`${url}/signalk`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    )

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return response
  }

  async function kill(): Promise<void> {
    await running?.kill()
    running = null
  }
  async function close(): Promise<void> {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await start()
    const answer = await ask('POST', '/signalk/v1/auth/login', admin)
    adminToken = z.object({ token: z.string() }).parse(await answer.json()).token
  } catch (error) {
    await close()
    throw error
  }
  async function requests() {
    const answer = await ask('GET', '/skServer/security/access/requests')
    return RequestsSchema.parse(await answer.json()).map((request) => ({
      clientId: request.accessIdentifier,
      description: request.accessDescription,
    }))
  }
  return {
    url,
    requests,
    async admit(permissions = 'readonly') {
      const deadline = performance.now() + startMs
      let asking = await requests()
      while (asking.length === 0 && performance.now() < deadline) {
        await wait(50)
        asking = await requests()
      }
      const [one] = asking
      if (one === undefined || asking.length > 1) throw new Error(`${asking.length} ask for access, not one`)
      await ask('PUT', `/skServer/security/access/requests/${one.clientId}/approved`, {
        permissions,
        expiration: '1y',
      })
      return one
    },
    async read(path) {
      const answer = await fetch(`${url}/signalk/v1/api/vessels/self/${path.replaceAll('.', '/')}`, {
        headers: { authorization: `Bearer ${adminToken}` },
      })
      return answer.ok ? await answer.json() : null
    },
    kill,
    start,
    feed: (values, intervalMs) => feed({ url, token: adminToken, values, intervalMs }),
    close,
  }
}

/** Reading needs a token, only HTTP listens, and the server does not announce itself on the network. */
function writeSettings(folder: string, program: string): void {
  const needed = ['rest', 'ws']
  const unneeded = ['plugins', 'webapps', 'appstore', 'tcp', 'nmea-tcp', 'mfd_webapp', 'playground', 'wasm']
  const interfaces = Object.fromEntries([
    ...needed.map((name) => [name, true]),
    ...unneeded.map((name) => [name, false]),
  ])
  const settings = {
    interfaces,
    mdns: false,
    ssl: false,
    pipedProviders: [],
    security: { strategy: './tokensecurity' },
  }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  // The server's own library, so that the hash is one that it reads.
  const { hashSync } = z
    .object({
      hashSync: z.custom<(text: string, rounds: number) => string>((one) => typeof one === 'function'),
    })
    .parse(createRequire(program)('bcryptjs'))
  const security = {
    allow_readonly: false,
    expiration: 'NEVER',
    secretKey: 'only for a test',
    users: [{ username: admin.username, type: 'admin', password: hashSync(admin.password, 4) }],
    devices: [],
    acls: [],
    allowDeviceAccessRequests: true,
    allowNewUserRegistration: false,
  }
  writeFileSync(join(folder, 'security.json'), JSON.stringify(security), { mode: 0o600 })
}

function feed(options: {
  url: string
  token: string
  values: () => Record<string, number>
  intervalMs: number
}): { stop(): void } {
  const address = new URL('/signalk/v1/stream?subscribe=none', options.url)
  address.protocol = 'ws:'
  let line: WebSocket | null = null

  function dial(): void {
    const dialled = new WebSocket(address, { headers: { authorization: `Bearer ${options.token}` } })
    line = dialled
    dialled.on('error', () => {})
    dialled.on('close', () => {
      if (line === dialled) line = null
    })
  }
  function beat(): void {
    if (line === null) dial()
    else if (line.readyState === WebSocket.OPEN) {
      const values = Object.entries(options.values()).map(([path, value]) => ({ path, value }))
      line.send(JSON.stringify({ context: 'vessels.self', updates: [{ values }] }))
    }
  }
  dial()
  const timer = setInterval(beat, options.intervalMs)
  return {
    stop() {
      clearInterval(timer)
      line?.terminate()
    },
  }
}
