/** The part of a logger that the controller's modules use; pino fits, and so does a silent one in tests. */
export type Logger = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** @internal For tests. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** The text of anything thrown, with its system code where it has one, for a log field. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  const cause = error.cause === undefined ? '' : ` (${errorText(error.cause)})`
  const named = code === undefined || error.message.startsWith(code)
  return named ? `${error.message}${cause}` : `${code}: ${error.message}${cause}`
}
