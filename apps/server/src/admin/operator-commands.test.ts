import { expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../test/build-test-app.ts'
import { signUp } from '../../test/sign-in.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine } from '../platform/db/testing.ts'
import { createOperatorCommands } from './operator-commands.ts'

describeEachEngine('operators from the shell', ({ store }) => {
  test('are made with a link that is shown once, listed, and taken back', async () => {
    const app = await buildTestApp(store())
    const { user } = await signUp(testClient(app))
    const { secretKey } = app
    const commands = createOperatorCommands({
      store: store(),
      secretKey,
      clock: app.clock.now,
      productName: 'Shipminer',
    })
    const run = (command: string, args: Record<string, string> = {}) =>
      runAdminCommand(commands, command, args)
    const rows = (table: 'operatorSecrets' | 'deskAudit') =>
      store().db.selectFrom(table).selectAll().execute()

    expect(await run('operator:grant', { user: 'nobody@rederij.nl' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('no one account'),
    })
    expect(await run('operator:revoke', { user: user.email })).toMatchObject({ ok: false })
    const granted = await run('operator:grant', { user: user.email.toUpperCase() })
    expect(granted).toMatchObject({
      ok: true,
      result: { authenticator: expect.stringMatching(/^otpauth:\/\/totp\//) },
    })
    await run('operator:grant', { user: user.email })
    expect(await run('operator:list')).toMatchObject({ ok: true, result: [{ email: user.email }] })
    const { roles } = await store().db.selectFrom('users').select('roles').executeTakeFirstOrThrow()
    expect(roles.filter((role) => role === 'operator')).toEqual(['operator'])
    const secret = new URL(
      (granted as { result: { authenticator: string } }).result.authenticator,
    ).searchParams.get('secret')
    expect(JSON.stringify(await rows('operatorSecrets'))).not.toContain(secret)

    expect(await run('operator:revoke', { user: user.email })).toMatchObject({ ok: true })
    expect(await run('operator:list')).toEqual({ ok: true, result: [] })
    expect(await rows('operatorSecrets')).toEqual([])
    expect((await rows('deskAudit')).map(({ action }) => action)).toEqual([
      'operator.grant',
      'operator.grant',
      'operator.revoke',
    ])
    await app.server.close()
  })
})
