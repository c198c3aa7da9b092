import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import type { HttpAnswer, HttpRequest } from '../dialects/dialect.ts'
import { deformContent } from '../faults/deform.ts'
import type { LineEffect } from '../faults/fault.ts'
import { deliver } from './deliver.ts'
import { createListener, type Listener } from './listener.ts'

const MAX_BODY_BYTES = 65_536
/** Files of firmware. */
const MAX_FILE_BYTES = 128 * 1024 * 1024

/** What an HTTP port of a device needs. */
export type HttpEndpointOptions = {
  host: string
  port: number
  clock: Clock
  small: boolean
  effect: () => LineEffect
  answer: (request: HttpRequest) => HttpAnswer
}

/** Speaks HTTP for all devices of a ship, so that a device costs a listening socket and no timers. */
export type HttpEngine = { createEndpoint(options: HttpEndpointOptions): Listener; close(): void }

/** Makes the one HTTP server that every web port of a ship hands its connections to. */
export function createHttpEngine(): HttpEngine {
  const owners = new WeakMap<Socket, HttpEndpointOptions>()
  const server = createServer({ keepAliveTimeout: 5000 }, (incoming, response) => {
    const owner = owners.get(incoming.socket)
    if (!owner) {
      response.destroy()
      return
    }
    readBody(incoming).then(
      (body) => respond(owner, incoming, response, body),
      () => response.destroy(),
    )
  })
  return {
    createEndpoint: (options) =>
      createListener(options.host, options.port, (socket) => {
        owners.set(socket, options)
        server.emit('connection', socket)
      }),
    close: () => {
      server.closeAllConnections()
    },
  }
}

function respond(
  owner: HttpEndpointOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const effect = owner.effect()
  if (effect.kind === 'hung') return
  const url = new URL(incoming.url ?? '/', 'http://device')
  const headers: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const answer = owner.answer({
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: body.length > MAX_BODY_BYTES ? '' : body.toString(),
    bytes: body,
    remoteAddress: incoming.socket.remoteAddress ?? '',
  })
  const content = deformContent(
    typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body,
    effect,
  )
  if (effect.kind === 'none' && answer.statusLine === undefined) {
    response.sendDate = !owner.small
    response.writeHead(answer.status, {
      ...answer.headers,
      'Content-Length': content.length,
      ...(owner.small ? { Connection: 'close' } : {}),
    })
    response.end(incoming.method === 'HEAD' ? undefined : content)
    return
  }
  const head = [
    answer.statusLine ?? `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${content.length}`,
    'Connection: close',
  ]
  deliver(
    incoming.socket,
    Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content]),
    effect,
    owner.clock,
  )
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const isFile = /octet-stream|multipart/.test(incoming.headers['content-type'] ?? '')
  const most = isFile ? MAX_FILE_BYTES : MAX_BODY_BYTES
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > most) throw new Error('request body too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
