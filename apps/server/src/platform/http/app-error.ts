import { type ErrorCode, errorCatalogue } from '@shipminer/contract/errors'

/** An expected failure. Thrown anywhere below a route; the error handler writes the body from the catalogue. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  /** Merged into the body, for example `registrationToken`. */
  readonly extra: Record<string, unknown>

  constructor(code: ErrorCode, extra: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errorCatalogue[code].message, options)
    this.code = code
    this.status = errorCatalogue[code].status
    this.extra = extra
  }
}
