import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { UplinkToController } from '@shipminer/contract/uplink'
import { type ArchiveFile, writeArchive } from '@shipminer/domain/releases/archive'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeReleaseFile, releasePublicKey } from '../../../../../scripts/lib/release-file.ts'
import { buildTestApp, type TestApp, type TestClient, testClient } from '../../../test/build-test-app.ts'
import { insertController } from '../../../test/fleet-rows.ts'
import { signUpOperator } from '../../../test/operator.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { totpCode, totpStep } from '../operators/totp.ts'
import { createReleases, openShellReleases } from './create-releases.ts'
import { verifyRelease } from './verify-release.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const releaseKey = releasePublicKey(privateKey)
const shell = { userId: null, name: 'shell' }
const hourMs = 3_600_000
/** Waits for the effect of a signal. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

function fileOf(
  version: string,
  text = 'run()',
  options: { key?: KeyObject; files?: ArchiveFile[] } = {},
): Buffer {
  return makeReleaseFile({
    version,
    minimumNode: '24.0.0',
    allowsDowngrade: false,
    files: options.files ?? [{ path: 'app/controller.mjs', content: Buffer.from(text) }],
    privateKey: options.key ?? privateKey,
  }).bytes
}

describe('verifyRelease', () => {
  const problemOf = async (file: Uint8Array, key = releaseKey) => {
    const verified = await verifyRelease(file, key)
    return verified.ok ? null : verified.problem
  }
  const whole = fileOf('1.4.0')
  const lineEnd = whole.indexOf(0x0a)

  test('takes what is signed and whole', async () => {
    expect(await problemOf(whole)).toBeNull()
  })
  test.each([
    ['nothing', Buffer.alloc(0), 'not a release file'],
    ['no header', Buffer.from('hello\nworld'), 'not a release file'],
    ['another key', fileOf('1.4.0', 'x', { key: generateKeyPairSync('ed25519').privateKey }), 'signature'],
    [
      'a changed manifest',
      Buffer.from(whole.toString('latin1').replace('1.4.0', '1.5.0'), 'latin1'),
      'signature',
    ],
    ['a cut archive', whole.subarray(0, whole.length - 1), 'not the one that was signed'],
    ['more after the archive', Buffer.concat([whole, Buffer.from('x')]), 'not the one that was signed'],
    [
      'another archive',
      Buffer.concat([whole.subarray(0, lineEnd + 1), gzipSync(writeArchive([]))]),
      'not the one that was signed',
    ],
    [
      'no program of the launcher’s',
      fileOf('1.4.0', '', { files: [{ path: 'other.mjs', content: Buffer.from('x') }] }),
      'manifest is out of form',
    ],
  ])('refuses %s', async (_, file, problem) => {
    expect(await problemOf(file)).toContain(problem)
  })
})

describeEachEngine('releases', ({ store }) => {
  let app: TestApp
  let releases: Awaited<ReturnType<typeof createReleases>>
  const downs: (() => void)[] = []
  beforeAll(async () => {
    app = await buildTestApp(store(), { settings: { RELEASE_PUBLIC_KEY: releaseKey } })
    releases = await createReleases({
      store: store(),
      clock: app.clock.now,
      secretKey: app.secretKey,
      releaseKey,
      fourEyes: false,
      productName: 'Shipminer',
      randomUuid: () => crypto.randomUUID(),
      randomBytes,
      mail: app.mail,
      logger: pino({ level: 'silent' }),
    })
  })
  afterEach(async () => {
    for (const down of downs.splice(0)) down()
    // Everything else may stay: emptying every table takes longer than the tests.
    for (const table of ['rollouts', 'controllerReleases', 'controllers'] as const)
      await store().db.deleteFrom(table).execute()
  })
  afterAll(async () => {
    await releases.close()
    await app.server.close()
  })

  async function enrol(...ids: string[]): Promise<void> {
    for (const id of ids)
      await insertController(store().db, {
        id,
        name: `Ms ${id}`,
        claimKeyHash: Buffer.from(id),
        publicKey: Buffer.alloc(32, 1),
      })
  }
  /** A ship connects with a version, and records what is sent to it. */
  async function connect(controllerId: string, version = '1.3.0') {
    const sent: UplinkToController[] = []
    const down = await releases.lineUp({ controllerId, version, send: (message) => sent.push(message) })
    downs.push(down)
    return { sent, down, offers: () => sent.filter(({ type }) => type === 'update') }
  }
  const tell = (controllerId: string, offerId: string, state: 'installing' | 'rolled-back' | 'reported-in') =>
    releases.recordUpdateState(controllerId, {
      type: 'update-state',
      offerId,
      version: '1.4.0',
      state,
      reason: state === 'rolled-back' ? 'crashed' : null,
      detail: null,
    })
  const start = (stages: Parameters<typeof releases.start>[1]['stages'], version = '1.4.0') =>
    releases.start(shell, { version, stages, reportWithinMinutes: 60, tolerated: 0, reason: 'because' })
  const newest = async () => {
    const [rollout] = (await releases.read()).rollouts
    if (!rollout) throw new Error('no rollout')
    return rollout
  }
  const standing = async () =>
    Object.fromEntries((await newest()).members.map(({ controllerId, state }) => [controllerId, state]))

  test('the same file twice is one release; other bytes of the same version, or another signer, are refused', async () => {
    expect(await releases.publish(shell, fileOf('1.4.0'))).toMatchObject({
      version: '1.4.0',
      published: 'now',
    })
    expect(await releases.publish(shell, fileOf('1.4.0'))).toMatchObject({ published: 'before' })
    await expect(releases.publish(shell, fileOf('1.4.0', 'other()'))).rejects.toThrow('with other bytes')
    const other = fileOf('1.5.0', 'x', { key: generateKeyPairSync('ed25519').privateKey })
    await expect(releases.publish(shell, other)).rejects.toThrow('signature')
    expect((await releases.read()).releases.map(({ version }) => version)).toEqual(['1.4.0'])
  })

  test('a server without a release key publishes nothing, and says why', async () => {
    const { store: db, clock, secretKey } = app
    const randomUuid = () => crypto.randomUUID()
    const without = openShellReleases({
      store: db,
      clock: clock.now,
      secretKey,
      releaseKey: null,
      fourEyes: false,
      productName: 'Shipminer',
      randomUuid,
      randomBytes,
      mail: app.mail,
    })
    await expect(without.publish(shell, fileOf('1.4.0'))).rejects.toThrow('RELEASE_PUBLIC_KEY is not set')
    expect((await without.read()).canPublish).toBe(false)
  })

  test('goes stage by stage as ships report in, and not further than one that went back', async () => {
    await enrol('SM-A', 'SM-B', 'SM-C')
    await releases.publish(shell, fileOf('1.4.0'))
    const lines = { a: await connect('SM-A'), b: await connect('SM-B'), c: await connect('SM-C') }
    const { id } = await start([{ controllers: ['SM-A'] }, { controllers: ['SM-B'] }, { percent: 100 }])
    await soon(() => lines.a.offers()).toMatchObject([
      { offerId: id, path: expect.stringContaining('1.4.0') },
    ])
    await soon(standing).toEqual({ 'SM-A': 'offered' })
    await tell('SM-A', id, 'installing')
    expect(await standing()).toEqual({ 'SM-A': 'installing' })
    // Only a hello with the version counts as proof.
    await tell('SM-A', id, 'reported-in')
    expect(await standing()).toEqual({ 'SM-A': 'installing' })
    expect(lines.b.offers()).toEqual([])

    await connect('SM-A', '1.4.0')
    await soon(() => lines.b.offers()).toHaveLength(1)
    await soon(standing).toEqual({ 'SM-A': 'reported-in', 'SM-B': 'offered' })
    await tell('SM-B', id, 'rolled-back')
    expect(await newest()).toMatchObject({
      state: 'halted',
      haltReason: 'rolled-back',
      haltControllerId: 'SM-B',
      stage: 1,
    })
    expect(lines.c.offers()).toEqual([])
    const audit = (await newest()).audit.map(({ operator, action, reason }) => [operator, action, reason])
    expect(audit[0]).toEqual(['rollout', 'rollout.halt', 'rolled-back SM-B'])

    // The operator who resumes has seen it; but no controller of this stage reported in, so it does not advance.
    await releases.act(shell, id, { action: 'resume', reason: 'seen it' })
    expect(await newest()).toMatchObject({ state: 'halted', haltReason: 'nobody-reported' })
    await releases.act(shell, id, { action: 'withdraw', reason: 'enough' })
    await soon(() => lines.c.sent).toContainEqual({ type: 'update-withdrawn', offerId: id })
    await expect(releases.act(shell, id, { action: 'resume', reason: 'no' })).rejects.toMatchObject({
      code: 'rollout-conflict',
    })
    expect((await connect('SM-C')).offers()).toEqual([])
  })

  test('a ship that has the offer and is silent halts it after the time; one without a line does not, and gets it when it comes', async () => {
    await enrol('SM-A', 'SM-B')
    await releases.publish(shell, fileOf('1.4.0'))
    const { id } = await start([{ percent: 100 }])
    await connect('SM-A')
    expect(await standing()).toEqual({ 'SM-A': 'offered', 'SM-B': 'not-reached' })
    app.clock.advance(hourMs + 1)
    await releases.judge()
    expect(await newest()).toMatchObject({
      state: 'halted',
      haltReason: 'no-report',
      haltControllerId: 'SM-A',
    })
    expect((await newest()).members.map(({ late }) => late)).toEqual([true, false])

    await connect('SM-A', '1.4.0')
    await releases.act(shell, id, { action: 'resume', reason: 'it came' })
    app.clock.advance(hourMs + 1)
    await releases.judge()
    expect(await newest()).toMatchObject({
      state: 'done',
      members: [{ state: 'reported-in' }, { state: 'not-reached' }],
    })
    const late = await connect('SM-B')
    expect(late.offers()).toHaveLength(1)
    late.down()
    // Nothing final was reported: the offer is sent again with the next connection.
    expect((await connect('SM-B')).offers()).toHaveLength(1)
  })

  test('while it is paused nothing new is offered', async () => {
    await enrol('SM-A')
    await releases.publish(shell, fileOf('1.4.0'))
    const { id } = await start([{ percent: 100 }])
    await releases.act(shell, id, { action: 'pause', reason: 'wait' })
    const line = await connect('SM-A')
    expect(line.offers()).toEqual([])
    await releases.act(shell, id, { action: 'resume', reason: 'go on' })
    await soon(() => line.offers()).toHaveLength(1)
  })

  test('a ship that goes back after it reported in halts what was done', async () => {
    await enrol('SM-A')
    await releases.publish(shell, fileOf('1.4.0'))
    const { id } = await start([{ percent: 100 }])
    await connect('SM-A', '1.4.0')
    await soon(async () => (await newest()).state).toBe('done')
    await connect('SM-A', '1.3.0')
    await tell('SM-A', id, 'rolled-back')
    expect(await newest()).toMatchObject({ state: 'halted', haltControllerId: 'SM-A' })
  })

  test('one rollout at a time; a newer one takes the place of what is done; nobody to offer it to is an error', async () => {
    await releases.publish(shell, fileOf('1.4.0'))
    await expect(start([{ percent: 10 }])).rejects.toMatchObject({ code: 'rollout-empty' })
    await enrol('SM-A')
    await expect(start([{ percent: 10 }], '9.9.9')).rejects.toMatchObject({ code: 'not-found' })
    await expect(start([{ controllers: ['SM-X'] }])).rejects.toMatchObject({ code: 'rollout-empty' })
    await start([{ percent: 100 }])
    await expect(start([{ percent: 100 }])).rejects.toMatchObject({ code: 'rollout-conflict' })
    await connect('SM-A', '1.4.0')
    app.clock.advance(1)
    // Of a version that the ship does not run: the same once more would be done as soon as its open line says so.
    await releases.publish(shell, fileOf('1.5.0'))
    await start([{ percent: 100 }], '1.5.0')
    expect((await releases.read()).rollouts.map(({ state }) => state)).toEqual(['running', 'superseded'])
  })

  test('a ship whose version is nonsense keeps no other from its offer, and is judged with them', async () => {
    await enrol('SM-A', 'SM-B')
    await releases.publish(shell, fileOf('1.4.0'))
    await start([{ percent: 100 }])
    for (const text of [
      '',
      '1.4',
      'v1.4.0',
      '999999999999999999999.0.0',
      'x'.repeat(500),
      '1.4.0\n2',
      '-1.0.0',
    ]) {
      const ill = await connect('SM-A', text)
      const well = await connect('SM-B')
      await releases.judge()
      await soon(() => well.offers().length).toBe(1)
      for (const down of [ill.down, well.down]) down()
    }
    expect(Object.keys(await standing())).toEqual(['SM-A', 'SM-B'])
  })

  describe('over HTTP', () => {
    let operator: TestClient
    beforeAll(async () => {
      operator = testClient(app)
      const { secret } = await signUpOperator(app, operator)
      await operator.post('/desk/second-factor', { code: totpCode(secret, totpStep(app.clock.now())) })
    })

    test('the desk starts, pauses and resumes, and every step is in the audit log', async () => {
      await enrol('SM-A')
      await releases.publish(shell, fileOf('2.0.0'))
      const body = {
        version: '2.0.0',
        stages: [{ controllers: ['SM-A'] }, { percent: 100 }],
        reportWithinMinutes: 30,
        tolerated: 0,
        reason: 'the first one',
      }
      expect((await operator.post('/desk/releases/rollouts', { ...body, stages: [] })).status).toBe(400)
      const started = await operator.post('/desk/releases/rollouts', body)
      expect(started.status).toBe(200)
      const path = `/desk/releases/rollouts/${started.body.data.id}/actions`
      for (const action of ['pause', 'resume'])
        expect((await operator.post(path, { action, reason: 'because' })).status).toBe(200)
      expect((await operator.post(path, { action: 'resume', reason: 'because' })).body.code).toBe(
        'rollout-conflict',
      )
      const { data } = (await operator.get('/desk/releases')).body
      expect(data).toMatchObject({
        canPublish: true,
        releases: [{ version: '2.0.0' }],
        rollouts: [
          { state: 'running', members: [{ controllerId: 'SM-A', state: 'not-reached', version: null }] },
        ],
        controllers: [{ id: 'SM-A' }],
      })
      expect(data.rollouts[0].audit.map(({ action }: { action: string }) => action)).toEqual([
        'rollout.resume',
        'rollout.pause',
        'rollout.start',
        'release.publish',
      ])
    })

    test('an archive is given to the controller that was offered it, whole and from a byte on, and to nobody else', async () => {
      await enrol('SM-A')
      const file = fileOf('1.4.0', 'x'.repeat(1_000))
      const archive = file.subarray(file.indexOf(0x0a) + 1)
      await releases.publish(shell, file)
      await start([{ percent: 100 }])
      const [offer] = (await connect('SM-A')).offers()
      const path = offer?.type === 'update' ? offer.path : ''
      const get = (url: string, range?: string) =>
        app.server.inject({ url, headers: range === undefined ? {} : { range } })
      const whole = await get(path)
      expect([whole.statusCode, whole.rawPayload.equals(archive)]).toEqual([200, true])
      const rest = await get(path, 'bytes=10-')
      expect([rest.statusCode, rest.headers['content-range']]).toEqual([
        206,
        `bytes 10-${archive.length - 1}/${archive.length}`,
      ])
      expect(rest.rawPayload.equals(archive.subarray(10))).toBe(true)
      expect((await get(path, `bytes=${archive.length}-`)).statusCode).toBe(416)
      for (const wrong of [
        path.replace('SM-A', 'SM-B'),
        path.replace('1.4.0', '1.4.1'),
        path.replace(/token=.*/, 'token=x'),
        path.replace(/expires=\d+/, 'expires=9999999999999'),
        '/uplink/releases/1.4.0',
        '/uplink/releases/..%2F1.4.0',
      ])
        expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404])
      app.clock.advance(7 * 24 * hourMs)
      expect((await get(path)).statusCode).toBe(404)
    })
  })
})
