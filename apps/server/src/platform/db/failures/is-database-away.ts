import { isPlanGone } from '../statements/kept-plan.ts'

/**
 * SQLSTATE classes and codes that concern the database's own state, not the statement: connection, read-only standby, resources, shutdown,
 * input/output.
 */
const awayStates = /^(?:08...|25006|53...|57P0[1-5]|58...)$/

/** Error codes of the operating system when the other side is unreachable. */
const awaySystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of the driver, which has no codes for these. */
const awayWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error that came out of a statement means that the database cannot serve requests at the moment (unreachable, starting, full,
 * out of connections), so that the same request may well succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway)
  if ((typeof code === 'string' && awayStates.test(code)) || isPlanGone(error)) return true
  if (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
    return typeof code === 'string' && awaySystemCodes.has(code)
  return awayWords.test(error.message)
}
