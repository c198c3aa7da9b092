import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Device } from '../device/device.ts'
import { type FaultKind, FaultSchema, faultKinds } from '../faults/fault.ts'
import { describeGenerator, type ShipGenerator, turnKnobs } from '../generator/start-generator.ts'
import { isLoopback } from '../ship/addresses.ts'
import { type RunningScenario, runScenario, ScenarioSchema, unknownDevices } from '../ship/scenario.ts'
import type { Ship } from '../ship/start-ship.ts'

const MAX_BODY_BYTES = 1_000_000

/** The open administration port of a ship. */
export type AdminApi = { readonly host: string; readonly port: number; close(): Promise<void> }

type AdminAnswer = { status: number; document: unknown }

/**
 * Lists devices and sets faults over HTTP (README: "Administration"). Loopback only, and only for requests that name
 * a loopback host, so that no web page can reach it through a name of its own.
 */
export async function startAdminApi(
  ship: Ship,
  options: { host?: string; port?: number; generator?: ShipGenerator } = {},
): Promise<AdminApi> {
  const host = options.host ?? '127.0.0.1'
  if (!isLoopback(host)) throw new Error(`the administration port stays on loopback, not on ${host}`)
  let scenario: RunningScenario | null = null

  async function handle(method: string, path: string[], body: () => Promise<unknown>): Promise<AdminAnswer> {
    const [head, id, part, kind] = path
    if (head === 'faults' && method === 'GET' && path.length === 1) return ok({ kinds: faultKinds })
    if (head === 'scenario' && path.length === 1) {
      if (method === 'GET') return ok(describeScenario(scenario))
      if (method === 'DELETE') {
        scenario?.stop()
        return ok(describeScenario(scenario))
      }
      if (method === 'POST') {
        const script = ScenarioSchema.parse(await body())
        const unknown = unknownDevices(ship, script)
        if (unknown.length > 0)
          return { status: 404, document: { error: `no such device: ${unknown.join(', ')}` } }
        scenario?.stop()
        scenario = runScenario(ship, script)
        return ok(describeScenario(scenario))
      }
    }
    if (head === 'generator' && path.length === 1 && options.generator !== undefined) {
      if (method === 'PUT') turnKnobs(options.generator, await body())
      if (method === 'GET' || method === 'PUT') return ok(describeGenerator(options.generator))
    }
    if (head === 'devices' && id === undefined && method === 'GET')
      return ok(ship.devices.map(describeDevice))
    if (head === 'devices' && id !== undefined) {
      const chosen = id === 'all' ? [...ship.devices] : ship.devices.filter((device) => device.id === id)
      if (chosen.length === 0) return { status: 404, document: { error: `no such device: ${id}` } }
      const describe = () =>
        ok(id === 'all' ? chosen.map(describeDevice) : describeDevice(chosen[0] as Device))
      if (part === undefined && method === 'GET') return describe()
      if (part === 'faults') {
        if (method === 'GET') return describe()
        if (method === 'PUT' && kind === undefined) {
          const fault = FaultSchema.parse(await body())
          await Promise.all(chosen.map((device) => device.setFault(fault)))
          return describe()
        }
        if (method === 'DELETE' && (kind === undefined || faultKinds.includes(kind as FaultKind))) {
          await Promise.all(chosen.map((device) => device.clearFault(kind as FaultKind | undefined)))
          return describe()
        }
      }
    }
    return { status: 404, document: { error: 'no such call; see the README of the simulator' } }
  }

  const server = createServer(async (incoming, response) => {
    let answer: AdminAnswer
    try {
      if (!isLoopback((incoming.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1'))) {
        answer = { status: 403, document: { error: 'only for this machine' } }
      } else {
        const { pathname } = new URL(incoming.url ?? '/', 'http://admin')
        const path = pathname.split('/').filter(Boolean).map(decodeURIComponent)
        answer = await handle(incoming.method ?? 'GET', path, () => readJson(incoming))
      }
    } catch (error) {
      answer = refusal(error)
    }
    const text = `${JSON.stringify(answer.document, null, 2)}\n`
    response.writeHead(answer.status, { 'Content-Type': 'application/json', Connection: 'close' }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, () => resolve())
  })
  const address = server.address()
  return {
    host,
    port: typeof address === 'object' && address ? address.port : 0,
    close() {
      scenario?.stop()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const ok = (document: unknown): AdminAnswer => ({ status: 200, document })

function refusal(error: unknown): AdminAnswer {
  if (error instanceof z.ZodError) return { status: 400, document: { error: z.prettifyError(error) } }
  if (error instanceof SyntaxError || error instanceof URIError) {
    return { status: 400, document: { error: error.message } }
  }
  return { status: 500, document: { error: error instanceof Error ? error.message : 'unknown error' } }
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new SyntaxError('request body too large')
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString())
}

function describeScenario(scenario: RunningScenario | null) {
  if (!scenario) return { scenario: null }
  return { scenario: { name: scenario.name, stepsDone: scenario.stepsDone, ended: scenario.ended } }
}

/** A device as the administration port shows it: the truth, not what the device says. */
export function describeDevice(device: Device) {
  const { state, uptimeMs } = device.truth()
  return {
    id: device.id,
    model: device.model,
    dialect: device.dialect,
    mac: device.mac,
    serial: device.serial,
    host: device.host,
    endpoints: device.endpoints,
    faults: device.faults(),
    truth: {
      uptimeSeconds: Math.floor(uptimeMs / 1000),
      hashrateThs: Math.round(state.rateThs * 1000) / 1000,
      powerWatts: Math.round(state.powerWatts * 10) / 10,
      coolantInC: Math.round(state.thermal.coolantInC * 10) / 10,
      coolantOutC: Math.round(state.thermal.coolantOutC * 10) / 10,
      chipC: state.thermal.chipC.map((value) => Math.round(value * 10) / 10),
      tripped: state.tripped,
      activePool: state.activePool,
      acceptedShares: state.pools.reduce((sum, pool) => sum + pool.accepted, 0),
      difficultyAccepted: state.pools.reduce((sum, pool) => sum + pool.difficultyAccepted, 0),
    },
  }
}
