import { createPublicKey, randomUUID, verify } from 'node:crypto'
import type { CommandReport } from '@shipminer/contract/control'
import { CommandOrderSchema } from '@shipminer/contract/control'
import type { UplinkToController } from '@shipminer/contract/uplink'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insertController, insertMiner, insertOwner } from '../../../test/fleet-rows.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import { commandLifetimeMs } from './commands.service.ts'
import { createControl } from './control.service.ts'
import { listHistory } from './history.repository.ts'
import { createCommandSigner } from './keys/command-signer.ts'

const silent = { info() {}, warn() {}, error() {} }
const signer = createCommandSigner(Buffer.alloc(32, 5))
const start = Date.UTC(2026, 5, 1, 12)

describeEachEngine('control', ({ store }) => {
  let now = start
  let control: Awaited<ReturnType<typeof createControl>>
  let jan: { userId: string }
  let piet: { userId: string }
  let minerId: number

  async function person(name: string): Promise<{ userId: string }> {
    return { userId: await insertOwner(store().db, { name }) }
  }
  async function controller(id: string, owner: { userId: string }, key: string): Promise<number> {
    await insertController(store().db, {
      id,
      name: `Ship ${id}`,
      ownerId: owner.userId,
      claimKeyHash: Buffer.from(id),
      enrolledAt: new Date(start),
      lastSeenAt: new Date(start),
      connectionId: randomUUID(),
    })
    return insertMiner(store().db, { controllerId: id, deviceKey: key })
  }
  /** A controller that is connected, with what was sent to it. */
  async function line(controllerId: string) {
    const sent: UplinkToController[] = []
    const down = await control.lineUp({
      controllerId,
      send: (message) => sent.push(message),
      sign: signer.sign,
    })
    const orders = () =>
      sent.flatMap((message) =>
        message.type === 'command'
          ? [{ ...message, order: CommandOrderSchema.parse(JSON.parse(message.order)), text: message.order }]
          : [],
      )
    return { sent, down, orders }
  }
  const report = (commandId: string, state: CommandReport['state'], more: Partial<CommandReport> = {}) =>
    store()
      .db.transaction()
      .execute((trx) =>
        control.storeReports(
          trx,
          'SM-A',
          [{ commandId, deviceKey: 'mac:1', at: now, state, reason: null, restorable: false, ...more }],
          (ms) => ms,
        ),
      )
  const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })

  beforeEach(async () => {
    now = start
    jan = await person('Jan')
    piet = await person('Piet')
    control = await createControl({
      store: store(),
      clock: () => now,
      logger: silent,
      keys: signer,
      ensureMiner: async () => minerId,
    })
    minerId = await controller('SM-A', jan, 'mac:1')
  })
  afterEach(async () => {
    await control.close()
    await resetTestStore(store())
  })

  test('a command is signed for one device of one controller, and sent when the line is there', async () => {
    const ship = await line('SM-A')
    const command = await control.control(jan, minerId, 'sleep', {})
    // It may have gone out before it is shown.
    expect(command).toMatchObject({
      state: expect.stringMatching(/^(queued|sent)$/),
      action: 'sleep',
      minerId: String(minerId),
    })
    await eventually(() => expect(ship.orders()).toHaveLength(1))
    const [sent] = ship.orders()
    expect(sent?.order).toMatchObject({
      id: command.id,
      controllerId: 'SM-A',
      deviceKey: 'mac:1',
      action: 'sleep',
      expiresAt: start + commandLifetimeMs,
    })
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(signer.publicKey, 'base64'),
      ]),
      format: 'der',
      type: 'spki',
    })
    const signature = Buffer.from(sent?.signature ?? '', 'base64')
    expect(verify(null, Buffer.from(sent?.text ?? ''), key, signature)).toBe(true)
  })

  test('sent is no result: only what the ship reports ends a command, and nothing takes it back', async () => {
    const ship = await line('SM-A')
    const { id } = await control.control(jan, minerId, 'sleep', {})
    await eventually(() => expect(ship.orders()).toHaveLength(1))
    const state = async () => (await control.state(jan, minerId)).commands[0]
    await expect.poll(async () => (await state())?.state).toBe('sent')
    await report(id, 'running')
    expect(await state()).toMatchObject({ state: 'running', finishedAt: null })
    now += 60_000
    await report(id, 'confirmed', { restorable: true })
    expect(await state()).toMatchObject({ state: 'confirmed', finishedAt: now, restorable: true })
    await report(id, 'running')
    await report(id, 'unreachable')
    expect(await state()).toMatchObject({ state: 'confirmed' })
  })

  test('a report of another controller changes nothing', async () => {
    await controller('SM-B', piet, 'mac:2')
    const { id } = await control.control(jan, minerId, 'sleep', {})
    await store()
      .db.transaction()
      .execute((trx) =>
        control.storeReports(
          trx,
          'SM-B',
          [{ commandId: id, deviceKey: null, at: now, state: 'confirmed', reason: null, restorable: false }],
          (ms) => ms,
        ),
      )
    expect((await control.state(jan, minerId)).commands[0]?.state).toBe('queued')
  })

  test('a ship without a line gets its commands when it comes back, but not those whose time is over', async () => {
    const late = await control.control(jan, minerId, 'sleep', {})
    now += commandLifetimeMs + 1
    const fresh = await control.control(jan, minerId, 'wake', {})
    await control.sweep()
    const ship = await line('SM-A')
    expect(ship.orders().map(({ order }) => order.id)).toEqual([fresh.id])
    const { commands } = await control.state(jan, minerId)
    expect(commands.find(({ id }) => id === late.id)).toMatchObject({ state: 'expired', reason: 'no-answer' })
  })

  test('commands that are given at the same moment leave once each', async () => {
    const ship = await line('SM-A')
    const given = await Promise.all(
      Array.from({ length: 8 }, () => control.control(jan, minerId, 'sleep', {})),
    )
    await eventually(() => expect(new Set(ship.orders().map(({ order }) => order.id)).size).toBe(8))
    // One more, so that whatever the others set off has come to its end.
    const last = await control.control(jan, minerId, 'wake', {})
    await eventually(() => expect(ship.orders().map(({ order }) => order.id)).toContain(last.id))
    expect(
      ship
        .orders()
        .map(({ order }) => order.id)
        .sort(),
    ).toEqual([...given, last].map(({ id }) => id).sort())
  })

  test('what left and was never heard of again is not confirmed, until the ship tells, days later', async () => {
    const ship = await line('SM-A')
    const { id } = await control.control(jan, minerId, 'sleep', {})
    await eventually(() => expect(ship.orders()).toHaveLength(1))
    await expect.poll(async () => (await control.state(jan, minerId)).commands[0]?.state).toBe('sent')
    ship.down()
    now += commandLifetimeMs + 3_600_000
    await control.sweep()
    expect((await control.state(jan, minerId)).commands[0]?.state).toBe('unconfirmed')
    now += 3 * 86_400_000
    await report(id, 'confirmed')
    expect((await control.state(jan, minerId)).commands[0]?.state).toBe('confirmed')
  })

  test('a line that broke is sent again what it may not have had', async () => {
    const first = await line('SM-A')
    const { id } = await control.control(jan, minerId, 'sleep', {})
    await expect.poll(async () => (await control.state(jan, minerId)).commands[0]?.state).toBe('sent')
    first.down()
    const second = await line('SM-A')
    expect(second.orders().map(({ order }) => order.id)).toEqual([id])
  })

  test('the same id is the same command; of somebody else it does not exist', async () => {
    const id = randomUUID()
    await control.control(jan, minerId, 'sleep', {}, id)
    await control.control(jan, minerId, 'wake', {}, id)
    expect((await control.state(jan, minerId)).commands).toMatchObject([{ id, action: 'sleep' }])
    const other = await controller('SM-B', piet, 'mac:2')
    await expect(control.control(piet, other, 'sleep', {}, id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('miners, ships and controllers of others do not exist', async () => {
    await expect(control.control(piet, minerId, 'sleep', {})).rejects.toMatchObject({ code: 'not-found' })
    await expect(control.state(piet, minerId)).rejects.toMatchObject({ code: 'not-found' })
    await expect(control.bulk(piet, 'stop', { controllerId: 'SM-A' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(control.bulk(piet, 'stop', { shipId: randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await control.bulk(piet, 'stop', {})).toEqual([])
  })

  test('in bulk every miner has a command and a result of its own', async () => {
    await controller('SM-B', jan, 'mac:2')
    const commands = await control.bulk(jan, 'stop', {})
    expect(commands.map(({ controllerId }) => controllerId).sort()).toEqual(['SM-A', 'SM-B'])
    expect(await control.bulk(jan, 'start', { controllerId: 'SM-B' })).toHaveLength(1)
  })

  test('an action without its value is refused; a pool’s password is sent, and never shown or kept', async () => {
    await expect(control.control(jan, minerId, 'set-power-limit', {})).rejects.toMatchObject({
      code: 'control-parameters-missing',
    })
    const ship = await line('SM-A')
    const pools = [{ url: 'stratum+tcp://pool.example:3333', user: 'jan.1', password: 'hunter2-secret' }]
    const { id } = await control.control(jan, minerId, 'set-pools', { pools })
    await eventually(() => expect(ship.orders()[0]?.order.parameters.pools).toEqual(pools))
    expect(JSON.stringify(await control.state(jan, minerId))).not.toContain('hunter2-secret')
    await report(id, 'confirmed', { restorable: true })
    const rows = await store().db.selectFrom('commands').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('hunter2-secret')
  })

  test('puts back only what kept an image', async () => {
    const { id } = await control.control(jan, minerId, 'set-power-limit', { powerLimitWatts: 3000 })
    await expect(control.restore(jan, minerId, id)).rejects.toMatchObject({ code: 'nothing-to-restore' })
    await report(id, 'confirmed', { restorable: true })
    const ship = await line('SM-A')
    const restored = await control.restore(jan, minerId, id)
    await eventually(() => expect(ship.orders()).toHaveLength(1))
    expect(ship.orders()[0]?.order).toMatchObject({ id: restored.id, restoreOf: id })
  })

  test('asks the controller and gives its answer; addresses that are not the ship’s are never asked', async () => {
    const ship = await line('SM-A')
    const asked = control.testConnection(jan, { ipAddress: '192.168.1.20', port: 4028 })
    await eventually(() => expect(ship.sent).toHaveLength(1))
    const [question] = ship.sent
    if (question?.type !== 'ask') throw new Error('not asked')
    const answer = {
      reachable: true,
      driver: 'antminer',
      make: 'Bitmain',
      model: 'S21',
      firmware: null,
      hashrateThs: 200,
      reason: null,
    }
    await control.onAnswer({ askId: question.askId, test: answer, deviceKey: 'mac:1' })
    expect(await asked).toEqual(answer)
    for (const ipAddress of ['8.8.8.8', '127.0.0.1', '169.254.169.254', 'router.local'])
      await expect(control.testConnection(jan, { ipAddress, port: 80 })).rejects.toMatchObject({
        code: 'ip-address-invalid',
      })
    for (const port of [22, 53, 502, 1883, 3000, 4029])
      await expect(control.testConnection(jan, { ipAddress: '192.168.1.20', port })).rejects.toMatchObject({
        code: 'port-not-of-miners',
      })
    expect(ship.sent).toHaveLength(1)
  })

  test('a box that is away is not asked, and whoever asks is told so before any time runs out', async () => {
    const question = { ipAddress: '192.168.1.20', port: 4028 }
    const away = async (change: { connectionId?: null; lastSeenAt?: Date }) => {
      await store().db.updateTable('controllers').set(change).where('id', '=', 'SM-A').execute()
      for (const ask of [
        () => control.testConnection(jan, question),
        () => control.testConnection(jan, { ...question, controllerId: 'SM-A' }),
        () => control.addDevice(jan, question),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'controller-offline' })
    }
    const asked: string[] = []
    const stop = await store().listen('asks', (payload) => asked.push(payload))
    await away({ lastSeenAt: new Date(start - 60_001) })
    await away({ lastSeenAt: new Date(start), connectionId: null })
    await stop()
    expect(asked, 'no server was asked for a line, so nothing was waited for').toEqual([])
  })

  test('a device that was taken out is gone from everything but its history', async () => {
    await control.removeDevice(jan, minerId)
    await expect(control.state(jan, minerId)).rejects.toMatchObject({ code: 'not-found' })
    const entries = await listHistory(store().db, jan.userId, {
      before: new Date(now + 1),
      kind: null,
      minerId: null,
      search: 'removed',
      limit: 10,
    })
    expect(entries).toMatchObject([{ kind: 'change', event: 'device-removed', actor: 'Jan' }])
  })

  test('the history joins commands, changes and connections, newest first, and can be searched', async () => {
    await control.control(jan, minerId, 'sleep', {})
    now += 1_000
    await control.updateDevice(jan, minerId, { name: 'Port side' })
    now += 1_000
    await control.noteConnection(store().db, 'SM-A', '10.0.0.1 1.0.0', new Date(now))
    const filter = { before: new Date(now + 1), kind: null, minerId: null, search: null, limit: 10 }
    const read = (more: object) => listHistory(store().db, jan.userId, { ...filter, ...more })
    expect((await read({})).map(({ event }) => event)).toEqual(['connected', 'details-changed', 'sleep'])
    expect(await read({ search: 'port SIDE' })).toHaveLength(2)
    expect(await read({ search: '%' })).toHaveLength(0)
    expect((await read({ kind: 'change' })).map(({ event }) => event)).toEqual(['details-changed'])
    expect(await read({ minerId })).toHaveLength(2)
    expect(await listHistory(store().db, piet.userId, filter)).toEqual([])
  })
})
