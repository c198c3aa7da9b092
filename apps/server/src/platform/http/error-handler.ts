import { type ErrorCode, errorCatalogue, type Failure } from '@shipminer/contract/errors'
import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../db/failures/is-database-away.ts'
import { AppError } from './app-error.ts'

const codeByStatus: Record<number, ErrorCode> = {
  400: 'invalid-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  503: 'service-unavailable',
}

/** The one place that writes failures: expected ones without a stack, unexpected ones logged whole and answered with their request id. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const known = error instanceof AppError ? error : null
    const isAway = !known && isDatabaseAway(error)
    const status = isAway ? 503 : (known?.status ?? error.statusCode ?? 500)
    const code = known?.code ?? codeByStatus[status] ?? (status < 500 ? 'invalid-request' : 'internal-error')
    if (isAway) request.log.error({ reason: error.message }, 'the database cannot serve this request')
    else if (status >= 500 && code === 'internal-error') request.log.error({ err: error }, 'request failed')
    else if (status >= 500 && error.cause) request.log.error({ err: error.cause, code }, 'request failed')
    else request.log.info({ code, status }, 'request refused')
    reply
      .status(status < 500 || known || isAway ? status : 500)
      .send(failureBody(code, known?.extra ?? {}, status >= 500 ? request.id : undefined))
  })
}

/** Body of a failure as docs/product.md 7.1 and 8.1 want it. */
export function failureBody(
  code: ErrorCode,
  extra: Record<string, unknown> = {},
  requestId?: string,
): Failure {
  const { message } = errorCatalogue[code]
  return { success: false, error: message, message, code, ...extra, ...(requestId ? { requestId } : {}) }
}
