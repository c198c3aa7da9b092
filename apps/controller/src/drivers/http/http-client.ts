import { type ClientRequest, type IncomingHttpHeaders, request as startRequest } from 'node:http'
import { request as startSecureRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { constants, gunzipSync } from 'node:zlib'
import type { Budget } from '../budget.ts'
import { inTurn, NO_TURN } from '../device-turn.ts'
import type { FailureReason } from '../driver.ts'
import { failureOf } from '../failure.ts'

/** As for the cgminer API: room for one lost packet. */
const CONNECT_MS = 2500

export type HttpAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** Unpacked when it came gzipped. */
  body: Buffer
  /** False when the connection ended early or the body was longer than the limit. */
  complete: boolean
}

export type HttpOutcome =
  | { ok: true; answer: HttpAnswer }
  /** `isSent`: the request had been sent, so the device may have carried it out. */
  | { ok: false; reason: FailureReason; isSent?: boolean }

/** A body too large to be held in memory. `open` is called once for each request; what it gives ends before `bytes` only by failing. */
export type HttpUpload = { bytes: number; open(): Readable }

export type HttpOptions = {
  /** GET by default. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | HttpUpload
  /** Longest body that is read; the rest is left. 256 KiB by default. */
  longestBytes?: number
  /** Over TLS. Miners sign their certificates themselves, so whose it is is not asked. */
  isSecure?: boolean
}

/** One GET; see `httpRequest`. */
export function httpGet(
  endpoint: { host: string; port: number },
  path: string,
  budget: Budget,
  options: Omit<HttpOptions, 'method' | 'body'> = {},
): Promise<HttpOutcome> {
  return httpRequest(endpoint, path, budget, options)
}

/**
 * One request on a connection of its own. Follows no redirect, keeps no connection, and stops reading at the limit.
 * One request at a time for each host and port of this process.
 */
export async function httpRequest(
  endpoint: { host: string; port: number },
  path: string,
  budget: Budget,
  options: HttpOptions = {},
): Promise<HttpOutcome> {
  const outcome = await inTurn(`${endpoint.host}:${endpoint.port}`, budget, () =>
    exchange(endpoint, path, budget, options),
  )
  return outcome === NO_TURN ? { ok: false, reason: 'timeout' } : outcome
}

function exchange(
  endpoint: { host: string; port: number },
  path: string,
  budget: Budget,
  options: HttpOptions,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const remainingMs = budget.remainingMs()
    if (remainingMs === 0) {
      resolve({ ok: false, reason: 'timeout' })
      return
    }
    const longestBytes = options.longestBytes ?? 256 * 1024
    let settled = false
    let isSent = false
    const settle = (outcome: HttpOutcome) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearTimeout(connectTimer)
      budget.signal?.removeEventListener('abort', onTimeout)
      request.destroy()
      resolve(outcome)
    }
    const onTimeout = () => settle({ ok: false, reason: 'timeout', isSent })
    const timer = setTimeout(onTimeout, remainingMs)
    const connectTimer = setTimeout(onTimeout, Math.min(CONNECT_MS, remainingMs))
    budget.signal?.addEventListener('abort', onTimeout, { once: true })
    const body = typeof options.body === 'string' ? Buffer.from(options.body) : (options.body ?? null)
    const start = options.isSecure ? startSecureRequest : startRequest
    const request = start({
      ...(options.isSecure ? { rejectUnauthorized: false } : {}),
      host: endpoint.host,
      port: endpoint.port,
      path,
      method: options.method ?? 'GET',
      agent: false,
      headers: {
        Accept: '*/*',
        'Accept-Encoding': 'identity',
        Connection: 'close',
        ...lengthOf(body),
        ...options.headers,
      },
    })
    request.on('socket', (socket) =>
      socket.once(options.isSecure ? 'secureConnect' : 'connect', () => {
        isSent = true
        clearTimeout(connectTimer)
      }),
    )
    // Once a response has begun, the response itself defines its end; what arrived before a break is kept.
    let responded = false
    request.on('error', (error) => {
      if (!responded) settle({ ok: false, reason: failureOf(error), isSent })
    })
    request.on('close', () => {
      if (!responded) settle({ ok: false, reason: 'closed', isSent })
    })
    request.on('response', (response) => {
      responded = true
      const chunks: Buffer[] = []
      let length = 0
      const finish = (complete: boolean) => {
        const body = unpack(Buffer.concat(chunks, length), response.headers, longestBytes)
        settle({
          ok: true,
          answer: {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: body.bytes,
            complete: complete && body.whole,
          },
        })
      }
      response.on('data', (chunk: Buffer) => {
        const room = longestBytes - length
        chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
        length += Math.min(chunk.length, room)
        if (chunk.length > room) finish(false)
      })
      response.on('end', () => finish(response.complete))
      response.on('error', () => finish(false))
      response.on('close', () => finish(response.complete))
    })
    if (body === null || Buffer.isBuffer(body)) request.end(body ?? undefined)
    else pour(body, request)
  })
}

function lengthOf(body: Buffer | HttpUpload | null): Record<string, string> {
  if (body === null) return {}
  return { 'Content-Length': String(Buffer.isBuffer(body) ? body.length : body.bytes) }
}

/** An upload that cannot be read to its end ends the request, so that the device never takes part of it for the whole. */
function pour(upload: HttpUpload, request: ClientRequest): void {
  const source = upload.open()
  source.on('error', () => request.destroy())
  request.on('close', () => source.destroy())
  source.pipe(request)
}

function unpack(
  body: Buffer,
  headers: IncomingHttpHeaders,
  longestBytes: number,
): { bytes: Buffer; whole: boolean } {
  if (headers['content-encoding'] !== 'gzip') return { bytes: body, whole: true }
  try {
    const bytes = gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestBytes * 4 })
    return { bytes, whole: true }
  } catch {
    return { bytes: Buffer.alloc(0), whole: false }
  }
}
