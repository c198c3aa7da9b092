import { connect } from 'node:net'
import type { Budget } from '../budget.ts'
import { inTurn, NO_TURN } from '../device-turn.ts'
import type { FailureReason } from '../driver.ts'
import { failureOf } from '../failure.ts'
import { type ParsedReply, parseReply } from './parse-reply.ts'

/** A miner's longest honest answer is some 100 kB; what is longer is cut here and read as far as it goes. */
const LONGEST_ANSWER_BYTES = 512 * 1024
/** On a ship's network a connection is up in milliseconds; this leaves room for one lost packet. */
const CONNECT_MS = 2500
/** How long to wait for more after a whole answer before it counts as final, where the device does not close the connection. */
const REST_MS = 250
const NUL = 0
/** Where the system puts what arrives, for all connections: it is copied out before the next arrival is processed. */
const landing = Buffer.allocUnsafeSlow(64 * 1024)
const CLOSING_BRACE = 0x7d

export type Endpoint = { host: string; port: number }

export type ReadOutcome =
  | { ok: true; parsed: ParsedReply }
  /** `isSent`: the request had been sent, so the device may have carried it out. */
  | { ok: false; reason: FailureReason; isSent?: boolean }

/**
 * Sends one read command of the cgminer API: `summary`, or several joined, `summary+devs+pools`.
 * A truncated or unreadable answer is requested once more; if the second is no better, what can be read of it is returned
 * and marked partial. Fails with `garbled` when nothing can be read.
 */
export async function readCommand(endpoint: Endpoint, command: string, budget: Budget): Promise<ReadOutcome> {
  const request = JSON.stringify({ command })
  const first = await ask(endpoint, request, budget)
  if (!first.ok || !needsSecondTry(first.parsed) || budget.remainingMs() === 0) return refuseGarbled(first)
  const second = await ask(endpoint, request, budget)
  if (!second.ok || isGarbled(second.parsed)) return refuseGarbled(first)
  return second
}

/** Sends one request of any form and never repeats it: for writes, which may have been carried out although no answer came. */
export function sendOnce(
  endpoint: Endpoint,
  request: Readonly<Record<string, unknown>>,
  budget: Budget,
): Promise<ReadOutcome> {
  return ask(endpoint, JSON.stringify(request), budget)
}

function needsSecondTry(parsed: ParsedReply): boolean {
  return isGarbled(parsed) || (parsed.kind === 'replies' && parsed.partial)
}

function isGarbled(parsed: ParsedReply): boolean {
  return parsed.kind === 'garbled'
}

function refuseGarbled(outcome: ReadOutcome): ReadOutcome {
  return outcome.ok && isGarbled(outcome.parsed) ? { ok: false, reason: 'garbled' } : outcome
}

/** One request and all bytes that come back, for answers in an unusual form. Never repeated. */
export async function exchangeOnce(endpoint: Endpoint, request: string, budget: Budget): Promise<Exchanged> {
  const exchanged = await inTurn(`${endpoint.host}:${endpoint.port}`, budget, () =>
    exchange(endpoint, request, budget),
  )
  return exchanged === NO_TURN ? { ok: false, reason: 'timeout' } : exchanged
}

async function ask(endpoint: Endpoint, request: string, budget: Budget): Promise<ReadOutcome> {
  const exchanged = await exchangeOnce(endpoint, request, budget)
  if (!exchanged.ok) return exchanged
  return { ok: true, parsed: parseReply(exchanged.bytes) }
}

export type Exchanged = { ok: true; bytes: Buffer } | { ok: false; reason: FailureReason; isSent?: boolean }

/** One connection: one write, then everything until the other side closes. */
function exchange(endpoint: Endpoint, request: string, budget: Budget): Promise<Exchanged> {
  return new Promise((resolve) => {
    const remainingMs = budget.remainingMs()
    if (remainingMs === 0) {
      resolve({ ok: false, reason: 'timeout' })
      return
    }
    const chunks: Buffer[] = []
    let length = 0
    let settled = false
    let isSent = false
    let restTimer: NodeJS.Timeout | undefined
    const socket = connect({
      host: endpoint.host,
      port: endpoint.port,
      noDelay: true,
      onread: {
        buffer: landing,
        callback: (size) => {
          onData(Buffer.from(landing.subarray(0, size)))
          return true
        },
      },
    })

    const settle = (reason: FailureReason) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearTimeout(connectTimer)
      clearTimeout(restTimer)
      budget.signal?.removeEventListener('abort', onTimeout)
      socket.destroy()
      resolve(length > 0 ? { ok: true, bytes: Buffer.concat(chunks, length) } : { ok: false, reason, isSent })
    }
    const onTimeout = () => settle('timeout')
    const onData = (chunk: Buffer) => {
      const room = LONGEST_ANSWER_BYTES - length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      length += Math.min(chunk.length, room)
      if (length >= LONGEST_ANSWER_BYTES) {
        settle('garbled')
        return
      }
      clearTimeout(restTimer)
      if (looksFinished(chunk))
        restTimer = setTimeout(() => endsWhole(chunks, length) && settle('closed'), REST_MS)
    }
    const timer = setTimeout(onTimeout, remainingMs)
    const connectTimer = setTimeout(onTimeout, Math.min(CONNECT_MS, remainingMs))
    budget.signal?.addEventListener('abort', onTimeout, { once: true })

    socket.on('connect', () => {
      clearTimeout(connectTimer)
      isSent = true
      socket.write(request)
    })
    socket.on('end', () => settle('closed'))
    socket.on('error', (error) => settle(failureOf(error)))
    socket.on('close', () => settle('closed'))
  })
}

function looksFinished(chunk: Buffer): boolean {
  const lastByte = chunk[chunk.length - 1]
  return lastByte === NUL || lastByte === CLOSING_BRACE || lastByte === 0x0a
}

function endsWhole(chunks: Buffer[], length: number): boolean {
  const parsed = parseReply(Buffer.concat(chunks, length))
  return parsed.kind === 'replies' && !parsed.partial
}
