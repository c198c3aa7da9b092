import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { failureBody } from './error-handler.ts'
import { readState, type StatePorts } from './read-state.ts'

/** `/metrics`: for anyone who has the token; when none is set, for this machine only, and in
 * production for nobody: behind a proxy everyone comes from this machine. For everyone else it does not exist. */
export function metricsRoutes(
  server: FastifyInstance,
  context: Pick<Context, 'config' | 'metrics' | 'store' | 'clock'>,
  ports: StatePorts,
): void {
  const { config, metrics } = context
  server.get('/metrics', async (request, reply) => {
    const allowed = config.METRICS_TOKEN
      ? isToken(request.headers.authorization, config.METRICS_TOKEN)
      : config.NODE_ENV !== 'production' &&
        ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) &&
        request.headers['x-forwarded-for'] === undefined
    if (!allowed) return reply.status(404).send(failureBody('not-found'))
    const state = await readState(context, ports)
    return reply.type(metrics.registry.contentType).send((await metrics.registry.metrics()) + state)
  })
}

/** In a time that does not tell how much of it was right. */
function isToken(header: string | undefined, token: string): boolean {
  const print = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(print(header ?? ''), print(`Bearer ${token}`))
}
