import type { Budget } from '../budget.ts'
import { type Endpoint, exchangeOnce, readCommand } from '../cgminer/cgminer-client.ts'
import { type CommandReply, isSuccess, parseReply, replyTo } from '../cgminer/parse-reply.ts'
import { fieldOf, isRow, type Row, textOf } from '../cgminer/values.ts'
import type { DeviceCredentials, RefusalReason } from '../device-control.ts'
import { decrypt, encrypt, type V2Salt, v2Keys } from './cipher.ts'

/** As delivered; the firmware takes no write until it was changed. */
const DELIVERED_PASSWORD = 'admin'
const CODE = { denied: 45, unknown: 14, commandError: 132, tokenError: 134, tokenOld: 135 } as const

export type V2Outcome =
  | { kind: 'done' }
  /** It left, and no readable answer came. */
  | { kind: 'doubtful' }
  | { kind: 'unknown-command' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'unreachable' }

export type TokenOutcome =
  | { ok: true; token: V2Salt }
  | { ok: false; problem: 'unreachable' | 'writes-disabled' | 'none' }

/** Requests a token. Firmware whose writes are switched off gives none. */
export async function readToken(endpoint: Endpoint, budget: Budget): Promise<TokenOutcome> {
  const outcome = await readCommand(endpoint, 'get_token', budget)
  if (!outcome.ok) return { ok: false, problem: outcome.reason === 'garbled' ? 'none' : 'unreachable' }
  const reply = replyTo(outcome.parsed, 'get_token')
  const row = isSuccess(reply?.status ?? null) ? (reply?.message ?? null) : null
  const [time, salt, newsalt] = ['time', 'salt', 'newsalt'].map((key) => textOf(fieldOf(row, key)))
  if (time && salt && newsalt) return { ok: true, token: { time, salt, newsalt } }
  return { ok: false, problem: reply?.status?.code === CODE.unknown ? 'none' : 'writes-disabled' }
}

/**
 * Sends a command of the second API that changes something. A token is fetched for each, so neither its short life nor the
 * device's clock matters; a refused one is fetched once more, since a command with a refused token was not carried out.
 */
export async function writeV2(
  endpoint: Endpoint,
  command: string,
  fields: Row,
  credentials: DeviceCredentials | null,
  budget: Budget,
): Promise<V2Outcome> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const token = await readToken(endpoint, budget)
    if (!token.ok) {
      if (token.problem === 'unreachable') return { kind: 'unreachable' }
      return token.problem === 'none'
        ? { kind: 'unknown-command' }
        : { kind: 'refused', reason: 'writes-disabled' }
    }
    const { sign, aesKey } = v2Keys(credentials?.password ?? DELIVERED_PASSWORD, token.token)
    const data = encrypt(JSON.stringify({ cmd: command, ...fields, token: sign }), aesKey)
    const outcome = await exchangeOnce(endpoint, JSON.stringify({ enc: 1, data }), budget)
    if (!outcome.ok) return outcome.isSent ? { kind: 'doubtful' } : { kind: 'unreachable' }
    const reply = openReply(outcome.bytes, aesKey)
    if (reply === null) return { kind: 'doubtful' }
    const verdict = judge(reply, credentials === null)
    if (verdict !== 'token') return verdict
  }
  return { kind: 'refused', reason: 'login' }
}

/** A reply under the token's key, or in the clear as errors come. */
function openReply(bytes: Buffer, aesKey: Buffer): CommandReply | null {
  const inner = findEncrypted(bytes)
  const plain = inner === null ? bytes : decrypt(inner, aesKey)
  return plain === null ? null : replyTo(parseReply(plain), '')
}

function findEncrypted(bytes: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replaceAll('\0', ''))
    const enc = isRow(value) ? fieldOf(value, 'enc') : undefined
    return typeof enc === 'string' ? enc : null
  } catch {
    return null
  }
}

function judge(reply: CommandReply, isDelivered: boolean): V2Outcome | 'token' {
  const { status } = reply
  if (status === null) return { kind: 'doubtful' }
  if (isSuccess(status)) return { kind: 'done' }
  switch (status.code) {
    case CODE.tokenError:
    case CODE.tokenOld:
      return 'token'
    case CODE.denied:
      return { kind: 'refused', reason: isDelivered ? 'default-password' : 'writes-disabled' }
    case CODE.unknown:
      return { kind: 'unknown-command' }
    default:
      return /token/i.test(status.message ?? '') ? 'token' : { kind: 'refused', reason: 'device-error' }
  }
}
