import { createHash } from 'node:crypto'

export type Credentials = { user: string; password: string }

type DigestAlgorithm = 'MD5' | 'SHA-256'
/** Their names in the header, and in Node. */
const hashes: Readonly<Record<DigestAlgorithm, string>> = { MD5: 'md5', 'SHA-256': 'sha256' }

/** What a `WWW-Authenticate: Digest …` header asks for. */
export type DigestChallenge = {
  realm: string
  nonce: string
  opaque: string | null
  algorithm: DigestAlgorithm
  /** Whether the server takes quality of protection `auth`; old servers know none. */
  qopAuth: boolean
}

/** Reads a digest challenge; null when it is another scheme, an unknown algorithm, or incomplete. */
export function parseDigestChallenge(header: string | undefined): DigestChallenge | null {
  const start = header === undefined ? -1 : header.search(/\bdigest\s/i)
  if (header === undefined || start < 0) return null
  const fields = new Map<string, string>()
  for (const match of header.slice(start + 7).matchAll(/([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi)) {
    fields.set((match[1] ?? '').toLowerCase(), match[2] ?? match[3] ?? '')
  }
  const realm = fields.get('realm')
  const nonce = fields.get('nonce')
  if (realm === undefined || nonce === undefined || nonce === '') return null
  const algorithm = (fields.get('algorithm') ?? 'MD5').toUpperCase()
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return null
  const qop = fields.get('qop')
  const qopAuth = qop?.split(',').some((one) => one.trim().toLowerCase() === 'auth') ?? false
  if (qop !== undefined && !qopAuth) return null
  return { realm, nonce, opaque: fields.get('opaque') ?? null, algorithm, qopAuth }
}

/** The `realm` of any challenge, digest or basic. */
export function realmOf(header: string | undefined): string | null {
  return header === undefined ? null : (/\brealm\s*=\s*"([^"]*)"/i.exec(header)?.[1] ?? null)
}

/** The `Authorization` header that answers a challenge (RFC 7616). `cnonce` must be fresh each time. */
export function digestAuthorization(
  challenge: DigestChallenge,
  credentials: Credentials,
  request: { method: string; uri: string },
  cnonce: string,
): string {
  const hash = (text: string) => createHash(hashes[challenge.algorithm]).update(text).digest('hex')
  const secret = hash(`${credentials.user}:${challenge.realm}:${credentials.password}`)
  const target = hash(`${request.method}:${request.uri}`)
  const count = '00000001'
  const response = challenge.qopAuth
    ? hash(`${secret}:${challenge.nonce}:${count}:${cnonce}:auth:${target}`)
    : hash(`${secret}:${challenge.nonce}:${target}`)
  const parts = [
    `username="${credentials.user}"`,
    `realm="${challenge.realm}"`,
    `nonce="${challenge.nonce}"`,
    `uri="${request.uri}"`,
    `response="${response}"`,
    `algorithm=${challenge.algorithm}`,
  ]
  if (challenge.opaque !== null) parts.push(`opaque="${challenge.opaque}"`)
  if (challenge.qopAuth) parts.push('qop=auth', `nc=${count}`, `cnonce="${cnonce}"`)
  return `Digest ${parts.join(', ')}`
}
