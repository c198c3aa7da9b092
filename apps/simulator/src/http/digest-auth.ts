import { createHash, timingSafeEqual } from 'node:crypto'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Whether a request may pass; otherwise the value of the `WWW-Authenticate` header to refuse it with. */
export type DigestVerdict = { ok: true } | { ok: false; challenge: string }

/** HTTP digest authentication (RFC 2617, MD5, qop auth) as the small web servers of miners do it. */
export function createDigestGuard(options: {
  realm: string
  user: string
  password: string
  /** Makes nonces of one guard unlike those of another. */
  secret: string
  nowMs: () => number
  /** A nonce older than this is refused as stale. */
  nonceLifeMs?: number
}): (request: { method: string; uri: string; authorization: string | undefined }) => DigestVerdict {
  const lifeMs = options.nonceLifeMs ?? 600_000
  const secretHalf = (stamp: string) => md5(`${stamp}:${options.secret}`)
  const issue = () => {
    const stamp = Math.floor(options.nowMs()).toString(16)
    return `${stamp}:${secretHalf(stamp)}`
  }
  const challenge = (stale: boolean) =>
    `Digest realm="${options.realm}", nonce="${issue()}", qop="auth"${stale ? ', stale=true' : ''}`
  const ha1 = md5(`${options.user}:${options.realm}:${options.password}`)

  return ({ method, uri, authorization }) => {
    const fields = authorization === undefined ? null : parseDigestHeader(authorization)
    if (!fields) return { ok: false, challenge: challenge(false) }
    const { nonce = '', nc = '', cnonce = '', qop } = fields
    const ha2 = md5(`${method}:${fields.uri ?? ''}`)
    const expected =
      qop === 'auth' ? md5(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`) : md5(`${ha1}:${nonce}:${ha2}`)
    const right =
      fields.username === options.user &&
      fields.realm === options.realm &&
      fields.uri === uri &&
      sameText(fields.response ?? '', expected)
    if (!right) return { ok: false, challenge: challenge(false) }
    const [stamp = '', proof = ''] = nonce.split(':')
    const ageMs = options.nowMs() - Number.parseInt(stamp, 16)
    if (proof !== secretHalf(stamp) || !(ageMs >= 0 && ageMs <= lifeMs)) {
      return { ok: false, challenge: challenge(true) }
    }
    return { ok: true }
  }
}

/** The fields of a digest `Authorization` header by lower-case name, or null when it is of another scheme. */
export function parseDigestHeader(header: string): Record<string, string> | null {
  if (!/^digest\s/i.test(header)) return null
  const fields: Record<string, string> = {}
  for (const match of header.slice(6).matchAll(/([a-zA-Z]+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)) {
    const [, name, quoted, plain] = match
    if (name !== undefined) fields[name.toLowerCase()] = quoted ?? plain ?? ''
  }
  return fields
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
