import type { FailureReason } from './driver.ts'

const REASON_BY_CODE: Record<string, FailureReason> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no-route',
  EHOSTDOWN: 'no-route',
  ENETUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  EINVAL: 'no-route',
  ENOTFOUND: 'no-route',
  EACCES: 'no-route',
  EPERM: 'no-route',
  EMFILE: 'no-route',
  ENFILE: 'no-route',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ECONNABORTED: 'closed',
}

/** The reason behind an error of a socket or of the HTTP parser (`HPE_…` is an answer that is no HTTP). */
export function failureOf(error: unknown): FailureReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return code === 'HPE_INVALID_EOF_STATE' ? 'closed' : 'garbled'
  return REASON_BY_CODE[code] ?? 'closed'
}
