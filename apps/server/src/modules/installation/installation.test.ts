import { createECDH, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp, testClient } from '../../../test/build-test-app.ts'
import { signUpProvenOperator } from '../../../test/operator.ts'
import { startMailServer } from '../../../test/services/mail-server.ts'
import { noteBackup } from '../../platform/backup/last-backup.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import type { InstallationDeps } from './installation.deps.ts'
import { tryInstallation } from './installation.service.ts'

describeEachEngine('a new installation', ({ store }) => {
  test('is done step by step, and what it depends on can be tried', async () => {
    const app = await buildTestApp(store(), { settings: { VIES_URL: 'off' } })
    const owner = testClient(app)
    await signUpProvenOperator(app, owner)
    const done = async () =>
      (await owner.get('/desk/installation')).body.data.steps
        .filter(({ isDone }: { isDone: boolean }) => isDone)
        .map(({ step }: { step: string }) => step)
    const before = await done()
    expect(before).not.toEqual(expect.arrayContaining(['company']))
    for (const step of ['mail', 'bank', 'coins', 'backup', 'colleague', 'recovery', 'controller', 'stock'])
      expect(before).not.toContain(step)
    const lastBackup = async () => (await owner.get('/desk/installation')).body.data.lastBackupAt
    expect(await lastBackup()).toBeNull()
    await owner.post('/desk/recovery-codes')
    await owner.post('/desk/controllers', { name: 'Ms Aurora', location: 'Engine room', count: 1 })
    await signUpProvenOperator(app, testClient(app), 'sales')
    const startedAt = new Date(Date.now() - 3_600_000)
    await noteBackup(store().db, { startedAt, finishedAt: new Date() })
    expect(await lastBackup()).toBe(startedAt.toISOString())
    expect(await done()).toEqual(expect.arrayContaining(['backup', 'colleague', 'recovery', 'controller']))

    const attempt = async (check: string) =>
      (await owner.post('/desk/installation/checks', { check })).body.data
    for (const check of ['mail', 'bank', 'chains', 'vies'])
      expect([check, await attempt(check)]).toEqual([check, { result: 'unset', findings: [] }])
    expect(await attempt('push')).toEqual({ result: 'none', findings: [] })
    expect((await owner.post('/desk/installation/checks', { check: 'weather' })).status).toBe(400)
    await app.server.close()
    await resetTestStore(store())
  })

  test('a message goes to the browsers of the operator, and what their services answer is told', async () => {
    let status: number | null = 201
    const sent: string[] = []
    const app = await buildTestApp(store(), {
      settings: { VIES_URL: 'off' },
      fetch: async (input) => {
        sent.push(String(input))
        if (status === null) throw new TypeError('fetch failed')
        return new Response(null, { status })
      },
    })
    const [owner, other] = [testClient(app), testClient(app)]
    await signUpProvenOperator(app, owner)
    await signUpProvenOperator(app, other)
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url')
    const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
    const auth = Buffer.alloc(16, 1).toString('base64url')
    await owner.post('/mining/push-subscriptions', { endpoint, keys: { p256dh, auth } })
    const attempt = async (who = owner) =>
      (await who.post('/desk/installation/checks', { check: 'push' })).body.data
    expect(await attempt()).toEqual({
      result: 'good',
      findings: [{ what: 'fcm.googleapis.com', said: null }],
    })
    expect(sent).toEqual([endpoint])
    expect(await attempt(other)).toEqual({ result: 'none', findings: [] })
    status = 403
    expect(await attempt()).toEqual({
      result: 'bad',
      findings: [{ what: 'fcm.googleapis.com', said: 'status 403' }],
    })
    status = null
    expect(await attempt()).toEqual({
      result: 'bad',
      findings: [{ what: 'fcm.googleapis.com', said: 'not reachable' }],
    })
    // The browser has taken its permission back: it is not asked again.
    status = 410
    expect(await attempt()).toMatchObject({ result: 'bad' })
    expect(await attempt()).toEqual({ result: 'none', findings: [] })
    await app.server.close()
    await resetTestStore(store())
  })

  test('the mail server, the account and VIES answer or say what is wrong', async () => {
    const server = await startMailServer()
    let isKnown = true
    const app = await buildTestApp(store(), {
      settings: {
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
        PROVIDER_EMAIL: 'desk@shipminer.example',
        COMPANY_IBAN: 'NL91ABNA0417164300',
        COMPANY_VAT_ID: 'NL000099998B57',
        VIES_URL: 'https://vies.example',
      },
      fetch: async () => Response.json({ isValid: isKnown }),
    })
    const owner = testClient(app)
    await signUpProvenOperator(app, owner)
    const attempt = async (check: string) =>
      (await owner.post('/desk/installation/checks', { check })).body.data
    expect(await attempt('bank')).toMatchObject({
      result: 'good',
      findings: [{ what: expect.stringContaining('NL91ABNA0417164300'), said: null }],
    })
    expect(await attempt('vies')).toEqual({
      result: 'good',
      findings: [{ what: 'NL000099998B57', said: null }],
    })
    isKnown = false
    expect(await attempt('vies')).toEqual({
      result: 'bad',
      findings: [{ what: 'NL000099998B57', said: 'unknown-to-vies' }],
    })
    const sent = await attempt('mail')
    expect(sent.result).toBe('good')
    const mails = await store()
      .db.selectFrom('mails')
      .selectAll()
      .where('messageId', 'like', 'trial.%')
      .execute()
    expect(mails).toMatchObject([{ recipient: sent.findings[0].what }])
    await server.close()
    expect(await attempt('mail')).toMatchObject({
      result: 'bad',
      findings: [{ what: null, said: expect.stringMatching(/ECONNREFUSED/) }],
    })
    await app.server.close()
    await resetTestStore(store())
  })

  test('the chains are read, or the nodes are named that are not, also one that was read a moment ago', async () => {
    const of = (isFresh: boolean, lastError: string | null, source = '127.0.0.1:8545') => ({
      ...{ chain: 'eip155:1', source, isFresh, lastError },
    })
    const attempt = (...reports: ReturnType<typeof of>[]) =>
      tryInstallation(
        { watcherReports: async () => reports } as unknown as InstallationDeps,
        { userId: randomUUID(), name: 'Bas', role: 'owner' },
        'chains',
      )
    const well = of(true, null)
    expect(await attempt(well)).toEqual({
      result: 'good',
      findings: [{ what: 'eip155:1 127.0.0.1:8545', said: null }],
    })
    expect(await attempt(well, of(true, 'not reachable', 'other'))).toEqual({
      result: 'bad',
      findings: [{ what: 'eip155:1 other', said: 'not reachable' }],
    })
    expect(await attempt(of(false, null, 'never'))).toMatchObject({
      result: 'bad',
      findings: [{ what: 'eip155:1 never' }],
    })
  })
})
