import { connect } from 'node:net'
import type { Budget } from '../budget.ts'
import { readTolerantJson } from '../cgminer/tolerant-json.ts'
import { fieldOf, finiteNumber, isRow, type Row, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials, RefusalReason } from '../device-control.ts'
import { inTurn, NO_TURN } from '../device-turn.ts'
import type { FailureReason } from '../driver.ts'
import { failureOf } from '../failure.ts'
import { encrypt, v3Token } from './cipher.ts'
import type { V3Reply } from './v3-reply.ts'

const HEAD_BYTES = 4
const LONGEST_FRAME_BYTES = 1024 * 1024
const CONNECT_MS = 2_500
/** As delivered. */
const DELIVERED = { user: 'super', password: 'super' }

type Endpoint = { host: string; port: number }

export type V3Outcome =
  | { ok: true; replies: V3Reply[] }
  | { ok: false; reason: FailureReason; isSent: boolean; replies: V3Reply[] }

/** A frame: the length of the text as four bytes, the lowest first, then the text. */
export function frame(request: Row): Buffer {
  const text = Buffer.from(JSON.stringify(request))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text])
}

/**
 * Sends several requests one after the other over one connection, since a device takes ten connections at most. An empty frame is a sign
 * of life and skipped; an answer that ends early is read as far as it goes and marked partial.
 */
export async function askV3(
  endpoint: Endpoint,
  requests: readonly Row[],
  budget: Budget,
): Promise<V3Outcome> {
  const outcome = await inTurn(`${endpoint.host}:${endpoint.port}`, budget, () =>
    talk(endpoint, requests, budget),
  )
  return outcome === NO_TURN ? { ok: false, reason: 'timeout', isSent: false, replies: [] } : outcome
}

function talk(endpoint: Endpoint, requests: readonly Row[], budget: Budget): Promise<V3Outcome> {
  return new Promise((resolve) => {
    const remainingMs = budget.remainingMs()
    if (remainingMs === 0) {
      resolve({ ok: false, reason: 'timeout', isSent: false, replies: [] })
      return
    }
    const replies: V3Reply[] = []
    let pending = Buffer.alloc(0)
    let sent = 0
    let settled = false
    const socket = connect({ host: endpoint.host, port: endpoint.port, noDelay: true })
    const settle = (reason: FailureReason | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearTimeout(connectTimer)
      budget.signal?.removeEventListener('abort', onTimeout)
      socket.destroy()
      if (reason !== null && pending.length > HEAD_BYTES) {
        const cut = parseV3(pending.subarray(HEAD_BYTES), true)
        if (cut !== null) replies.push(cut)
      }
      resolve(
        replies.length === requests.length
          ? { ok: true, replies }
          : { ok: false, reason: reason ?? 'garbled', isSent: sent > replies.length, replies },
      )
    }
    const onTimeout = () => settle('timeout')
    const timer = setTimeout(onTimeout, remainingMs)
    const connectTimer = setTimeout(onTimeout, Math.min(CONNECT_MS, remainingMs))
    budget.signal?.addEventListener('abort', onTimeout, { once: true })
    const sendNext = () => {
      const request = requests[sent]
      if (request === undefined) return
      sent += 1
      socket.write(frame(request))
    }
    socket.on('connect', () => {
      clearTimeout(connectTimer)
      sendNext()
    })
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (;;) {
        const taken = takeFrame(pending)
        if (taken === null) return
        if (taken === 'too-long') return settle('garbled')
        pending = Buffer.from(taken.rest)
        if (taken.body.length === 0) continue
        const reply = parseV3(taken.body, false)
        if (reply === null) return settle('garbled')
        replies.push(reply)
        if (replies.length === requests.length) return settle(null)
        sendNext()
      }
    })
    socket.on('end', () => settle('closed'))
    socket.on('error', (error) => settle(failureOf(error)))
    socket.on('close', () => settle('closed'))
  })
}

/** The first whole frame of what has arrived; null while there is none. */
export function takeFrame(bytes: Buffer): { body: Buffer; rest: Buffer } | 'too-long' | null {
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readUInt32LE(0)
  if (length > LONGEST_FRAME_BYTES) return 'too-long'
  if (bytes.length < HEAD_BYTES + length) return null
  return { body: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length), rest: bytes.subarray(HEAD_BYTES + length) }
}

/** Reads one answer; null when it is not one. Never throws. */
export function parseV3(body: Uint8Array, isCut: boolean): V3Reply | null {
  const text = new TextDecoder().decode(body).replaceAll('\0', '').trim()
  let value: unknown
  let partial = isCut
  try {
    value = JSON.parse(text)
  } catch {
    const tolerant = readTolerantJson(text)
    value = tolerant.value
    partial = true
  }
  if (!isRow(value)) return null
  const code = finiteNumber(fieldOf(value, 'code'))
  const raw = fieldOf(value, 'msg')
  if (code === null && raw === undefined) return null
  return {
    code,
    message: isRow(raw) ? raw : textOf(raw, 300),
    when: finiteNumber(fieldOf(value, 'when')),
    partial,
  }
}

/** The object under a name of a good answer; null for anything else. */
export function partOfReply(reply: V3Reply | undefined, name: string): Row | null {
  if (reply === undefined || !isRow(reply.message)) return null
  const part = fieldOf(reply.message, name)
  return isRow(part) ? part : null
}

type V3Write =
  | { kind: 'done' }
  /** It left, and no readable answer came. */
  | { kind: 'doubtful' }
  | { kind: 'unknown-command' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'unreachable' }

/**
 * Sends a command that changes something. Salt, clock and lock of the device are read first: the token is made with the
 * device's own time, which on a ship may be years off. A lock that the owner set is reported and never opened.
 */
export async function writeV3(
  endpoint: Endpoint,
  command: string,
  param: unknown,
  isSecret: boolean,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<V3Write> {
  const asked = await askV3(endpoint, [{ cmd: 'get.device.info' }], budget)
  const info = asked.replies[0]
  if (info === undefined) return { kind: 'unreachable' }
  const salt = isRow(info.message) ? textOf(fieldOf(info.message, 'salt')) : null
  if (textOf(fieldOf(partOfReply(info, 'system'), 'apiswitch')) === '0') {
    return { kind: 'refused', reason: 'writes-disabled' }
  }
  if (salt === null || info.when === null) return { kind: 'refused', reason: 'device-error' }
  const account = credentials?.user ?? DELIVERED.user
  const password = credentials?.password ?? DELIVERED.password
  const ts = Math.trunc(info.when)
  const { token, aesKey } = v3Token(command, password, salt, ts)
  const value = isSecret ? encrypt(JSON.stringify(param), aesKey) : param
  const request = { cmd: command, ts, token, account, ...(value === undefined ? {} : { param: value }) }
  const outcome = await askV3(endpoint, [request], budget)
  const reply = outcome.replies[0]
  if (reply === undefined) {
    return !outcome.ok && outcome.isSent ? { kind: 'doubtful' } : { kind: 'unreachable' }
  }
  if (reply.code === 0) return { kind: 'done' }
  return refusalOf(typeof reply.message === 'string' ? reply.message : '')
}

/** The codes of refusals differ between releases; their words do not. */
function refusalOf(text: string): V3Write {
  if (/unknown|invalid c(?:md|ommand)|not support/i.test(text)) return { kind: 'unknown-command' }
  if (/switch|disabled/i.test(text)) return { kind: 'refused', reason: 'writes-disabled' }
  if (/token|account|password|auth|permission|denied|sign/i.test(text)) {
    return { kind: 'refused', reason: 'login' }
  }
  return { kind: 'refused', reason: /param|range|value/i.test(text) ? 'invalid-value' : 'device-error' }
}
