import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { openCommandKeyPin } from './command-key-pin.ts'
import { openLogins } from './open-logins.ts'
import { openOwnerWishes } from './owner-wishes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acting-'))
})
// A save may still be on its way when a test ends.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
const path = (name: string) => join(folder, name)

describe('the key for orders', () => {
  const first = `${'A'.repeat(43)}=`
  const other = `${'B'.repeat(42)}A=`

  test('is the first one heard of, for good', async () => {
    const pin = await openCommandKeyPin(path('command.key'), silentLogger)
    expect(pin.key()).toBeNull()
    pin.pinFirst(first)
    const key = pin.key()
    expect(key).not.toBeNull()
    pin.pinFirst(other)
    expect(pin.key()).toBe(key)
    await vi.waitFor(async () => expect(await readFile(path('command.key'), 'utf8')).toBe(first), {
      timeout: 60_000,
    })
    const again = await openCommandKeyPin(path('command.key'), silentLogger)
    again.pinFirst(other)
    expect(again.key()?.equals(key as never)).toBe(true)
  })

  test('is no key when it is none', async () => {
    const pin = await openCommandKeyPin(path('command.key'), silentLogger)
    pin.pinFirst('nonsense')
    expect(pin.key()).toBeNull()
    pin.pinFirst(first)
    expect(pin.key()).not.toBeNull()
  })
})

describe('what the owner wants', () => {
  test('is kept over a restart; what is not known is wanted', async () => {
    const wishes = await openOwnerWishes(path('wishes.json'), silentLogger)
    expect(wishes.isWanted('mac:1')).toBe(true)
    wishes.set('mac:1', false)
    wishes.set('mac:2', false)
    wishes.set('mac:2', true)
    expect(wishes.isWanted('mac:1')).toBe(false)
    await vi.waitFor(
      async () => expect(JSON.parse(await readFile(path('wishes.json'), 'utf8'))).toEqual(['mac:1']),
      { timeout: 60_000 },
    )
    const again = await openOwnerWishes(path('wishes.json'), silentLogger)
    expect([again.isWanted('mac:1'), again.isWanted('mac:2')]).toEqual([false, true])
  })

  test('of a damaged file nothing is started until its owner starts it, and nothing that runs is stopped', async () => {
    await writeFile(path('wishes.json'), '{"mac:1":')
    const wishes = await openOwnerWishes(path('wishes.json'), silentLogger)
    expect([wishes.isWanted('mac:1'), wishes.isStopped('mac:1')]).toEqual([false, false])
    await wishes.set('mac:1', true)
    expect([wishes.isWanted('mac:1'), wishes.isWanted('mac:2')]).toEqual([true, false])
  })
})

describe('logins of miners', () => {
  const open = (deviceLogins: string | null) => openLogins({ dataDir: folder, deviceLogins }, silentLogger)

  test('are taken over once and sealed; the file may go; the nearest name counts', async () => {
    const file = path('logins.json')
    await writeFile(
      file,
      JSON.stringify({
        '*': { user: 'root', password: 'for-all' },
        '192.168.1.20': { user: 'admin', password: 'by-address' },
        'mac:3': { password: 'its-own' },
      }),
    )
    await open(file)
    await rm(file)
    const logins = await open(file)
    expect(logins.of('mac:1', { ipAddress: '192.168.1.10', make: null })).toEqual({
      user: 'root',
      password: 'for-all',
    })
    expect(logins.of('mac:2', { ipAddress: '192.168.1.20', make: null })).toEqual({
      user: 'admin',
      password: 'by-address',
    })
    expect(logins.of('mac:3', { ipAddress: '192.168.1.20', make: null })).toEqual({
      user: null,
      password: 'its-own',
    })
    expect(await readFile(path('logins.sealed'), 'utf8')).not.toContain('by-address')
  })

  test('a file that cannot be used changes nothing', async () => {
    const file = path('logins.json')
    await writeFile(file, '{"*": {"password": 7}}')
    expect((await open(file)).of('mac:1', null)).toBeNull()
    expect((await open(null)).of('mac:1', null)).toBeNull()
  })
})
