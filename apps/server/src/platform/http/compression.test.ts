import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createMetrics } from '../metrics.ts'
import { createHttpServer } from './http-server.ts'

const long = { miners: Array.from({ length: 100 }, (_, id) => ({ id, state: 'mining' })) }

describe('compression', () => {
  let server: FastifyInstance

  beforeAll(async () => {
    server = await createHttpServer({
      config: parseConfig({ NODE_ENV: 'test' }),
      logger: pino({ level: 'silent' }),
      metrics: createMetrics(),
    })
    server.get('/long', async () => long)
    server.get('/short', async () => ({ ok: true }))
    server.get('/packed', async (_request, reply) =>
      reply.header('content-encoding', 'gzip').type('application/json').send(Buffer.alloc(5_000)),
    )
    server.get('/picture', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
    await server.ready()
    return () => server.close()
  })

  const get = (url: string, encoding?: string) =>
    server.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('a long answer to a reader of %s comes as %s', async (accepted, encoding, unpack) => {
    const answer = await get('/long', accepted)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding })
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4)
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(long)
  })

  test.each([
    ['a reader that asks for none', '/long', undefined],
    ['one that refuses it', '/long', 'identity'],
    ['a short answer', '/short', 'br'],
    ['a picture', '/picture', 'br'],
  ])('%s gets it as it is', async (_case, url, accepted) => {
    expect((await get(url, accepted)).headers['content-encoding']).toBeUndefined()
  })

  test('what is packed already is not packed again', async () => {
    const answer = await get('/packed', 'br')
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.rawPayload.length).toBe(5_000)
  })
})
