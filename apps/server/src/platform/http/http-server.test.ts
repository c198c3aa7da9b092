import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createMetrics } from '../metrics.ts'
import { createHttpServer } from './http-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a machine that is slow to start it is waited for', async () => {
  const server = await createHttpServer({
    config: parseConfig({}),
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const slow = Promise.withResolvers<void>()
  server.register(() => slow.promise)
  const ready = server.ready().then(
    () => 'ready',
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(120_000)
  slow.resolve()
  expect(await ready).toBe('ready')
  await server.close()
})
