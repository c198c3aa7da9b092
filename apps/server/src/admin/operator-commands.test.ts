import { expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../test/build-test-app.ts'
import { ethereumSigner } from '../../test/chains/wallet-signers.ts'
import { signUp } from '../../test/sign-in.ts'
import { runAdminCommand } from '../platform/admin/admin-socket.ts'
import { describeEachEngine } from '../platform/db/testing.ts'
import { createOperatorCommands } from './operator-commands.ts'

describeEachEngine('operators from the shell', ({ store }) => {
  test('are made with a link that is shown once, listed, and taken back', async () => {
    const app = await buildTestApp(store())
    const signer = ethereumSigner()
    const { user } = await signUp(testClient(app), signer)
    const { secretKey } = app
    const commands = createOperatorCommands({
      store: store(),
      secretKey,
      clock: app.clock.now,
      mail: app.mail,
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
    // Whoever registers says themselves what their address is: it counts once they have proven it.
    expect(await run('operator:grant', { user: user.email, role: 'owner' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('not verified'),
    })
    await store().db.updateTable('users').set({ emailVerifiedAt: new Date() }).execute()
    expect(await run('operator:grant', { user: user.email })).toMatchObject({
      ok: false,
      error: expect.stringContaining('--role owner, sales, service, bookkeeper, read-only'),
    })
    expect(await run('operator:grant', { user: user.email, role: 'admiral' })).toMatchObject({ ok: false })
    const granted = await run('operator:grant', { user: user.email.toUpperCase(), role: 'sales' })
    expect(granted).toMatchObject({
      ok: true,
      result: { authenticator: expect.stringMatching(/^otpauth:\/\/totp\//) },
    })
    await store().db.updateTable('users').set({ emailVerifiedAt: null }).execute()
    expect(await run('operator:grant', { user: signer.address.toLowerCase() })).toMatchObject({
      result: { role: 'sales' },
    })
    expect(await run('operator:list')).toMatchObject({
      ok: true,
      result: [{ email: user.email, role: 'sales' }],
    })
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
