import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import { noFigures } from '@shipminer/domain/generator/commissioning/commissioning'
import { languages } from '@shipminer/i18n/languages'
import { buildShip } from '@shipminer/testkit/fleet'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../../test/build-test-app.ts'
import { insertController } from '../../../../test/fleet-rows.ts'
import { signUpOperator } from '../../../../test/operator.ts'
import { signUp } from '../../../../test/sign-in.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { totpCode, totpStep } from '../../operators/totp.ts'
import { storeReport } from './commissioning.service.ts'
import { reportAttachment } from './commissioning-mail.ts'

const finishedAt = Date.UTC(2026, 9, 5, 14, 30)
const result = (figures: object) => ({
  outcome: 'passed' as const,
  at: finishedAt,
  failure: null,
  reason: null,
  figures: { ...noFigures, stops: [], ...figures },
})
const report: CommissioningReport = {
  controllerId: 'what a box calls itself',
  version: '1.4.0',
  position: 'done',
  checkedElsewhere: null,
  startedAt: finishedAt - 1_200_000,
  finishedAt,
  capacityKw: 100,
  limitPercent: 85,
  reserveKw: 10,
  requiredReserveKw: 22.5,
  largestStepKw: 30,
  results: {
    meter: result({ readsKw: 41.2 }),
    stops: result({ stops: [{ firmware: 'Antminer', devices: 1, tookMs: 84_500 }] }),
    contactor: { ...result({}), outcome: 'skipped', reason: 'wired next week' },
  },
}

describeEachEngine('reports of the check at commissioning', ({ store }) => {
  let app: TestApp
  let client: TestClient
  let shipId: string
  const keep = (over: Partial<CommissioningReport> = {}) =>
    storeReport({ clock: app.clock.now } as never, app.store.db, 'SM-A', { ...report, ...over })
  const reports = async () => (await client.get(`/mining/ships/${shipId}/commissioning`)).body.data.reports
  const textOf = async (base64: string) =>
    (
      await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(base64, 'base64'))), {
        mergePages: true,
      })
    ).text.replaceAll(/\s+/g, ' ')

  beforeEach(async () => {
    app = await buildTestApp(store())
    client = testClient(app)
    const { user } = await signUp(client)
    const ship = await client.post('/user/ships', buildShip())
    shipId = ship.body.data.ship.id
    await insertController(app.store.db, { name: 'Engine room', ownerId: user.id })
    await client.call('PUT', '/mining/controllers/SM-A', { shipId })
    return async () => {
      await app.server.close()
      await resetTestStore(store())
    }
  })

  test('each one is kept once and shown newest first; those of others do not exist', async () => {
    expect(await reports()).toEqual([])
    await keep({ finishedAt: null })
    expect(await reports()).toEqual([])
    await keep()
    app.clock.advance(60_000)
    // The box sends it again after each connection, with whatever else it is set to by then.
    await keep({ reserveKw: 99 })
    app.clock.advance(60_000)
    await keep({ finishedAt: finishedAt + 1, reserveKw: 25 })
    const kept = await reports()
    expect(kept).toMatchObject([
      { controllerName: 'Engine room', report: { reserveKw: 25, controllerId: 'SM-A' } },
      { report: { reserveKw: 10 }, receivedAt: app.clock.now() - 120_000 },
    ])
    const other = testClient(app)
    await signUp(other)
    const path = `/mining/ships/${shipId}/commissioning`
    expect((await other.get(path)).body.code).toBe('ship-not-found')
    expect((await other.get(`${path}/${kept[0].id}/pdf?language=en`)).body.code).toBe('ship-not-found')
    expect((await client.get(`${path}/2147483647/pdf?language=en`)).body.code).toBe('not-found')
  })

  test('what was checked before anybody claimed the box is kept for who does', async () => {
    const { db } = app.store
    await insertController(db, { id: 'SM-B', ownerId: null, claimKeyHash: Buffer.from('b') })
    await storeReport({ clock: app.clock.now } as never, db, 'SM-B', report)
    await db.updateTable('controllers').set({ shipId }).where('id', '=', 'SM-B').execute()
    expect(await reports()).toEqual([])
    const { ownerId } = await db
      .selectFrom('controllers')
      .select('ownerId')
      .where('id', '=', 'SM-A')
      .executeTakeFirstOrThrow()
    await db.updateTable('controllers').set({ ownerId }).where('id', '=', 'SM-B').execute()
    expect(await reports()).toMatchObject([{ report: { controllerId: 'SM-B' } }])
  })

  test.each(languages)(
    'as a paper in %s, with times per firmware, the reserve and what is open',
    async (language) => {
      await keep()
      const [{ id }] = await reports()
      const answer = await client.get(`/mining/ships/${shipId}/commissioning/${id}/pdf?language=${language}`)
      expect(answer.body.data.filename).toBe('commissioning-SM-A-2026-10-05.pdf')
      const text = await textOf(answer.body.data.pdfBase64)
      const comma = language === 'en' ? '.' : ','
      for (const known of [
        `41${comma}2 kW`,
        'Antminer:',
        `84${comma}5 s`,
        'wired next week',
        `22${comma}5 kW`,
      ])
        expect(text).toContain(known)
      const words = { nl: 'Niet aangetoond', en: 'Not shown', de: 'Nicht gezeigt', ro: 'Nedovedit' }
      expect(text).toContain(words[language])
      expect(text).not.toMatch(/\{\{|found\.|step\./)
      // One sheet of paper, and each thing that is not covered a line of its own.
      const [, pages] = /(\d) (?:van|of|von|din) (\d)\b/.exec(text)?.slice(1) ?? []
      expect(pages).toBe('1')
      expect(text.split('•')).toHaveLength(1 + 5 + 6)
    },
  )

  test('the desk sees when, and the paper; an account takes its own out and away', async () => {
    const operator = testClient(app)
    const { secret } = await signUpOperator(app, operator)
    await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    const desk = async () => (await operator.get('/desk/controllers?id=SM-A')).body.data.controllers[0]
    expect(await desk()).toMatchObject({ commissionedAt: null })
    const pdf = () => operator.get('/desk/controllers/SM-A/commissioning/pdf?language=en')
    expect((await pdf()).body.code).toBe('not-found')
    await keep()
    expect(await desk()).toMatchObject({ commissionedAt: finishedAt, unreadable: [] })
    const values = { controllerId: 'SM-A', settingsLost: false, checkLost: true }
    await app.store.db.insertInto('powerState').values(values).execute()
    expect(await desk()).toMatchObject({ commissionedAt: finishedAt, unreadable: ['check'] })
    expect(await textOf((await pdf()).body.data.pdfBase64)).toContain('Engine room')

    const send = () => operator.post('/desk/controllers/SM-A/commissioning/send')
    expect((await send()).body.code).toBe('recipient-missing')
    await app.store.db
      .updateTable('users')
      .set({ emailVerifiedAt: new Date(0), preferredLanguage: 'de' })
      .execute()
    const { email } = (await client.get('/wallet-auth/me')).body.data.user
    expect((await send()).body.data).toEqual({ to: email })
    const [mail] = await app.store.db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'attachment'])
      .where('messageId', 'like', 'commissioning.%')
      .execute()
    expect(mail).toEqual({
      recipient: email,
      subject: 'Bericht der Prüfung bei der Inbetriebnahme: Engine room',
      attachment: 'commissioning:de:SM-A',
    })
    const attached = (name: string) => reportAttachment({ store: app.store, productName: 'X' } as never, name)
    expect(await attached(mail?.attachment ?? '')).toMatchObject([
      { filename: 'commissioning-SM-A-2026-10-05.pdf', contentType: 'application/pdf' },
    ])
    for (const name of ['commissioning:xx:SM-A', 'commissioning:de:SM-NONE', 'invoice:INV-1'])
      expect(await attached(name)).toBeNull()
    expect((await operator.post('/desk/controllers/SM-NONE/commissioning/send')).body.code).toBe('not-found')
    expect((await operator.get('/desk/audit')).body.data.entries[0]).toMatchObject({
      action: 'controller.report',
      subject: 'controller SM-A',
    })

    const { data } = (await client.get('/user/data')).body
    expect(data.commissioningReports).toMatchObject([{ controllerId: 'SM-A', report: { version: '1.4.0' } }])
    await operator.post('/desk/controllers/SM-A/actions', { action: 'release-owner', reason: 'sold' })
    const rows = () => app.store.db.selectFrom('commissioningReports').select('id').execute()
    expect(await rows()).toEqual([])
    // The box sends it again after each connection, and the next owner is not shown what was found in the time of this one.
    const releasedAt = app.clock.now()
    await keep({ finishedAt: releasedAt - 1 })
    expect(await rows()).toEqual([])
    await keep({ finishedAt: releasedAt + 1 })
    expect(await desk()).toMatchObject({ commissionedAt: releasedAt + 1 })
  })
})
