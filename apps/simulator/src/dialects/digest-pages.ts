import type { Unit } from '../device/unit.ts'
import { createDigestGuard } from '../http/digest-auth.ts'
import type { HttpAnswer, HttpRequest } from './dialect.ts'

const SERVER = 'lighttpd/1.4.32'

/** A page of the small web servers of miners. */
export const page = (title: string) =>
  `<?xml version="1.0" encoding="iso-8859-1"?>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`

export function answer(
  status: number,
  type: string,
  body: string,
  more: Record<string, string> = {},
): HttpAnswer {
  return { status, headers: { Server: SERVER, 'Content-Type': type, ...more }, body }
}

function guardOf(unit: Unit, realm: string, secret: string) {
  return createDigestGuard({
    realm,
    user: unit.credentials.user,
    password: unit.credentials.password,
    secret: `${unit.identity.seed} ${secret}`,
    nowMs: unit.nowMs,
  })
}

/** Everything behind a digest login. `secret` makes the nonces of one port unlike those of another. */
export function requireLogin(
  unit: Unit,
  realm: string,
  secret: string,
  inside: (request: HttpRequest) => HttpAnswer,
): (request: HttpRequest) => HttpAnswer {
  const guard = guardOf(unit, realm, secret)
  return (request) => {
    const search = request.query.size > 0 ? `?${request.query}` : ''
    const verdict = guard({
      method: request.method,
      uri: request.path + search,
      authorization: request.headers.authorization,
    })
    if (verdict.ok) return inside(request)
    return answer(401, 'text/html', page('401 - Unauthorized'), { 'WWW-Authenticate': verdict.challenge })
  }
}
