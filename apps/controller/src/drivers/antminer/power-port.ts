import { type Budget, partOf } from '../budget.ts'
import { exchangeOnce } from '../cgminer/cgminer-client.ts'
import { powerWatts } from '../cgminer/values.ts'
import type { FailureReason } from '../driver.ts'
import { digestAuthorization, parseDigestChallenge } from '../http/digest-auth.ts'
import type { DigestOptions } from '../http/digest-request.ts'

const PATH = '/miner_power'
const HEAD_END = '\r\n\r\n'

export type PowerOutcome = { ok: true; powerWatts: number | null } | { ok: false; reason: FailureReason }

type Answer = { status: number; challenge: string | undefined; body: string; isWhole: boolean }

/**
 * The measured power that newer models report on a port of its own, as text; null where the answer has no figure. Later
 * firmware asks for the login of the web pages, and its mining program writes malformed HTTP (two spaces in the
 * first line) that no strict parser accepts, so the bytes are read here.
 */
export async function readMeasuredPower(
  endpoint: { host: string; port: number },
  budget: Budget,
  login: DigestOptions,
): Promise<PowerOutcome> {
  let answer = await get(endpoint, null, budget)
  if ('reason' in answer) return { ok: false, reason: answer.reason }
  if (answer.status === 401) {
    const challenge = parseDigestChallenge(answer.challenge)
    if (challenge === null || !login.realm.test(challenge.realm)) return { ok: true, powerWatts: null }
    const request = { method: 'GET', uri: PATH }
    answer = await get(
      endpoint,
      digestAuthorization(challenge, login.credentials, request, login.cnonce()),
      budget,
    )
    if ('reason' in answer) return { ok: false, reason: answer.reason }
  }
  // Half a number is a number too.
  const isUsable = answer.status === 200 && answer.isWhole
  return { ok: true, powerWatts: isUsable ? powerFromText(answer.body) : null }
}

async function get(
  endpoint: { host: string; port: number },
  authorization: string | null,
  budget: Budget,
): Promise<Answer | { reason: FailureReason }> {
  const lines = [`GET ${PATH} HTTP/1.0`, `Host: ${endpoint.host}`, 'Accept: */*', 'Connection: close']
  if (authorization !== null) lines.push(`Authorization: ${authorization}`)
  const own = partOf(budget, budget.remainingMs())
  const outcome = await exchangeOnce(endpoint, `${lines.join('\r\n')}${HEAD_END}`, own)
  if (!outcome.ok) return { reason: outcome.reason }
  // Time that is left says that the other side ended the answer, and not the clock.
  return parseAnswer(outcome.bytes, own.remainingMs() > 0) ?? { reason: 'garbled' }
}

/** Reads an HTTP answer however many spaces its first line has; null when it is not one. */
export function parseAnswer(bytes: Buffer, isEnded: boolean): Answer | null {
  const text = bytes.toString('latin1')
  const end = text.indexOf(HEAD_END)
  const status = /^HTTP\/1\.[01]\s+(\d{3})\b/.exec(text)?.[1]
  if (status === undefined || end < 0) return null
  const head = text.slice(0, end)
  const body = text.slice(end + HEAD_END.length)
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim()
  const length = field('Content-Length')
  const isWhole = length !== undefined && /^\d{1,6}$/.test(length) ? body.length >= Number(length) : isEnded
  return { status: Number(status), challenge: field('WWW-Authenticate'), body, isWhole }
}

/** Watts out of `3250`, `3250 W` or `power: 3250`; an error text may hold numbers too and gives null. */
export function powerFromText(text: string): number | null {
  const clean = text.replaceAll('\u0000', '').trim()
  if (/error|fail/i.test(clean)) return null
  const match = /^(?:[^:]{0,60}:)?\s*"?(\d+(?:\.\d+)?)"?\s*(k?)w?(?:atts?)?\s*[}"]*$/i.exec(clean)
  if (match === null) return null
  const number = Number(match[1]) * (match[2] === '' ? 1 : 1000)
  return powerWatts(number)
}
