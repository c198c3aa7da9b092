import { generateKeyPairSync, sign } from 'node:crypto'
import { type Batch, type UplinkToController, uplinkProof } from '@shipminer/contract/uplink'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '../../platform/db/store.ts'
import { describeEachEngine, resetTestStore } from '../../platform/db/testing.ts'
import type { PowerPort } from '../power/power.port.ts'
import { createTelemetry } from '../telemetry/telemetry.service.ts'
import { maxInFlight, openUplinkSession } from './uplink-session.ts'

const keys = generateKeyPairSync('ed25519')
const rawPublicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const memoryOf = (store: Store) => {
  const { meetMemory, keepMark, startServerEpoch } = createTelemetry(store)
  return { meetMemory, keepMark, startServerEpoch }
}
const batch = (seq: number): Batch => ({ seq, samples: [], devices: [], events: [] })

describeEachEngine('openUplinkSession', ({ store }) => {
  afterEach(() => resetTestStore(store()))

  async function connect(
    options: {
      now?: () => number
      ingest?: (seq: number) => Promise<'conflict' | undefined>
      economyOf?: PowerPort['economyOf']
    } = {},
  ) {
    await store()
      .db.insertInto('controllers')
      .values({ id: 'SM-A', name: 'Aurora', claimKeyHash: Buffer.from('k'), publicKey: rawPublicKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const sent: UplinkToController[] = []
    /** What was said of fuel and market, apart from the rest. */
    const economies: UplinkToController[] = []
    const closed: { code: number; reason: string }[] = []
    const stored: number[] = []
    const offsets: number[] = []
    const conflicts: [string, string][] = []
    const checks: [string, number | null][] = []
    const rules: unknown[] = []
    let live = 0
    const session = openUplinkSession(
      {
        send(text) {
          const message: UplinkToController = JSON.parse(text)
          ;(message.type === 'economy' ? economies : sent).push(message)
        },
        close: (code, reason) => closed.push({ code, reason }),
      },
      '10.0.0.9',
      {
        store: store(),
        clock: options.now ?? Date.now,
        logger: pino({ level: 'silent' }),
        batches: {
          async ingestBatch({ batch: { seq }, clockOffsetMs, memory }) {
            offsets.push(clockOffsetMs)
            // Sent again with a better offset it must be the same batch.
            expect(memory?.content).not.toHaveProperty('clockOffsetMs')
            const conflict = (await options.ingest?.(seq)) === 'conflict'
            stored.push(seq)
            return {
              conflict,
              unsaved: false,
              duplicate: false,
              stored: 1,
              setAside: 0,
              setAsideReason: null,
            }
          },
          setBatchAside: async () => 'new',
          ...memoryOf(store()),
        },
        onMemoryConflict: async (...conflict) => void conflicts.push(conflict),
        control: {
          lineUp: async () => () => undefined,
          onAnswer: async () => undefined,
          noteConnection: async () => undefined,
          storeStrangers: async () => undefined,
          storeLogins: async () => undefined,
        },
        keys: {
          meet: async () => ({
            commandKey: `${'A'.repeat(43)}=`,
            sign: () => '',
            lineUp: () => () => undefined,
          }),
        },
        power: {
          settingsOf: async () => null,
          economyOf: options.economyOf ?? (async () => ({ fuel: null, market: null })),
          rulesOf: async () => ({ version: 3, settings: { restart: null, coolDown: { aboveC: 80 } } }),
          storeKnowsRules: async (_, __, isKnown) => void rules.push(isKnown),
          storeRules: async (_, __, settings) => void rules.push(settings),
          storeEffective: async () => undefined,
          storeCommissioning: async (_, controllerId, { finishedAt }) =>
            void checks.push([controllerId, finishedAt]),
        },
        firmware: { lineUp: async () => () => undefined, recordProgress: async () => undefined },
        releases: { lineUp: async () => () => undefined, recordUpdateState: async () => undefined },
      },
      () => live++,
    )
    const [challenge] = sent
    if (challenge?.type !== 'challenge') throw new Error('no challenge')
    const hello = (more: object = {}, signer = keys.privateKey) =>
      JSON.stringify({
        type: 'hello',
        controllerId: 'SM-A',
        proof: sign(null, Buffer.from(uplinkProof('SM-A', challenge.nonce)), signer).toString('base64'),
        version: '1.2.3',
        sentAt: Date.now(),
        pollIntervalMs: 30_000,
        spool: { firstSeq: 2, lastSeq: 9, droppedSamples: 4 },
        ...more,
      })
    return {
      session,
      sent,
      economies,
      closed,
      stored,
      offsets,
      conflicts,
      checks,
      rules,
      hello,
      lives: () => live,
    }
  }

  test.each([
    ['an unknown controller', { controllerId: 'SM-X' }, 'unknown-controller'],
    ['no signature', { proof: '' }, 'bad-proof'],
    ['a signature over something else', { proof: Buffer.alloc(64, 7).toString('base64') }, 'bad-proof'],
    ['a message out of form', { sentAt: 'now' }, 'bad-message'],
  ])('refuses %s', async (_, more, reason) => {
    const { session, sent, closed, hello, lives } = await connect()
    session.receive(hello(more))
    await session.whenStored()
    expect(sent.at(-1)).toEqual({ type: 'refused', reason })
    expect(closed).toHaveLength(1)
    expect(lives()).toBe(0)
  })

  test('keeps a check at commissioning when it is told, and again when the box may have got an owner', async () => {
    const { session, checks, closed, hello } = await connect()
    session.receive(hello())
    await session.whenStored()
    const report = {
      ...{ controllerId: 'SM-A', version: '1', position: 'done', checkedElsewhere: null, results: {} },
      ...{ startedAt: 1, finishedAt: 2, capacityKw: 100, limitPercent: 85, reserveKw: 10 },
      ...{ requiredReserveKw: null, largestStepKw: null },
    }
    session.receive(JSON.stringify({ type: 'commissioning', report }))
    await session.whenStored()
    expect(checks).toEqual([['SM-A', 2]])
    session.sendPowerSettings()
    await session.whenStored()
    expect(checks).toHaveLength(2)
    session.receive(JSON.stringify({ type: 'commissioning', report: { ...report, results: 'x' } }))
    await session.whenStored()
    expect([checks.length, closed]).toEqual([2, []])
  })

  test('tells what mining earns after the welcome and from time to time; a failing market ends no line', async () => {
    let now = Date.now()
    const market = { centsPerPhDay: 2_000, observedAt: 5 }
    const told = await connect({ now: () => now, economyOf: async () => ({ fuel: null, market }) })
    told.session.receive(told.hello())
    await told.session.whenStored()
    expect(told.economies).toEqual([{ type: 'economy', fuel: null, market }])
    now += 29 * 60_000
    told.session.beat()
    await told.session.whenStored()
    expect(told.economies).toHaveLength(1)
    now += 60_000
    told.session.beat()
    await told.session.whenStored()
    expect(told.economies).toHaveLength(2)
    const failing = await connect({ economyOf: async () => Promise.reject(new Error('no market')) })
    failing.session.receive(failing.hello())
    await failing.session.whenStored()
    expect(failing.sent.at(-1)?.type).toBe('welcome')
    expect(failing.closed).toEqual([])
  })

  test('sends rules only to a box that knows them, and keeps what it has in force', async () => {
    const old = await connect()
    old.session.receive(old.hello())
    await old.session.whenStored()
    expect([old.rules, old.sent.map(({ type }) => type)]).toEqual([[false], ['challenge', 'welcome']])
    const { session, sent, rules, closed, hello } = await connect()
    session.receive(hello({ rules: true }))
    await session.whenStored()
    const settings = { restart: null, coolDown: { aboveC: 80 } }
    expect(sent.at(-1)).toEqual({ type: 'rules', version: 3, settings })
    session.sendPowerSettings()
    await session.whenStored()
    expect(sent.filter(({ type }) => type === 'rules')).toHaveLength(2)
    session.receive(JSON.stringify({ type: 'rules', version: 3, settings }))
    session.receive(JSON.stringify({ type: 'rules', version: 3, settings: { restart: 1, coolDown: null } }))
    session.receive(JSON.stringify({ type: 'rules', version: -1, settings }))
    await session.whenStored()
    expect([rules, closed]).toEqual([[true, settings], []])
  })

  test('refuses another key and a revoked controller', async () => {
    const other = generateKeyPairSync('ed25519')
    const first = await connect()
    first.session.receive(first.hello({}, other.privateKey))
    await first.session.whenStored()
    expect(first.sent.at(-1)).toEqual({ type: 'refused', reason: 'bad-proof' })
    await store().db.updateTable('controllers').set({ revokedAt: new Date() }).execute()
    const second = await connect()
    second.session.receive(second.hello())
    await second.session.whenStored()
    expect(second.sent.at(-1)).toEqual({ type: 'refused', reason: 'revoked' })
  })

  test.each([
    '{',
    '[]',
    '{"type":"ack","seq":1}',
    '{"type":"batch","seq":1,"samples":[],"devices":[],"events":[]}',
  ])('refuses %s before hello', async (text) => {
    const { session, sent } = await connect()
    session.receive(text)
    expect(sent.at(-1)).toEqual({ type: 'refused', reason: 'bad-message' })
  })

  test('welcomes, stores in order and acknowledges after each commit', async () => {
    const { session, sent, stored, hello, lives } = await connect()
    session.receive(hello())
    await session.whenStored()
    expect(sent.at(-1)).toMatchObject({ type: 'welcome', stored: [], maxInFlight })
    expect(lives()).toBe(1)
    for (const seq of [4, 6, 5]) session.receive(JSON.stringify({ type: 'batch', ...batch(seq) }))
    await session.whenStored()
    expect(stored).toEqual([4, 6, 5])
    expect(sent.slice(-3)).toEqual([4, 6, 5].map((seq) => ({ type: 'ack', seq })))
    const row = await store().db.selectFrom('controllers').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ version: '1.2.3', ipAddress: '10.0.0.9', pollIntervalMs: 30_000 })
    expect(row.lastSeenAt).not.toBeNull()
  })

  test('measures the clock offset from the middle of the round trip', async () => {
    let now = 1_000_000
    const { session, sent, hello } = await connect({ now: () => now })
    now = 1_000_400
    session.receive(hello({ sentAt: 400_200 }))
    await session.whenStored()
    expect(sent.at(-1)).toMatchObject({ clockOffsetMs: 600_000 })
  })

  test('how the memory of a box is, is kept beside its hello', async () => {
    const { session, hello } = await connect()
    session.receive(hello())
    await session.whenStored()
    const memory = {
      diskFull: true,
      heldSamples: 3,
      droppedSamples: 5,
      damaged: { batches: 2, from: 1, to: null },
    }
    session.receive(JSON.stringify({ type: 'memory', ...memory }))
    await session.whenStored()
    const { spool } = await store().db.selectFrom('controllers').select('spool').executeTakeFirstOrThrow()
    expect(spool).toMatchObject({ firstSeq: 2, droppedSamples: 4, memory })
  })

  test('a batch is corrected by the offset it brings; one that cannot be an offset counts as none', async () => {
    const { session, offsets, hello } = await connect({ now: () => 1_000_000 })
    session.receive(hello({ sentAt: 1_000_000 }))
    await session.whenStored()
    for (const [seq, clockOffsetMs] of [
      [1, -82_800_000],
      [2, 1e300],
      [3, 'x'],
      [4, undefined],
    ] as const)
      session.receive(JSON.stringify({ type: 'batch', ...batch(seq), clockOffsetMs }))
    await session.whenStored()
    expect(offsets).toEqual([-82_800_000, 0, 0, 0])
  })

  const takenOver = () => Object.assign(new Error('cannot execute INSERT'), { code: '25006' })

  test('a batch waits for a database that is away, and those behind it too', async () => {
    let tries = 0
    const { session, sent, closed, stored, hello } = await connect({
      ingest: async () => {
        tries += 1
        if (tries < 3) throw takenOver()
        return undefined
      },
    })
    session.receive(hello())
    await session.whenStored()
    for (const seq of [1, 2]) session.receive(JSON.stringify({ type: 'batch', ...batch(seq) }))
    await session.whenStored()
    expect(stored).toEqual([1, 2])
    expect(sent.filter(({ type }) => type === 'ack')).toEqual([
      { type: 'ack', seq: 1 },
      { type: 'ack', seq: 2 },
    ])
    expect(closed).toEqual([])
  })

  test('a batch waits no longer once its line was replaced', async () => {
    let tries = 0
    const { session, sent, hello } = await connect({
      ingest: () => {
        tries += 1
        session.replace()
        return Promise.reject(takenOver())
      },
    })
    session.receive(hello())
    await session.whenStored()
    session.receive(JSON.stringify({ type: 'batch', ...batch(1) }))
    await session.whenStored()
    expect(tries).toBe(1)
    expect(sent.some(({ type }) => type === 'ack')).toBe(false)
  })

  test('a batch that cannot be stored is not acknowledged and ends the connection', async () => {
    const { session, sent, closed, hello } = await connect({
      ingest: () => Promise.reject(new Error('disk full')),
    })
    session.receive(hello())
    await session.whenStored()
    session.receive(JSON.stringify({ type: 'batch', ...batch(1) }))
    await session.whenStored()
    expect(sent.some((message) => message.type === 'ack')).toBe(false)
    expect(closed).toEqual([{ code: 1011, reason: 'try again' }])
  })

  test('a flood beyond the agreed number under way is refused', async () => {
    const { session, sent, hello } = await connect()
    session.receive(hello())
    await session.whenStored()
    for (let seq = 1; seq <= maxInFlight + 1; seq++)
      session.receive(JSON.stringify({ type: 'batch', ...batch(seq) }))
    expect(sent.at(-1)).toEqual({ type: 'refused', reason: 'overloaded' })
  })

  describe('a box that shows its memory', () => {
    const epoch = 'epoch-one'
    const spool = { firstSeq: 1, lastSeq: 9, droppedSamples: 0, epoch, mark: null }

    test('gets a mark, and the one before is not valid any more once it says that it is saved', async () => {
      const first = await connect()
      first.session.receive(first.hello({ spool }))
      await first.session.whenStored()
      const welcome = first.sent.at(-1)
      if (welcome?.type !== 'welcome') throw new Error('no welcome')
      expect(welcome.mark).toMatchObject({ turn: 1 })
      first.session.receive(JSON.stringify({ type: 'mark-kept', mark: welcome.mark }))
      await first.session.whenStored()
      const restored = await connect()
      restored.session.receive(restored.hello({ spool }))
      await restored.session.whenStored()
      expect(restored.sent.at(-1)).toEqual({ type: 'new-epoch', cause: 'restored' })
      expect(restored.closed).toEqual([{ code: 1008, reason: 'new-epoch' }])
      expect(restored.lives()).toBe(0)
      expect(restored.conflicts).toEqual([['SM-A', 'restored']])
      const renewed = await connect()
      renewed.session.receive(renewed.hello({ spool: { ...spool, epoch: 'epoch-two' } }))
      await renewed.session.whenStored()
      expect(renewed.sent.at(-1)).toMatchObject({ type: 'welcome', mark: { turn: 1 } })
    })

    test.each([
      ['ordered to start a new epoch', spool, { code: 1008, reason: 'new-epoch' }, 'new-epoch'],
      [
        'that shows none only cut off',
        { ...spool, epoch: undefined },
        { code: 1012, reason: 'memory changed' },
        'welcome',
      ],
    ] as const)(
      'is %s when a number means other content, and nothing is acknowledged',
      async (_, shown, end, last) => {
        const { session, sent, closed, conflicts, hello } = await connect({ ingest: async () => 'conflict' })
        session.receive(hello({ spool: shown }))
        await session.whenStored()
        for (const seq of [4, 5]) session.receive(JSON.stringify({ type: 'batch', ...batch(seq) }))
        await session.whenStored()
        expect(sent.at(-1)?.type).toBe(last)
        expect(closed).toEqual([end])
        expect(conflicts).toEqual([['SM-A', 'restored']])
      },
    )
  })

  test('the newest connection wins', async () => {
    const first = await connect()
    first.session.receive(first.hello())
    await first.session.whenStored()
    first.session.replace()
    expect(first.closed).toEqual([{ code: 1008, reason: 'replaced' }])
  })
})
