import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keySuccessionText } from '@shipminer/contract/uplink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { openCommandKeyPin } from './command-key-pin.ts'
import { openLogins } from './logins/open-logins.ts'
import { openOwnerWishes } from './wishes/owner-wishes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acting-'))
})
// A save may still be on its way when a test ends.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
const path = (name: string) => join(folder, name)

describe('the key for orders', () => {
  const pair = () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const base64 = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
    return { base64, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64') }
  }
  const [first, second, third, stranger] = [pair(), pair(), pair(), pair()]
  const step = (from: typeof first, to: typeof first, signer = from) => ({
    from: from.base64,
    to: to.base64,
    signature: signer.sign(keySuccessionText(from.base64, to.base64)),
  })
  let now = 0
  const open = () => openCommandKeyPin(path('command.key'), { now: () => now }, silentLogger)
  const kept = (name: string) =>
    vi.waitFor(() => readFile(path(name), 'utf8'), { timeout: 60_000 }).catch(() => null)
  /** Which of the keys are accepted, the newest first. */
  const accepted = (pin: Awaited<ReturnType<typeof open>>) =>
    pin.keys().map((key) => key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'))

  test('is the first one heard of', async () => {
    const pin = await open()
    expect([pin.keys(), pin.pinnedKey()]).toEqual([[], null])
    pin.pinFirst('nonsense')
    expect(pin.keys()).toEqual([])
    pin.succeed([step(first, second)])
    expect(pin.pinnedKey(), 'nobody to trust yet').toBeNull()
    pin.pinFirst(first.base64)
    pin.pinFirst(second.base64)
    expect(accepted(pin)).toEqual([first.base64])
    await vi.waitFor(async () => expect(await kept('command.key')).toBe(first.base64), { timeout: 60_000 })
    const again = await open()
    again.pinFirst(second.base64)
    expect(again.pinnedKey()).toBe(first.base64)
  })

  test('gives its place only to one that it has signed; the one before is accepted for a day', async () => {
    now = 1_000
    const pin = await open()
    pin.pinFirst(first.base64)
    pin.succeed([step(first, stranger, stranger)])
    pin.succeed([{ ...step(first, second), signature: 'nonsense' }])
    pin.succeed([step(second, stranger)])
    expect(accepted(pin)).toEqual([first.base64])
    pin.succeed([step(stranger, first), step(first, second), step(second, third)])
    expect(accepted(pin)).toEqual([third.base64, second.base64])
    await vi.waitFor(async () => expect(await kept('command.key')).toBe(third.base64), { timeout: 60_000 })
    const again = await open()
    expect(accepted(again)).toEqual([third.base64, second.base64])
    again.succeed([step(first, second), step(second, third)])
    expect(again.pinnedKey(), 'told once more').toBe(third.base64)
    now += 24 * 60 * 60_000
    expect(accepted(again)).toEqual([third.base64])
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
