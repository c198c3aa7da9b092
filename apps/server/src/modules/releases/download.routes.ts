import { VersionSchema } from '@shipminer/contract/releases'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { AppError } from '../../platform/http/app-error.ts'
import { openArchive } from './download.service.ts'
import type { ReleaseDeps } from './releases.deps.ts'

const askedSchema = z.object({
  version: z.string().refine((text) => VersionSchema.safeParse(text).success),
  controller: z.string().max(64),
  expires: z.coerce.number().int(),
  token: z.string().max(100),
})

/** `GET /uplink/releases/:version`: the archive of a release for the controller it was offered to, whole or from a byte on. */
export function downloadRoutes(app: FastifyInstance, deps: ReleaseDeps): void {
  app.get(
    '/uplink/releases/:version',
    { config: { rateLimit: { max: 60, timeWindow: 60_000 } } },
    async (request, reply) => {
      const asked = askedSchema.safeParse({ ...(request.query as object), ...(request.params as object) })
      if (!asked.success) throw new AppError('not-found')
      const from = Number(/^bytes=(\d{1,10})-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const { size, body } = await openArchive(deps, asked.data, from)
      if (body === null) return reply.status(416).header('content-range', `bytes */${size}`).send()
      if (from > 0) reply.status(206).header('content-range', `bytes ${from}-${size - 1}/${size}`)
      return reply
        .type('application/gzip')
        .header('content-length', size - from)
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'no-store')
        .send(body)
    },
  )
}
