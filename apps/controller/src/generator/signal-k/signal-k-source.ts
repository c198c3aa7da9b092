import { type RawData, WebSocket } from 'ws'
import { backOffMs } from '../../platform/back-off.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { LoadSource, LoadSourceStatus, OnReading } from '../load-source.ts'
import { identityOf, type OnIdentity } from '../meter/meter-identity.ts'
import { type AccessState, stepAccess } from './access-request.ts'
import { createLoadCollector, type LoadMapping, pathsOf } from './collect-load.ts'
import { type DeltaValue, parseSignalKMessage, parseSignalKValue } from './delta.ts'
import { createFreshness } from './path-freshness.ts'

export type SignalKTimes = {
  handshakeMs: number
  /** A line without any message for this long is restarted. */
  silenceMs: number
  /** Between two checks whether access was granted. */
  accessMs: number
  firstRetryMs: number
  longestRetryMs: number
  /** A path that was not reported for this long is requested. */
  secondLookMs: number
}

const defaultTimes: SignalKTimes = {
  handshakeMs: 10_000,
  silenceMs: 15_000,
  accessMs: 10_000,
  firstRetryMs: 500,
  longestRetryMs: 10_000,
  secondLookMs: 1_000,
}

/** The token of a server, and our client id there; kept by the caller. */
export type SignalKCredentials = { clientId: string; token: string | null }

const largestMessageBytes = 2 ** 20

/**
 * Reads the load from a Signal K server's stream. A line counts as good only when values come: servers open it for anyone and then
 * send nothing to those without access. Where no value comes, access is requested, and the ship's administrator grants it in the
 * server's own pages.
 */
export function createSignalKSource(options: {
  /** `http://host:port` of the server. */
  baseUrl: string
  mapping: LoadMapping
  credentials: SignalKCredentials
  /** Called when a token was granted, or (null) is not accepted any more. */
  onToken: (token: string | null) => void
  onReading: OnReading
  onIdentity?: OnIdentity | undefined
  clock: Clock
  random: () => number
  fetchFn: typeof fetch
  log: Logger
  times?: Partial<SignalKTimes>
}): LoadSource {
  const { clock, log, mapping } = options
  const times = { ...defaultTimes, ...options.times }
  const collector = createLoadCollector(mapping)
  const stopping = new AbortController()
  let token = options.credentials.token
  let access: AccessState = { name: 'none' }
  let isAsking = false
  let socket: WebSocket | null = null
  let self: string | null = null
  let state: LoadSourceStatus['state'] = 'stopped'
  let detail: string | null = null
  let lastReadingAt: number | null = null
  let receivedAt = 0
  let attempt = 0
  let second: NodeJS.Timeout | null = null
  let isLooking = false
  let reportedIdentity = ''
  const freshness = createFreshness()
  /** When each path was last reported over the stream. */
  const reportedAt = new Map<string, number>()
  let retry: NodeJS.Timeout | null = null
  let watch: NodeJS.Timeout | null = null

  function dial(): void {
    retry = null
    state = 'connecting'
    reportedIdentity = ''
    self = null
    const url = new URL('/signalk/v1/stream?subscribe=none', options.baseUrl)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const line = new WebSocket(url, {
      handshakeTimeout: times.handshakeMs,
      maxPayload: largestMessageBytes,
      followRedirects: false,
      perMessageDeflate: false,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    socket = line
    receivedAt = clock.monotonic()
    let cause = 'closed by the server'
    line.on('unexpected-response', (_request, response) => {
      if (line !== socket) return
      if (response.statusCode === 401) forgetToken()
      noteLoss(`the server answered ${response.statusCode}`)
    })
    line.on('message', (data) => line === socket && receive(line, data))
    line.on('error', (error) => {
      cause = errorText(error)
    })
    line.on('close', () => line === socket && noteLoss(cause))
  }

  function forgetToken(): void {
    if (token === null) return
    token = null
    access = { name: 'none' }
    options.onToken(null)
  }

  function receive(line: WebSocket, data: RawData): void {
    const arrivedAt = clock.monotonic()
    receivedAt = arrivedAt
    const message = parseSignalKMessage(data.toString(), self)
    if (message.kind === 'hello') {
      self = message.self
      freshness.begin(message.timestamp)
      if (state === 'connecting') state = 'silent'
      line.send(
        JSON.stringify({
          context: 'vessels.self',
          // Neither `period` nor `minPeriod`: the first delays values, the second drops the newest value.
          subscribe: pathsOf(mapping).map((path) => ({ path })),
          // A second device on the path must be seen, not hidden behind a preferred one.
          sourcePolicy: 'all',
        }),
      )
      return
    }
    if (message.kind !== 'values') return
    for (const { path } of message.values) reportedAt.set(path, arrivedAt)
    takeIn(
      // What feeds the ship, and what it needs, is a state: a remembered value is still valid.
      message.values.filter((one) => freshness.isNew(one) || isState(one)),
      arrivedAt,
    )
  }

  const isState = ({ path }: DeltaValue) =>
    path === mapping.powerSource?.path || path === mapping.shipNeedsPower

  function takeIn(values: readonly DeltaValue[], arrivedAt: number): void {
    if (values.length === 0) return
    const reading = collector.take(values, arrivedAt)
    if (collector.problem() !== null && state !== 'waiting') state = 'refused'
    if (reading === null) return
    lastReadingAt = reading.arrivedAt
    state = 'connected'
    detail = null
    attempt = 0
    options.onReading(reading)
    tellIdentity()
  }

  /** Who reports the load, where that is somebody else than before, or the line is another one. */
  function tellIdentity(): void {
    const sources = collector.sources()
    if (sources === null) return
    const names = [...new Set(sources.map(nameOfSource))].join(', ')
    if (names === reportedIdentity) return
    reportedIdentity = names
    const identity = identityOf('signal-k', { source: names })
    if (identity !== null) options.onIdentity?.(identity)
  }

  /** A value that the stream has not reported for a second is requested: an old one must not stay because a newer one got lost on the way. */
  async function lookAgain(): Promise<void> {
    if (isLooking || socket === null || self === null) return
    isLooking = true
    try {
      for (const path of pathsOf(mapping)) {
        const askedAt = clock.monotonic()
        if (askedAt - (reportedAt.get(path) ?? Number.NEGATIVE_INFINITY) < times.secondLookMs) continue
        const value = await readOnce(path)
        if (value !== null && (reportedAt.get(path) ?? Number.NEGATIVE_INFINITY) < askedAt)
          takeIn([value].filter(freshness.isNewer), askedAt)
      }
    } finally {
      isLooking = false
    }
  }

  async function readOnce(path: string): Promise<DeltaValue | null> {
    try {
      const answer = await options.fetchFn(
        new URL(`/signalk/v1/api/vessels/self/${path.replaceAll('.', '/')}`, options.baseUrl),
        {
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
          redirect: 'error',
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(times.secondLookMs)]),
        },
      )
      return answer.ok ? parseSignalKValue(path, await answer.json()) : null
    } catch {
      // The stream is what counts as the line; faults of the server show there.
      return null
    }
  }

  function noteLoss(cause: string): void {
    hangUp()
    const delayMs = backOffMs(attempt, options.random, {
      firstMs: times.firstRetryMs,
      longestMs: times.longestRetryMs,
    })
    log[attempt < 3 ? 'warn' : 'debug']({ cause, retryInMs: delayMs }, 'line to Signal K lost')
    attempt += 1
    state = 'waiting'
    detail = cause
    retry = setTimeout(dial, delayMs)
  }

  function hangUp(): void {
    const line = socket
    socket = null
    if (line === null) return
    line.removeAllListeners()
    line.on('error', () => {})
    line.terminate()
  }

  /** From time to time: restarts a dead line, and requests access where a line gives nothing. */
  function look(): void {
    const now = clock.monotonic()
    const isQuiet = lastReadingAt === null || now - lastReadingAt > times.silenceMs
    if (isQuiet && (state === 'connected' || state === 'refused') && collector.problem() === null)
      state = 'silent'
    if (socket !== null && now - receivedAt > times.silenceMs && state !== 'connecting') {
      noteLoss('silent')
      return
    }
    if (isQuiet && token === null && state !== 'connecting') void askForAccess()
  }

  async function askForAccess(): Promise<void> {
    if (isAsking || access.name === 'denied') return
    isAsking = true
    access = await stepAccess(access, {
      baseUrl: options.baseUrl,
      clientId: options.credentials.clientId,
      description: 'Shipminer controller: reads the load of the generator',
      fetchFn: options.fetchFn,
      signal: stopping.signal,
    })
    isAsking = false
    if (stopping.signal.aborted) return
    if (access.name === 'approved') {
      token = access.token
      options.onToken(token)
      log.info({}, 'Signal K granted access')
      noteLoss('access was granted')
    }
  }

  return {
    start() {
      if (state !== 'stopped') return
      dial()
      second = setInterval(() => void lookAgain(), times.secondLookMs)
      watch = setInterval(look, Math.min(times.accessMs, times.silenceMs) / 2)
    },
    status() {
      const asked = access.name === 'pending' ? 'needs-approval' : access.name === 'denied' ? 'denied' : null
      const isUseless = state === 'silent' || state === 'waiting'
      return {
        kind: 'signal-k',
        state: isUseless && asked !== null ? asked : state,
        detail,
        problem: state === 'refused' ? collector.problem() : null,
        lastReadingAt,
      }
    },
    askIdentity() {
      reportedIdentity = ''
    },
    async stop() {
      stopping.abort()
      if (retry !== null) clearTimeout(retry)
      if (watch !== null) clearInterval(watch)
      if (second !== null) clearInterval(second)
      hangUp()
      state = 'stopped'
    },
  }
}

/**
 * The name of a source without its address on an NMEA 2000 bus, which devices settle among themselves anew: the next in line may have it tomorrow.
 * @example nameOfSource('can0.35') // 'can0'
 */
const nameOfSource = (source: string) => source.replace(/\.\d{1,3}$/, '')
