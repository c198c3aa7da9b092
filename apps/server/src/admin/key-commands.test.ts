import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readPushKeys } from '../modules/alerts/notices/push-keys.ts'
import { createController } from '../modules/claims/claims.port.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine, resetTestStore } from '../platform/db/testing.ts'
import { type KeyConfig, loadSecretKey } from '../platform/secret-key/load-secret-key.ts'
import { resealAll } from '../platform/secret-key/sealed-values.ts'
import { createKeyCommands } from './key-commands.ts'

describeEachEngine('the secret key, by command', ({ store }) => {
  let config: KeyConfig
  let nowMs = Date.parse('2026-05-01T10:00:00Z')
  beforeEach(async () => {
    await resetTestStore(store())
    config = { DATA_DIR: mkdtempSync(join(tmpdir(), 'keys-')), SECRET_KEY: undefined, SECRET_KEY_OLD: [] }
    return () => rmSync(config.DATA_DIR, { recursive: true })
  })
  const run = (secretKey: ReturnType<typeof loadSecretKey>, name: string, args = {}) =>
    runAdminCommand(createKeyCommands({ store: store(), secretKey, config, clock: () => nowMs }), name, args)

  test('changes while the server runs, is there after a restart, and the one before goes when nothing needs it', async () => {
    const secretKey = loadSecretKey(config)
    const { publicKey } = await readPushKeys({ store: store(), secretKey })
    const { controllerId } = await createController(
      { store: store(), secretKey },
      { name: 'A', location: null },
    )
    const first = secretKey.print
    expect(await run(secretKey, 'secret:rotate')).toMatchObject({
      ok: true,
      result: {
        accepted: 1,
        since: '2026-05-01T10:00:00.000Z',
        needed: expect.stringContaining('1 key of push messages'),
      },
    })
    expect(secretKey.print).not.toBe(first)
    expect(await resealAll(store().db, secretKey)).toBe(1)
    const restarted = loadSecretKey(config)
    expect([restarted.print, restarted.others]).toEqual([secretKey.print, 1])
    expect((await readPushKeys({ store: store(), secretKey: restarted })).publicKey).toBe(publicKey)

    expect(await run(secretKey, 'secret:forget')).toMatchObject({
      ok: false,
      error: expect.stringMatching(`until 2026-05-08.*1 claim cards were not used yet .${controllerId}`),
    })
    await store()
      .db.updateTable('controllers')
      .set({ revokedAt: new Date(nowMs) })
      .execute()
    nowMs += 7 * 86_400_000
    expect(await run(secretKey, 'secret:show')).toMatchObject({
      result: { needed: 'nothing needs another key' },
    })
    expect(await run(secretKey, 'secret:forget')).toMatchObject({ ok: true, result: { accepted: 0 } })
    expect(existsSync(join(config.DATA_DIR, 'secret.key.old'))).toBe(false)
    expect(loadSecretKey(config).others).toBe(0)
  })

  test('can be given up by force, and is not of this command where it is a setting', async () => {
    const secretKey = loadSecretKey(config)
    await createController({ store: store(), secretKey }, { name: 'A', location: null })
    await run(secretKey, 'secret:rotate')
    expect(await run(secretKey, 'secret:forget', { 'even-if-used': 'yes' })).toMatchObject({ ok: true })

    const before = readFileSync(join(config.DATA_DIR, 'secret.key'), 'utf8')
    config = { ...config, SECRET_KEY: 'k'.repeat(32), SECRET_KEY_OLD: ['o'.repeat(32)] }
    const fromSettings = loadSecretKey(config)
    expect(await run(fromSettings, 'secret:rotate')).toMatchObject({
      error: expect.stringContaining('SECRET_KEY_OLD of every copy'),
    })
    expect(await run(fromSettings, 'secret:forget')).toMatchObject({
      error: expect.stringContaining('take them out there'),
    })
    expect(readFileSync(join(config.DATA_DIR, 'secret.key'), 'utf8')).toBe(before)
  })
})
