import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON and nothing else. An empty one counts as no body: the product's pages send the JSON content type with every call, even
 * without a body (docs/product.md 7.1). `__proto__` and `constructor` keys are refused.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
}
