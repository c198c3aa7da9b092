import { WebSocket } from 'ws'
import { type AccessState, stepAccess } from '../generator/signal-k/access-request.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Publisher, PublisherStatus } from './publisher.ts'
import type { FigureLabels, ShipFigures } from './ship-figures.ts'
import { alarmsDelta, figuresDelta, metaDelta, statePath } from './signal-k-delta.ts'

const beatMs = 1_000
const handshakeMs = 10_000
/** A server that takes nothing from us says nothing about it: what was published is read back this often. */
const lookBackMs = 10_000
const readMs = 5_000
/** More than this, not taken by the other side, and the line is given up: a server that hangs must not cost the box its memory. */
const mostWaitingBytes = 64 * 1024
/** It has nothing to say to us. */
const largestMessageBytes = 64 * 1024

/**
 * Publishes figures and alarms to a Signal K server. A server with its security on opens the line and drops what a stranger writes, without a
 * word: so what was published is read back, and where it is not there, leave to write is asked for.
 */
export function createSignalKPublisher(options: {
  baseUrl: string
  labels: FigureLabels
  figures: () => ShipFigures | null
  credentials: { clientId: string; token: string | null }
  onToken: (token: string | null) => void
  clock: Clock
  fetchFn: typeof fetch
  log: Logger
}): Publisher {
  const { clock, log } = options
  const stopping = new AbortController()
  let token = options.credentials.token
  let access: AccessState = { name: 'none' }
  let socket: WebSocket | null = null
  let state: PublisherStatus['state'] = 'waiting'
  let published = new Set<string>()
  let sentText = ''
  let lookedAt = Number.NEGATIVE_INFINITY
  let isLooking = false
  let newestState: string | null = null

  function dial(): void {
    const url = new URL('/signalk/v1/stream?subscribe=none', options.baseUrl)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const line = new WebSocket(url, {
      handshakeTimeout: handshakeMs,
      maxPayload: largestMessageBytes,
      followRedirects: false,
      perMessageDeflate: false,
      headers: authorization(),
    })
    socket = line
    line.on('open', () => {
      published = new Set()
      sentText = ''
      line.send(JSON.stringify(metaDelta(options.labels)))
      beat()
    })
    line.on('unexpected-response', (_request, response) => {
      if (response.statusCode === 401) forgetToken()
      response.resume()
      line.terminate()
    })
    line.on('message', () => {})
    line.on('error', () => {})
    line.on('close', () => {
      if (socket !== line) return
      socket = null
      if (state === 'publishing') log.warn({}, 'publishing to Signal K stopped')
      state = 'waiting'
    })
  }

  const authorization = (): Record<string, string> =>
    token === null ? {} : { authorization: `Bearer ${token}` }
  const now = () => new Date(clock.now()).toISOString()

  function forgetToken(): void {
    if (token === null) return
    token = null
    access = { name: 'none' }
    options.onToken(null)
  }

  function beat(): void {
    if (socket === null) {
      dial()
      return
    }
    if (socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > mostWaitingBytes) {
      socket.terminate()
      return
    }
    const figures = options.figures()
    newestState = figures?.state ?? null
    socket.send(JSON.stringify(figuresDelta(figures, now())))
    publishAlarms(socket, figures)
    if (clock.monotonic() - lookedAt >= lookBackMs && figures !== null) void lookBack(figures.state)
  }

  function publishAlarms(line: WebSocket, figures: ShipFigures | null): void {
    const alarms = figures?.alarms ?? []
    const text = JSON.stringify(alarms)
    if (text === sentText) return
    const delta = alarmsDelta(alarms, published, now())
    sentText = text
    published = new Set(alarms.map(({ name }) => name))
    if (delta !== null) line.send(JSON.stringify(delta))
  }

  async function lookBack(expected: string): Promise<void> {
    if (isLooking) return
    isLooking = true
    lookedAt = clock.monotonic()
    const value = await readBack()
    // It may have changed since.
    if (value === expected || value === newestState) {
      if (state !== 'publishing') log.info({}, 'publishing to Signal K')
      state = 'publishing'
    } else if (value === 'unreachable') state = 'waiting'
    else {
      state = 'not-taken'
      await askForAccess()
    }
    isLooking = false
  }

  async function readBack(): Promise<unknown> {
    try {
      const response = await options.fetchFn(
        new URL(`/signalk/v1/api/vessels/self/${statePath.replaceAll('.', '/')}/value`, options.baseUrl),
        {
          headers: authorization(),
          redirect: 'error',
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(readMs)]),
        },
      )
      if (response.status === 401 && token !== null) forgetToken()
      return response.ok ? await response.json() : null
    } catch {
      return 'unreachable'
    }
  }

  async function askForAccess(): Promise<void> {
    if (token !== null || access.name === 'denied' || stopping.signal.aborted) return
    access = await stepAccess(access, {
      baseUrl: options.baseUrl,
      clientId: options.credentials.clientId,
      description: 'Shipminer controller: tells its power, state and alarms',
      permissions: 'readwrite',
      fetchFn: options.fetchFn,
      signal: stopping.signal,
    })
    if (stopping.signal.aborted || access.name !== 'approved') return
    token = access.token
    options.onToken(token)
    socket?.terminate()
  }

  const timer = setInterval(beat, beatMs)
  dial()
  return {
    status: () => ({
      kind: 'signal-k',
      state: state === 'not-taken' && access.name === 'pending' ? 'needs-approval' : state,
    }),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      const line = socket
      socket = null
      if (line === null) return
      if (line.readyState !== WebSocket.OPEN) return line.terminate()
      line.send(JSON.stringify(figuresDelta(null, now())))
      publishAlarms(line, null)
      await new Promise<void>((resolve) => {
        const late = setTimeout(() => line.terminate(), 1_000)
        line.once('close', () => {
          clearTimeout(late)
          resolve()
        })
        line.close()
      })
    },
  }
}
