import { endpoints } from '@shipminer/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { openApiDocument } from './openapi.ts'
import { openApiPage, openApiPageStyleHash } from './openapi-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** Created at the first request: converting every schema takes longer than the rest of the start. */
function onFirstCall<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The contract for people and programs: `/api/openapi.json` and `/api/docs`. */
export function apiDocsRoutes(
  server: FastifyInstance,
  { config, productName, publicUrl }: Pick<Context, 'config' | 'productName' | 'publicUrl'>,
): void {
  const document = onFirstCall(() =>
    openApiDocument(endpoints, { title: productName, version: config.VERSION, serverUrl: publicUrl }),
  )
  const page = onFirstCall(() => openApiPage(endpoints, productName))
  server.get('/api/openapi.json', async () => document())
  server.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy([openApiPageStyleHash]))
      .type('text/html; charset=utf-8')
      .send(page()),
  )
}
