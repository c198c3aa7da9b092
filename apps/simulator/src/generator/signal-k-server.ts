import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { isLoopback } from '../ship/addresses.ts'
import type { Generator } from './generator.ts'

/** A Signal K server on loopback that publishes a generator: discovery, access requests, and the stream of deltas. */
export type SignalKServer = {
  readonly url: string
  /** Requests for access that wait for the ship's administrator. */
  requests(): { id: string; clientId: string; description: string }[]
  /** The administrator's decision. */
  decide(id: string, isApproved: boolean): boolean
  /** Ends every stream, as a server that restarts. */
  dropStreams(): void
  streams(): number
  close(): Promise<void>
}

const SubscribeSchema = z.object({
  context: z.string().optional(),
  subscribe: z.array(z.object({ path: z.string() })).optional(),
  unsubscribe: z.array(z.object({ path: z.string() })).optional(),
})
const AccessSchema = z.object({ clientId: z.string().min(1), description: z.string().default('') })

const version = '2.23.0'
const largestBodyBytes = 10_000

/**
 * Publishes `electrical.ac.<bus>.phase.*.realPower` and `propulsion.<bus>.engineLoad` every `intervalMs` of the ship's time. With
 * `needsToken` the stream opens for everyone, as the real server's does, and gives values only to those with a token.
 */
export async function startSignalKServer(options: {
  generator: Generator
  clock: Clock
  /** Name of the generator in the paths. */
  bus?: string
  intervalMs?: number
  needsToken?: boolean
  host?: string
  port?: number
}): Promise<SignalKServer> {
  const { generator, clock } = options
  const host = options.host ?? '127.0.0.1'
  if (!isLoopback(host)) throw new Error(`the Signal K port stays on loopback, not on ${host}`)
  const bus = options.bus ?? 'generator1'
  const self = `vessels.urn:mrn:signalk:uuid:${randomUUID()}`
  const requests = new Map<
    string,
    { clientId: string; description: string; answer: 'pending' | 'denied' | string }
  >()
  const tokens = new Set<string>()
  const subscriptions = new Map<WebSocket, Set<string>>()

  const http = createServer(async (request, response) => {
    const send = (status: number, document: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    const { pathname } = new URL(request.url ?? '/', 'http://ship')
    if (pathname === '/signalk' && request.method === 'GET') {
      const at = `${host}:${portOf(http)}`
      send(200, {
        endpoints: {
          v1: {
            version,
            'signalk-http': `http://${at}/signalk/v1/api/`,
            'signalk-ws': `ws://${at}/signalk/v1/stream`,
          },
        },
        server: { id: 'signalk-server-node', version },
      })
    } else if (pathname === '/signalk/v1/access/requests' && request.method === 'POST') {
      const parsed = AccessSchema.safeParse(await readJson(request))
      if (!parsed.success)
        return void send(400, { state: 'COMPLETED', statusCode: 400, message: 'Invalid request' })
      const id = randomUUID()
      requests.set(id, { ...parsed.data, answer: 'pending' })
      send(202, { state: 'PENDING', requestId: id, href: `/signalk/v1/requests/${id}` })
    } else if (pathname.startsWith('/signalk/v1/requests/') && request.method === 'GET') {
      const id = pathname.slice('/signalk/v1/requests/'.length)
      const one = requests.get(id)
      if (one === undefined) return void send(404, { message: 'not found' })
      if (one.answer === 'pending') return void send(200, { state: 'PENDING', requestId: id, href: pathname })
      send(200, {
        state: 'COMPLETED',
        statusCode: 200,
        requestId: id,
        accessRequest:
          one.answer === 'denied'
            ? { permission: 'DENIED' }
            : { permission: 'APPROVED', token: one.answer, expirationTime: null },
      })
    } else send(404, { message: 'not found' })
  })

  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://ship')
    if (url.pathname !== '/signalk/v1/stream') {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
      return
    }
    const token =
      url.searchParams.get('token') ?? /^(?:Bearer|JWT) (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (options.needsToken && token !== undefined && !tokens.has(token)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (line) => {
      const mayRead = !options.needsToken || (token !== undefined && tokens.has(token))
      subscriptions.set(line, new Set(url.searchParams.get('subscribe') === 'none' ? [] : ['*']))
      line.on('error', () => {})
      line.on('close', () => subscriptions.delete(line))
      line.on('message', (data) => {
        const parsed = SubscribeSchema.safeParse(tryJson(data.toString()))
        if (!parsed.success || !mayRead) return
        const wanted = subscriptions.get(line)
        for (const { path } of parsed.data.unsubscribe ?? [])
          path === '*' ? wanted?.clear() : wanted?.delete(path)
        for (const { path } of parsed.data.subscribe ?? []) wanted?.add(path)
        publish([line])
      })
      line.send(
        JSON.stringify({
          name: 'signalk-server',
          version,
          self,
          roles: ['master', 'main'],
          timestamp: new Date(clock.nowMs()).toISOString(),
        }),
      )
    })
  })

  function values(): { path: string; value: number }[] {
    const seen = generator.readMeter()
    if (seen === null) return []
    return [
      ...seen.phasesKw.map((kw, index) => ({
        path: `electrical.ac.${bus}.phase.${'ABC'[index]}.realPower`,
        value: Math.round(kw * 1_000),
      })),
      { path: `propulsion.${bus}.engineLoad`, value: seen.totalKw / generator.capacityKw },
      { path: `propulsion.${bus}.revolutions`, value: 25 },
    ]
  }

  function publish(to: Iterable<WebSocket>): void {
    const all = values()
    for (const line of to) {
      const wanted = [...(subscriptions.get(line) ?? [])]
      const chosen = all.filter(({ path }) => wanted.some((pattern) => isMatch(pattern, path)))
      if (chosen.length === 0) continue
      line.send(
        JSON.stringify({
          context: self,
          updates: [
            { $source: 'genset.modbus', timestamp: new Date(clock.nowMs()).toISOString(), values: chosen },
          ],
        }),
      )
    }
  }

  let isClosed = false
  let cancel = () => {}
  const beat = () => {
    if (isClosed) return
    publish(subscriptions.keys())
    cancel = clock.after(options.intervalMs ?? 1_000, beat)
  }
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(options.port ?? 0, host, () => resolve())
  })
  beat()

  return {
    url: `http://${host}:${portOf(http)}`,
    requests: () =>
      [...requests]
        .filter(([, { answer }]) => answer === 'pending')
        .map(([id, { clientId, description }]) => ({ id, clientId, description })),
    decide(id, isApproved) {
      const one = requests.get(id)
      if (one === undefined || one.answer !== 'pending') return false
      one.answer = isApproved ? randomUUID() : 'denied'
      if (isApproved) tokens.add(one.answer)
      return true
    },
    dropStreams() {
      for (const line of sockets.clients) line.terminate()
    },
    streams: () => sockets.clients.size,
    close() {
      isClosed = true
      cancel()
      for (const line of sockets.clients) line.terminate()
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
}

/** Signal K's wildcard: `*` stands for one segment, or at the end for all that follow. */
export function isMatch(pattern: string, path: string): boolean {
  if (pattern === path || pattern === '*') return true
  const [wanted, given] = [pattern.split('.'), path.split('.')]
  const isOpenEnd = wanted.at(-1) === '*'
  if (isOpenEnd ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, index) => segment === '*' || segment === given[index])
}

function portOf(server: { address(): unknown }): number {
  const address = server.address()
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largestBodyBytes) return null
    parts.push(part)
  }
  return tryJson(Buffer.concat(parts).toString())
}
