import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bindingCookieName } from './authenticator.ts'
import { createToken, type RandomBytes } from './tokens.ts'

/**
 * Whether the client that signs in is a browser that can keep the binding cookie: it sent `Sec-Fetch-Site`, or an origin on which a
 * `Secure` cookie works. A page on plain HTTP beyond this machine would lose the cookie, so its session is unbound.
 */
export function canBindBrowser(headers: FastifyRequest['headers']): boolean {
  if (headers['sec-fetch-site'] !== undefined) return true
  const { origin } = headers
  if (origin === undefined) return false
  const url = URL.parse(origin)
  if (url?.protocol !== 'http:') return true
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

/** The secret for the cookie of a new session, or null for a client that is not a browser. */
export function createBinding(request: FastifyRequest, randomBytes: RandomBytes): string | null {
  return canBindBrowser(request.headers) ? createToken('binding', randomBytes) : null
}

export function setBindingCookie(reply: FastifyReply, binding: string, lifetimeMs: number): void {
  reply.setCookie(bindingCookieName, binding, { ...attributes, maxAge: Math.floor(lifetimeMs / 1000) })
}

export function clearBindingCookie(reply: FastifyReply): void {
  reply.clearCookie(bindingCookieName, attributes)
}

/** `__Host-` requires exactly these: Secure, path `/`, no domain. */
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const
