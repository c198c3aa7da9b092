import type { FastifyInstance } from 'fastify'

/** The only server that WalletConnect connects to. */
export const walletConnectRelay = 'wss://relay.walletconnect.org'

/**
 * Policy of every page. Styles and scripts come from this server; `styleHashes` are the styles that are part of built pages, `connectTo`
 * the third-party servers that a page may connect to.
 */
export function contentSecurityPolicy(
  styleHashes: readonly string[],
  connectTo: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${styleHashes.join(' ')}`.trim(),
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "font-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Headers of every answer, pages and calls alike. HSTS only when the site is reached by HTTPS. */
export function installSecurityHeaders(
  app: FastifyInstance,
  options: { publicUrl: string; policy: string },
): void {
  const secure = options.publicUrl.startsWith('https:')
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', options.policy)
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
