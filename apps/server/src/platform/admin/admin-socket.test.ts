import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  adminCommand,
  adminSocketPath,
  callAdminSocket,
  runAdminCommand,
  serveAdminSocket,
} from './admin-socket.ts'

const commands = {
  greet: adminCommand({
    describe: 'says hello',
    args: z.strictObject({ name: z.string().min(2) }),
    run: async ({ name }) => ({ hello: name }),
  }),
  fail: adminCommand({
    describe: 'fails',
    args: z.strictObject({}),
    run: () => Promise.reject(new Error('the disk is full')),
  }),
}

describe('runAdminCommand', () => {
  test.each([
    ['nothing', {}, /Unknown command nothing. Known: greet, fail/],
    ['__proto__', {}, /Unknown command/],
    ['greet', {}, /--name/],
    ['greet', { name: 'x' }, /--name/],
    ['greet', { name: 'Jan', extra: '1' }, /extra/],
    ['fail', {}, /the disk is full/],
  ])('%s %j is an answer, not a throw', async (name, args, words) => {
    const answer = await runAdminCommand(commands, name, args as Record<string, string>)
    expect(answer.ok === false && answer.error).toMatch(words)
  })
})

describe('the socket', () => {
  let dir = ''
  let server: Awaited<ReturnType<typeof serveAdminSocket>>
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sm-admin-'))
    server = await serveAdminSocket(dir, commands, pino({ level: 'silent' }))
  })
  afterEach(async () => {
    await server.close()
    rmSync(dir, { recursive: true })
  })

  test('only its own user may open it', () => expect(statSync(adminSocketPath(dir)).mode & 0o777).toBe(0o600))

  test('carries a command and its answer', async () => {
    expect(await callAdminSocket(dir, 'greet', { name: 'Jan' })).toEqual({
      ok: true,
      result: { hello: 'Jan' },
    })
    expect(await callAdminSocket(dir, 'fail', {})).toEqual({ ok: false, error: 'the disk is full' })
  })

  test.each(['garbage\n', '{"command":1}\n'])('answers %j with what it wants', async (line) => {
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(adminSocketPath(dir), () => socket.write(line))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
    })
    expect(JSON.parse(answer)).toMatchObject({ ok: false })
  })

  test('takes over what a killed server left behind', async () => {
    await server.close()
    chmodSync(dir, 0o700)
    server = await serveAdminSocket(dir, commands, pino({ level: 'silent' }))
    expect(await callAdminSocket(dir, 'greet', { name: 'Jan' })).toMatchObject({ ok: true })
  })

  test('a second server on the folder leaves the commands to the first', async () => {
    const second = await serveAdminSocket(dir, {}, pino({ level: 'silent' }))
    await second.close()
    expect(await callAdminSocket(dir, 'greet', { name: 'Jan' })).toEqual({
      ok: true,
      result: { hello: 'Jan' },
    })
  })
})

test('without a server there is no answer', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sm-admin-'))
  expect(await callAdminSocket(dir, 'greet', { name: 'Jan' })).toBeNull()
  rmSync(dir, { recursive: true })
})

test('a path too long for a socket moves to the temporary folder', () => {
  expect(Buffer.byteLength(adminSocketPath(`/x/${'y'.repeat(200)}`))).toBeLessThanOrEqual(100)
})
