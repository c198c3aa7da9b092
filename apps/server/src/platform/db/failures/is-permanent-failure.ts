import * as z from 'zod/mini'

/** SQLSTATE classes that concern the values of a statement: data, integrity, limits of what one value may be. */
const permanentClasses = /^(?:22|23|54)/

/**
 * Whether storing the same values would fail again, regardless of the database's state: it refused the values themselves, or our own code
 * could not work with them. Everything else (unreachable, full, locked, shutting down, not migrated) is temporary.
 */
export function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return permanentClasses.test(code)
  const ofOurs = [RangeError, TypeError, SyntaxError, z.core.$ZodError]
  return ofOurs.some((kind) => error instanceof kind)
}
