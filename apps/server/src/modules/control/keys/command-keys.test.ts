import { createPublicKey, verify } from 'node:crypto'
import { keySuccessionText, type UplinkToController } from '@shipminer/contract/uplink'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insertController } from '../../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { endCommandKey, listCommandKeys, openCommandKeys, rotateCommandKey } from './command-keys.ts'
import { createCommandSigner, derivedSeed } from './command-signer.ts'

const silent = { info() {}, warn() {}, error() {} }
const secretKey = new SecretKey(Buffer.alloc(32, 5))
const derived = createCommandSigner(derivedSeed(secretKey)).publicKey
const start = Date.UTC(2026, 5, 1, 12)

const isSignedWith = (publicKey: string, text: string, signature: string) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    }),
    Buffer.from(signature, 'base64'),
  )

describeEachEngine('keys that sign orders', ({ store }) => {
  let now = start
  const opened: { close(): Promise<void> }[] = []
  const deps = (more: object = {}) => ({
    store: store(),
    secretKey,
    clock: () => now,
    logger: silent,
    ...more,
  })
  const open = async (more: object = {}) => {
    const keys = await openCommandKeys(deps(more))
    opened.push(keys)
    return keys
  }
  const box = (id: string, enrolledAt: Date | null = null) =>
    insertController(store().db, { id, claimKeyHash: Buffer.from(id), enrolledAt })
  async function hello(
    keys: Awaited<ReturnType<typeof open>>,
    id: string,
    reported: string | null | undefined,
  ) {
    const sent: UplinkToController[] = []
    const line = await keys.meet({ controllerId: id, reported, send: (message) => sent.push(message) })
    return { ...line, sent, down: line.lineUp() }
  }

  beforeEach(() => {
    now = start
  })
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close()
    await resetTestStore(store())
  })

  test('a new installation has one that no other key leads to; all servers have the same', async () => {
    const [a, b] = await Promise.all([open(), open()])
    await box('SM-A')
    const first = await hello(a, 'SM-A', null)
    expect(first.commandKey).not.toBe(derived)
    expect((await hello(b, 'SM-A', null)).commandKey).toBe(first.commandKey)
    expect(isSignedWith(first.commandKey, 'x', b.sign('x'))).toBe(true)
    const rows = await store().db.selectFrom('commandKeys').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('an installation with boxes goes on with the one they have pinned', async () => {
    await box('SM-A', new Date(start))
    const keys = await open()
    expect((await hello(keys, 'SM-A', undefined)).commandKey).toBe(derived)
    expect(isSignedWith(derived, 'x', keys.sign('x'))).toBe(true)
  })

  test('changed on one server, boxes on the lines of all take the new one, by a message of the old', async () => {
    await box('SM-A', new Date(start))
    const here = await open()
    const there = await open()
    const line = await hello(there, 'SM-A', derived)
    expect(line.sent).toEqual([])
    now += 1_000
    const { commandKey, before } = await rotateCommandKey(deps())
    expect(before).toBe(derived)
    await vi.waitFor(() => expect(line.sent).toHaveLength(1), { timeout: 60_000 })
    const [message] = line.sent
    if (message?.type !== 'command-keys') throw new Error('no keys')
    expect(message.successions).toMatchObject([{ from: derived, to: commandKey }])
    const [step] = message.successions
    expect(isSignedWith(derived, keySuccessionText(derived, commandKey), step?.signature ?? '')).toBe(true)
    expect(isSignedWith(commandKey, 'order', line.sign('order'))).toBe(true)
    // One that was away for two changes is led through both.
    now += 1_000
    const second = await rotateCommandKey(deps())
    const late = await hello(here, 'SM-A', derived)
    expect(late.commandKey, 'the one it has, or it would complain').toBe(derived)
    const led = late.sent.flatMap((one) => (one.type === 'command-keys' ? one.successions : []))
    expect(led.map(({ to }) => to)).toEqual([commandKey, second.commandKey])
    // Nothing is sent to a box that is gone.
    line.down()
    const sentBefore = line.sent.length
    await rotateCommandKey(deps())
    await vi.waitFor(() => expect(late.sent).toHaveLength(2), { timeout: 60_000 })
    expect(line.sent.length).toBe(sentBefore)
  })

  test('a box that keeps its first key for good has its orders signed with that one, until it is ended', async () => {
    await box('SM-OLD', new Date(start))
    const keys = await open()
    now += 1_000
    const { commandKey } = await rotateCommandKey(deps())
    await box('SM-NEW', new Date(now + 1_000))
    const old = await hello(keys, 'SM-OLD', undefined)
    expect([old.commandKey, isSignedWith(derived, 'x', old.sign('x')), old.sent]).toEqual([derived, true, []])
    expect((await hello(keys, 'SM-NEW', undefined)).commandKey).toBe(commandKey)
    expect(await listCommandKeys(deps())).toMatchObject([
      { key: derived, state: 'still accepted', boxes: 1 },
      { key: commandKey, state: 'in force', boxes: 1 },
    ])
    await expect(endCommandKey(deps(), commandKey, { evenIfUsed: true })).rejects.toThrow('signs the orders')
    await expect(endCommandKey(deps(), derived, { evenIfUsed: false })).rejects.toThrow('1 boxes')
    await expect(endCommandKey(deps(), 'x', { evenIfUsed: false })).rejects.toThrow('no such key')
    expect(await endCommandKey(deps(), derived, { evenIfUsed: true })).toMatchObject([
      { state: 'ended' },
      { state: 'in force' },
    ])
    const after = await hello(keys, 'SM-OLD', undefined)
    expect(isSignedWith(derived, 'x', after.sign('x'))).toBe(false)
    // What it signed of its successor still leads a newer version there.
    const led = await hello(keys, 'SM-OLD', derived)
    expect(led.sent).toMatchObject([{ successions: [{ from: derived, to: commandKey }] }])
  })

  test('a database alone signs nothing, and another server key begins with a new one', async () => {
    await box('SM-A', new Date(start))
    const keys = await open()
    const [row] = await store().db.selectFrom('commandKeys').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(Buffer.from(derivedSeed(secretKey)).toString('base64'))
    const other = await open({ secretKey: new SecretKey(Buffer.alloc(32, 6)) })
    expect(isSignedWith(derived, 'x', other.sign('x'))).toBe(false)
    const unknown = await hello(keys, 'SM-A', `${'A'.repeat(43)}=`)
    expect(unknown.sent).toEqual([])
  })
})
