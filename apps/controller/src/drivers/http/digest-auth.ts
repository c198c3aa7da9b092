import { createHash } from 'node:crypto'

export type Credentials = { user: string; password: string }

/** What a `WWW-Authenticate: Digest …` header asks for. */
export type DigestChallenge = {
  realm: string
  nonce: string
  opaque: string | null
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
  if ((fields.get('algorithm') ?? 'MD5').toUpperCase() !== 'MD5') return null
  const qop = fields.get('qop')
  const qopAuth = qop?.split(',').some((one) => one.trim().toLowerCase() === 'auth') ?? false
  if (qop !== undefined && !qopAuth) return null
  return { realm, nonce, opaque: fields.get('opaque') ?? null, qopAuth }
}

/** The `realm` of any challenge, digest or basic. */
export function realmOf(header: string | undefined): string | null {
  return header === undefined ? null : (/\brealm\s*=\s*"([^"]*)"/i.exec(header)?.[1] ?? null)
}

/** The `Authorization` header that answers a challenge (RFC 2617, MD5). `cnonce` must be fresh each time. */
export function digestAuthorization(
  challenge: DigestChallenge,
  credentials: Credentials,
  request: { method: string; uri: string },
  cnonce: string,
): string {
  const secret = md5(`${credentials.user}:${challenge.realm}:${credentials.password}`)
  const target = md5(`${request.method}:${request.uri}`)
  const count = '00000001'
  const response = challenge.qopAuth
    ? md5(`${secret}:${challenge.nonce}:${count}:${cnonce}:auth:${target}`)
    : md5(`${secret}:${challenge.nonce}:${target}`)
  const parts = [
    `username="${credentials.user}"`,
    `realm="${challenge.realm}"`,
    `nonce="${challenge.nonce}"`,
    `uri="${request.uri}"`,
    `response="${response}"`,
    'algorithm=MD5',
  ]
  if (challenge.opaque !== null) parts.push(`opaque="${challenge.opaque}"`)
  if (challenge.qopAuth) parts.push('qop=auth', `nc=${count}`, `cnonce="${cnonce}"`)
  return `Digest ${parts.join(', ')}`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
