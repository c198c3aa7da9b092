import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { failureBody } from './error-handler.ts'

export type MetricsPorts = {
  /** Number of pages that watch live values on this server. */
  watchers(): number
  countSetAside(): Promise<{ total: number }>
  watcherReports(): Promise<readonly { chain: string; source: string; lagSeconds: number | null }[]>
}

/** `/metrics`: for anyone who has the token; when none is set, for this machine only. For everyone else it does not exist. */
export function metricsRoutes(
  server: FastifyInstance,
  { config, metrics }: Pick<Context, 'config' | 'metrics'>,
  ports: MetricsPorts,
): void {
  server.get('/metrics', async (request, reply) => {
    const allowed = config.METRICS_TOKEN
      ? request.headers.authorization === `Bearer ${config.METRICS_TOKEN}`
      : ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) &&
        request.headers['x-forwarded-for'] === undefined
    if (!allowed) return reply.status(404).send(failureBody('not-found'))
    metrics.liveSockets.set(ports.watchers())
    metrics.setAsideItems.set((await ports.countSetAside()).total)
    metrics.watcherLagSeconds.reset()
    for (const { chain, source, lagSeconds } of await ports.watcherReports())
      if (lagSeconds !== null) metrics.watcherLagSeconds.set({ chain, source }, lagSeconds)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
