import { endpoints } from '@shipminer/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { openApiDocument } from './openapi.ts'
import { openApiPage, openApiPageStyleHash } from './openapi-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** The contract for people and programs: `/api/openapi.json` and `/api/docs`. */
export function apiDocsRoutes(
  server: FastifyInstance,
  { config, productName, publicUrl }: Pick<Context, 'config' | 'productName' | 'publicUrl'>,
): void {
  const document = openApiDocument(endpoints, {
    title: productName,
    version: config.VERSION,
    serverUrl: publicUrl,
  })
  const page = openApiPage(endpoints, productName)
  server.get('/api/openapi.json', async () => document)
  server.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy([openApiPageStyleHash]))
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
