import { afterEach, expect, test } from 'vitest'
import { budgetFrom } from '../budget.ts'
import { type FakeServer, startHttp } from '../fixtures/fake-device.ts'
import { createBraiinsSessions } from './braiins-session.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** A device that knows one token at a time. */
async function device(accepts: () => boolean) {
  let token = 0
  const server = await startHttp((request, response) => {
    if (request.url === '/api/v1/auth/login') {
      response.statusCode = accepts() ? 200 : 401
      if (accepts()) token += 1
      return response.end(accepts() ? `{"token":"t${token}"}` : '{}')
    }
    response.statusCode = request.headers.authorization === `t${token}` ? 200 : 401
    return response.end('{}')
  })
  servers.push(server)
  const sessions = createBraiinsSessions()
  const login = { user: 'root', password: 'a' }
  return {
    forget: () => {
      token += 1
    },
    logins: () => server.requests.filter((path) => path.endsWith('/login')).length,
    async read(credentials: typeof login | null = login) {
      const address = { host: server.host, port: server.port }
      const session = await sessions(address, credentials, budgetFrom({ timeoutMs: 5_000 }))
      if (!session.ok) return session.problem
      const outcome = await session.call('miner/stats')
      return outcome.ok ? outcome.status : outcome.reason
    },
  }
}

test('one login serves many polls, until the device forgets it', async () => {
  const { read, logins, forget } = await device(() => true)
  for (let poll = 0; poll < 5; poll++) expect(await read()).toBe(200)
  expect(logins()).toBe(1)
  forget()
  expect(await read()).toBe(200)
  expect(await read()).toBe(200)
  expect(logins()).toBe(2)
})

test('a login that is refused is tried again now and then, another one at once', async () => {
  let accepts = false
  const { read, logins } = await device(() => accepts)
  for (let poll = 0; poll < 22; poll++) expect(await read()).toBe('login')
  expect(logins()).toBe(2)
  accepts = true
  expect(await read({ user: 'root', password: 'b' })).toBe(200)
})
