import type { FastifyInstance } from 'fastify'
import { failureBody } from './error-handler.ts'

/** How a request looked when it had come through whatever is in front of this server. */
export type ForwardedRequest = {
  /** The address that limits count for. */
  ip: string
  /** Who opened the connection: the proxy, or the visitor. */
  socketIp: string
  /** Whether TRUSTED_PROXIES names who opened the connection. */
  isSocketTrusted: boolean
  host: string | null
  forwardedFor: string | null
  /** The made-up address that was sent as X-Forwarded-For. */
  forgedIp: string
}

export type ProxyProbe =
  | { kind: 'here'; request: ForwardedRequest; socketOpens: boolean }
  | { kind: 'someone-else'; status: number }
  /** `certain`: a browser fails as well, wherever it is. */
  | { kind: 'unreachable'; error: string; certain: boolean }

/** Calls this server by its public address, and says how that arrived. */
export type ProbeProxy = () => Promise<ProxyProbe>

const path = '/health/probe'
/** Of the addresses for documentation: nobody has it. */
const forgedIp = '203.0.113.77'
const waitMs = 10_000
/** With several copies behind one proxy most calls reach another one. */
const tries = 8
const certainFailures =
  /^(ENOTFOUND|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT)/

/**
 * The server's own view of its public address. Its route exists only for the token of the call under way; to everybody else it is not
 * there, and it tells the caller nothing.
 */
export function openProxyProbe(deps: {
  publicUrl: string
  fetch: typeof globalThis.fetch
  randomUuid: () => string
}): { routes(server: FastifyInstance): void; probe: ProbeProxy } {
  const expected = new Map<string, (request: ForwardedRequest) => void>()
  return {
    routes(server) {
      server.get<{ Params: { token: string } }>(`${path}/:token`, (request, reply) => {
        const arrived = expected.get(request.params.token)
        if (!arrived) return reply.status(404).send(failureBody('not-found'))
        const forwarded = request.headers['x-forwarded-for']
        arrived({
          ip: request.ip,
          socketIp: request.socket.remoteAddress ?? '',
          // Without trust the list ends with who opened the connection.
          isSocketTrusted: (request.ips?.length ?? 1) > 1,
          host: request.headers.host ?? null,
          forwardedFor: forwarded === undefined ? null : String(forwarded),
          forgedIp,
        })
        return reply.header('cache-control', 'no-store').status(204).send()
      })
    },
    async probe() {
      let status = 0
      for (let tried = 0; tried < tries; tried++) {
        const token = deps.randomUuid()
        let request: ForwardedRequest | undefined
        expected.set(token, (seen) => {
          request = seen
        })
        try {
          const answer = await deps.fetch(`${deps.publicUrl}${path}/${token}`, {
            headers: { 'x-forwarded-for': forgedIp },
            redirect: 'manual',
            signal: AbortSignal.timeout(waitMs),
          })
          status = answer.status
        } catch (error) {
          return unreachable(error)
        } finally {
          expected.delete(token)
        }
        if (request) return { kind: 'here', request, socketOpens: await opensSocket(deps.publicUrl) }
      }
      return { kind: 'someone-else', status }
    },
  }
}

function unreachable(error: unknown): ProxyProbe {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  const code = cause?.code ?? ''
  return {
    kind: 'unreachable',
    error: cause?.message || code || message,
    certain: certainFailures.test(code),
  }
}

function opensSocket(publicUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/ws`)
    const finish = (opened: boolean) => {
      clearTimeout(timer)
      resolve(opened)
      socket.close()
    }
    const timer = setTimeout(finish, waitMs, false)
    socket.addEventListener('open', () => finish(true))
    socket.addEventListener('error', () => finish(false))
  })
}
