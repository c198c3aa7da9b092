import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { installErrorHandler } from './error-handler.ts'

async function answerTo(error: Error, lines: string[] = []) {
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  installErrorHandler(app)
  app.get('/', () => Promise.reject(error))
  const answer = await app.inject({ url: '/' })
  return { status: answer.statusCode, body: answer.json() }
}

test('a database that is away, full or out of connections: temporarily unavailable, with the id of the request', async () => {
  for (const fields of [{ code: 'ECONNREFUSED', syscall: 'connect' }, { code: '53100' }, { code: '57P03' }]) {
    const { status, body } = await answerTo(Object.assign(new Error('inner words'), fields))
    expect(status).toBe(503)
    expect(body).toMatchObject({ success: false, code: 'service-unavailable', requestId: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain('inner words')
  }
})

test('a mistake of the program: unknown error, with the id of the request and without its words', async () => {
  const { status, body } = await answerTo(new Error('inner words'))
  expect(status).toBe(500)
  expect(body).toMatchObject({
    success: false,
    error: 'Unknown error occurred',
    requestId: expect.any(String),
  })
  expect(JSON.stringify(body)).not.toContain('inner words')
})

test('a known refusal: its own words', async () => {
  const { status, body } = await answerTo(new AppError('claim-key-not-found'))
  expect(status).toBe(404)
  expect(body).toMatchObject({ error: 'Claim key not found.', message: 'Claim key not found.' })
})

test('words of our own for a failure: its cause goes to the log and not to the caller', async () => {
  const lines: string[] = []
  const error = new AppError('dashboard-unavailable', {}, { cause: new Error('inner words') })
  const { status, body } = await answerTo(error, lines)
  expect(status).toBe(503)
  expect(body.error).toMatch(/^Failed to load mining dashboard/)
  expect(JSON.stringify(body)).not.toContain('inner words')
  expect(lines.some((line) => line.includes('"level":50') && line.includes('inner words'))).toBe(true)
})
