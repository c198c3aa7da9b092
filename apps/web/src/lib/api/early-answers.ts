/** What the starter of the page (`app/entry/boot.js`) asked for while the scripts came, by address. */
type EarlyAnswers = Map<string, { bearer: string; askedAt: number; answer: Promise<Response> }>

declare global {
  var shipminerEarly: EarlyAnswers | undefined
}

/** Older ones are asked for anew: on a line on which scripts took that long, figures have moved on. */
const freshMs = 30_000

/** The answer to a call that was made early, once and for the same session; null when there is none. */
export function takeEarly(url: string, init: RequestInit, now = Date.now()): Promise<Response> | null {
  const early = globalThis.shipminerEarly?.get(url)
  if (!early || init.method !== 'GET') return null
  globalThis.shipminerEarly?.delete(url)
  const isSame = new Headers(init.headers).get('authorization') === `Bearer ${early.bearer}`
  if (!isSame || now - early.askedAt > freshMs) return null
  return early.answer.catch(() => fetch(url, init))
}
