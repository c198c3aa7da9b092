import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginContext } from '@shipminer/contract/control/device-logins'
import { loginBinding, sealForTest } from '@shipminer/testkit/sealed-login'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLoginSealing } from './login-sealing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sm-sealing-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sign = (text: string) => `signed: ${text}`
const open = (name = 'logins.key') => openLoginSealing(join(folder, name), { sign }, 'SM-A')
const bound = {
  controllerId: 'SM-A',
  name: 'mac:02:00',
  commandId: randomUUID(),
  expiresAt: 1_800_000_000_000,
}
const binding = loginBinding(bound.controllerId, bound.name, bound.commandId, bound.expiresAt)
const login = { user: 'captain', password: 'harbour “7”' }
const context = loginContext(bound)

test('the box opens what was sealed for it, also after a restart', async () => {
  const { announced } = await open()
  expect(announced.proof).toBe(`signed: shipminer-sealing-v1\nSM-A\n${announced.key}`)
  const sealed = sealForTest(JSON.stringify(login), announced.key, binding)
  const again = await open()
  expect(again.announced).toEqual(announced)
  expect(again.open(sealed, context)).toEqual(login)
})

test('the key is for its owner alone, and a damaged one is no reason to make another', async () => {
  await open()
  const path = join(folder, 'logins.key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY')
  writeFileSync(path, 'damaged')
  await expect(open()).rejects.toThrow('no X25519 key')
})

test('another box, controller, miner, command or expiry does not open it', async () => {
  const [own, other] = [await open(), await open('other.key')]
  const sealed = sealForTest(JSON.stringify(login), own.announced.key, binding)
  expect(other.open(sealed, context)).toBeNull()
  for (const change of [
    { controllerId: 'SM-B' },
    { name: 'mac:02:01' },
    { name: 'make:antminer' },
    { commandId: randomUUID() },
    { expiresAt: bound.expiresAt + 1 },
  ])
    expect(own.open(sealed, loginContext({ ...bound, ...change }))).toBeNull()
})

test('any change is seen', async () => {
  const own = await open()
  const sealed = Buffer.from(sealForTest(JSON.stringify(login), own.announced.key, binding), 'base64')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    // The highest bit of an X25519 key has no meaning; it is part of the salt all the same.
    expect(own.open(changed.toString('base64'), context)).toBeNull()
    if (at % 16 === 0) expect(own.open(sealed.subarray(0, at).toString('base64'), context)).toBeNull()
  }
})

test.each([
  'no JSON',
  '{}',
  '[]',
  JSON.stringify({ user: 'a' }),
  JSON.stringify({ ...login, password: '' }),
  JSON.stringify({ ...login, password: 'a\nb' }),
  JSON.stringify({ ...login, user: 'x'.repeat(101) }),
  JSON.stringify({ ...login, more: true }),
])('%s is no login', async (plain) => {
  const own = await open()
  expect(own.open(sealForTest(plain, own.announced.key, binding), context)).toBeNull()
})

test('a key that gives nothing in common is refused', async () => {
  const own = await open()
  const low = Buffer.concat([Buffer.alloc(32), Buffer.alloc(528)])
  expect(own.open(low.toString('base64'), context)).toBeNull()
})
