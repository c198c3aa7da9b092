import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { defaultLimit } from '../../platform/http/routing.ts'

describeEachEngine('health', ({ store }) => {
  let app: TestApp
  const ask = (url: string, remoteAddress: string) => app.server.inject({ url, remoteAddress })

  beforeEach(async () => {
    app = await buildTestApp(store())
    return () => app.server.close()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  test('/health and /api/health answer alike', async () => {
    const [short, long] = [await ask('/health', '198.51.100.1'), await ask('/api/health', '198.51.100.1')]
    expect(short.statusCode).toBe(200)
    expect(short.headers['cache-control']).toBe('no-store')
    const shape = (body: { data: object }) => Object.keys(body.data)
    expect(shape(short.json())).toEqual(shape(long.json()))
    expect(short.json().data).toMatchObject({
      version: expect.any(String),
      database: { reachable: true },
      migrations: { pending: [] },
      lastBackupAt: null,
      jobs: expect.arrayContaining([expect.objectContaining({ name: 'silence' })]),
    })
  })

  test('/metrics of production are for who has the token, and without one for nobody', async () => {
    expect((await ask('/metrics', '127.0.0.1')).statusCode).toBe(200)
    expect((await ask('/metrics', '198.51.100.1')).statusCode).toBe(404)
    await app.server.close()
    app = await buildTestApp(store(), { settings: { NODE_ENV: 'production' } })
    expect((await ask('/metrics', '127.0.0.1')).statusCode).toBe(404)
    await app.server.close()
    app = await buildTestApp(store(), {
      settings: { NODE_ENV: 'production', METRICS_TOKEN: 'a token of the watchman' },
    })
    const get = (authorization: string) =>
      app.server.inject({ url: '/metrics', remoteAddress: '198.51.100.1', headers: { authorization } })
    expect((await get('Bearer a token of the watchman')).statusCode).toBe(200)
    for (const wrong of ['Bearer a token of the watchmaN', 'Bearer ', ''])
      expect((await get(wrong)).statusCode).toBe(404)
    expect((await ask('/metrics', '127.0.0.1')).statusCode).toBe(404)
  })

  test.each(['/health', '/api/health', '/api/products'])(
    'a server that is stopping still answers what comes over an open connection, and then ends it: %s',
    async (path) => {
      await app.server.listen({ host: '127.0.0.1', port: 0 })
      const { server } = app.server
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      const ended = once(socket, 'close')
      let said = ''
      socket.setEncoding('utf8').on('data', (text) => {
        said += text
      })
      const begun = (of: string) => `GET ${of} HTTP/1.1\r\nHost: 127.0.0.1\r\n`
      // One whole request, and one that has begun when the server stops.
      socket.write(`${begun('/health')}\r\n${begun(path)}`)
      await expect.poll(() => said).toContain('"success":true')
      const closing = app.server.close()
      await expect.poll(() => server.listening).toBe(false)
      socket.write('\r\n')
      await ended
      await closing
      const answer = said.slice(said.lastIndexOf('HTTP/1.1 ')).toLowerCase()
      expect(answer).toMatch(/^http\/1\.1 200 /)
      expect(answer).toContain('connection: close')
    },
  )

  test('one who asks too often does not silence the watchman', async () => {
    // The clock stands still: a slow machine takes longer for these than the minute of the rate limit.
    vi.useFakeTimers({ toFake: ['Date'] })
    const together = 50
    for (let asked = 0; asked < defaultLimit.max; asked += together)
      await Promise.all(Array.from({ length: together }, () => ask('/health', '198.51.100.2')))
    expect((await ask('/health', '198.51.100.2')).statusCode).toBe(429)
    expect((await ask('/health', '198.51.100.3')).statusCode).toBe(200)
    expect((await ask('/health', '127.0.0.1')).statusCode).toBe(200)
  })
})
