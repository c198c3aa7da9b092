import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import * as z from 'zod'
import { clientKey } from '../auth/client-key.ts'
import type { Context } from '../context.ts'
import type { Metrics } from '../metrics.ts'
import { failureBody, installErrorHandler } from './error-handler.ts'
import { installJsonBody } from './json-body.ts'
import { socketPayloadBytes } from './limit-frames.ts'
import { contentSecurityPolicy, installSecurityHeaders } from './security-headers.ts'

const bodyLimitBytes = 32 * 1024
/** One packet of the line: shorter answers arrive no sooner when packed. */
const compressFromBytes = 1024

/** Fastify with everything common to all responses: limits, headers, the shape of failures, one log line each. It has no routes yet. */
export async function createHttpServer({
  config,
  logger,
  metrics,
}: Pick<Context, 'config' | 'logger' | 'metrics'>): Promise<FastifyInstance> {
  z.config(z.locales.en())
  const server: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: bodyLimitBytes,
    // A busy machine may take longer to start than any limit; one that hangs is ended by who started it.
    pluginTimeout: 0,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // A server that is stopping listens until its sockets are closed. What comes until then is answered, and its connection ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_error, _request, reply) => {
      void (reply as FastifyReply).status(400).send(failureBody('invalid-request'))
    },
  })
  installJsonBody(server)
  installErrorHandler(server)
  observeRequests(server, metrics)
  installSecurityHeaders(server, { publicUrl: config.PUBLIC_URL, policy: contentSecurityPolicy([]) })
  await server.register(compress, {
    threshold: compressFromBytes,
    encodings: ['br', 'gzip'],
    // Level 4 takes a tenth of the time of the default, which is meant for files that are packed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  })
  await server.register(cookie)
  await server.register(rateLimit, {
    global: false,
    keyGenerator: (request) => clientKey(request.ip),
    errorResponseBuilder: () => Object.assign(new Error('rate limited'), { statusCode: 429 }),
  })
  await server.register(websocket, {
    errorHandler(error, socket, { log }) {
      // What a client sends in no form is no fault of ours. Errors of the database have codes of their own, and are.
      const { code } = error as NodeJS.ErrnoException
      if (code?.startsWith('WS_ERR_')) log.info({ code, reason: error.message }, 'socket ended')
      else log.error(error)
      socket.terminate()
    },
    options: {
      maxPayload: socketPayloadBytes,
      perMessageDeflate: {
        // What goes to a page says nearly the same each time: with what went before it as a dictionary a small message shrinks to a third.
        threshold: 48,
        clientNoContextTakeover: true,
        // A small window and little memory: messages are small, and there may be thousands of pages.
        serverMaxWindowBits: 12,
        zlibDeflateOptions: { level: 3, memLevel: 5 },
      },
    },
  })
  return server
}

type RequestMetrics = Pick<Metrics, 'requestSeconds' | 'slowRequests' | 'failedRequests'>
/** From this duration on a request counts as slow, ms. */
const slowMs = 1_000

/** Each request has an id that the response names, a log line and its time in the metrics. */
function observeRequests(server: FastifyInstance, metrics: RequestMetrics): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    // Not by route: a histogram of each would make a scrape of megabytes.
    metrics.requestSeconds.observe(
      { status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    )
    if (reply.elapsedTime >= slowMs) metrics.slowRequests.inc({ method, route })
    if (reply.statusCode >= 500) metrics.failedRequests.inc({ method, route })
    request.log.info(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
