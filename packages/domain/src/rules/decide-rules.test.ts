import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MinerState, type MinerStateKind, minerStateReasons } from '../fleet/miner-state.ts'
import {
  betweenRestartsMs,
  decideRules,
  type RuleAction,
  type RuledMiner,
  type RuleInput,
  troubleOf,
} from './decide-rules.ts'
import { blankMemory, keepRules, type MinerRuleMemory, type RuleMemory, restoreRules } from './rule-memory.ts'
import { noRules, type RuleSettings } from './rule-settings.ts'

const minute = 60_000
const hour = 60 * minute
const t0 = 1_000 * hour
const settings: RuleSettings = { restart: { afterMinutes: 20, mostPerDay: 3 }, coolDown: { aboveC: 85 } }
const idle: MinerState = { kind: 'idle', reason: 'no-work' }
const mining: MinerState = { kind: 'mining', reason: 'normal' }
const asleep: MinerState = { kind: 'idle', reason: 'unordered-sleep' }
const able = { restart: true, lower: true, sleep: true }

type Seen = Partial<Omit<RuledMiner, 'reading'>> & {
  reading?: Partial<NonNullable<RuledMiner['reading']>> | null
}
const minerAt = (now: number, { reading, ...over }: Seen = {}): RuledMiner => ({
  id: 'a',
  isWanted: true,
  isBusy: false,
  hasRoom: true,
  can: able,
  reading:
    reading === null ? null : { at: now, state: mining, hashrateGhs: 100, temperatureC: 60, ...reading },
  ...over,
})
const base: Omit<RuleInput, 'memory' | 'miners'> = {
  settings,
  ship: 'free',
  isFollowed: false,
  isStartUnderWay: false,
}

/** Looks every minute from `from` for `minutes`, at miners that `see` describes; the actions with the minute of each. */
function run(
  minutes: number,
  see: (minute: number) => Seen | Seen[],
  over: Partial<RuleInput> | ((minute: number) => Partial<RuleInput>) = {},
  from = t0,
): { acts: string[]; actions: (RuleAction & { minute: number })[]; memory: RuleMemory } {
  let memory: RuleMemory = (typeof over === 'function' ? over(0).memory : over.memory) ?? new Map()
  const actions: (RuleAction & { minute: number })[] = []
  for (let at = 0; at <= minutes; at += 1) {
    const now = from + at * minute
    const miners = [see(at)].flat().map((seen) => minerAt(now, seen))
    const more = typeof over === 'function' ? over(at) : over
    const decided = decideRules({ ...base, ...more, memory, miners }, now)
    memory = decided.memory
    actions.push(...decided.actions.map((action) => ({ ...action, minute: at })))
  }
  return { acts: actions.map(({ kind, id, minute: at }) => `${at} ${kind} ${id}`), actions, memory }
}
const hung: Seen = { reading: { state: idle, hashrateGhs: 0 } }
const hot = (temperatureC = 90, state: MinerState = mining): Seen => ({ reading: { state, temperatureC } })

describe('which states are trouble', () => {
  const troubled: Record<string, string> = {
    'below-expected.lost-board': 'lost-board',
    'idle.no-work': 'no-hashrate',
    'idle.no-reason': 'no-hashrate',
    'error.boards': 'no-hashrate',
    'error.hardware': 'no-hashrate',
    'error.device': 'no-hashrate',
  }
  const all = (Object.keys(minerStateReasons) as MinerStateKind[]).flatMap((kind) =>
    minerStateReasons[kind].map((reason) => ({ kind, reason }) as MinerState),
  )
  test.each(all)('$kind.$reason', (state) => {
    expect(troubleOf(state, 0)).toBe(troubled[`${state.kind}.${state.reason}`] ?? null)
    // An unknown rate is no rate of 0.
    expect(troubleOf(state, null)).toBe(state.reason === 'lost-board' ? 'lost-board' : null)
  })
})

describe('the restart of a miner that does nothing', () => {
  test('once after its time, and again only when that did not help', () => {
    const { acts, actions } = run(45, () => hung)
    expect(acts).toEqual(['20 restart a', '41 restart a'])
    expect(actions[0]).toMatchObject({ trouble: 'no-hashrate', count: 1, forMs: 20 * minute, hashrateGhs: 0 })
    expect(run(45, (at) => (at <= 20 ? hung : {})).acts).toEqual(['20 restart a'])
  })
  test('a lost board counts as well, and one after the other is one trouble', () => {
    const lost: Seen = { reading: { state: { kind: 'below-expected', reason: 'lost-board' } } }
    expect(run(21, () => lost).actions).toMatchObject([{ kind: 'restart', trouble: 'lost-board' }])
    expect(run(20, (at) => (at < 10 ? lost : hung)).actions).toMatchObject([{ trouble: 'no-hashrate' }])
  })
  test('never more often than every 20 minutes', () => {
    const often = { settings: { ...settings, restart: { afterMinutes: 10, mostPerDay: 6 } } }
    const { actions } = run(180, () => hung, often)
    const times = actions.filter(({ kind }) => kind === 'restart').map(({ minute: at }) => at)
    expect(times).toHaveLength(6)
    for (const [index, at] of times.entries())
      if (index > 0) expect((at - (times[index - 1] ?? 0)) * minute).toBeGreaterThanOrEqual(betweenRestartsMs)
  })
  test('at most so often in 24 hours; then it is left to a person, once', () => {
    const { actions } = run(26 * 60, () => hung)
    const kinds = actions.map(({ kind }) => kind)
    expect(kinds.slice(0, 5)).toEqual(['restart', 'restart', 'restart', 'give-up', 'restart'])
    expect(actions[3]).toMatchObject({ kind: 'give-up', count: 3, minute: 83 })
    expect(actions[4]?.minute).toBeGreaterThanOrEqual(24 * 60 + 83)
  })
  test.each<[string, (at: number) => Seen, Partial<RuleInput>]>([
    ['a rule that is off', () => hung, { settings: noRules }],
    ['its owner stopped it', () => ({ ...hung, isWanted: false }), {}],
    ['the ship needs the power', () => hung, { ship: 'held' }],
    ['the box is being checked', () => hung, { ship: 'paused' }],
    ['no room for all of its power', () => ({ ...hung, hasRoom: false }), {}],
    ['another one starts', () => hung, { isStartUnderWay: true }],
    ['a command is under way', () => ({ ...hung, isBusy: true }), {}],
    ['nothing fresh is known', () => ({ reading: null }), {}],
    ['its rate is unknown', () => ({ reading: { state: idle, hashrateGhs: null } }), {}],
    ['its state is unknown', () => ({ reading: { state: { kind: 'unknown', reason: 'not-told' } } }), {}],
    [
      'it starts',
      () => ({ reading: { state: { kind: 'starting', reason: 'ordered' }, hashrateGhs: 0 } }),
      {},
    ],
    [
      'quiet hours',
      () => ({ reading: { state: { kind: 'asleep', reason: 'quiet-hours' }, hashrateGhs: 0 } }),
      {},
    ],
    [
      'shed by the ship',
      () => ({ reading: { state: { kind: 'asleep', reason: 'ship' }, hashrateGhs: 0 } }),
      {},
    ],
    ['put to sleep by somebody', () => ({ reading: { state: asleep, hashrateGhs: 0 } }), {}],
    ['its abilities are not known yet', () => ({ ...hung, can: null }), {}],
    ['a reading of the future', () => ({ reading: { ...hung.reading, at: t0 + 9 * hour } }), {}],
    // Each gap begins the time anew.
    ['gone every quarter of an hour', (at) => (at % 15 === 0 ? { reading: null } : hung), {}],
    ['at work every quarter of an hour', (at) => (at % 15 === 0 ? {} : hung), {}],
    ['stopped every quarter of an hour', (at) => ({ ...hung, isWanted: at % 15 !== 0 }), {}],
  ])('nothing is done: %s', (_, see, over) => {
    expect(run(300, see, over).acts).toEqual([])
  })
  test('a device that cannot be restarted is reported once a day', () => {
    const { acts } = run(25 * 60, () => ({ ...hung, can: { ...able, restart: false } }))
    expect(acts).toEqual(['20 cannot a', `${24 * 60 + 20} cannot a`])
  })
  test('one at a time, the one that waits longest first', () => {
    const two = (at: number): Seen[] => [
      { ...(at > 2 ? hung : {}), id: 'a' },
      { ...hung, id: 'b' },
    ]
    const { acts } = run(30, two, (at) => ({ isStartUnderWay: at === 23 }))
    expect(acts).toEqual(['20 restart b', '24 restart a'])
    const together = run(20, () => [
      { ...hung, id: 'a' },
      { ...hung, id: 'b' },
    ])
    expect(together.acts).toHaveLength(1)
  })
})

describe('the cooling down of a hot miner', () => {
  test('power is lowered after two minutes, and lifted when it is cool and 15 minutes have passed', () => {
    const { acts, actions } = run(40, (at) => hot(at < 3 ? 90 : at < 10 ? 80 : 74))
    expect(acts).toEqual(['2 lower a', '17 lift a'])
    expect(actions).toMatchObject([{ temperatureC: 90 }, { temperatureC: 74 }])
  })
  test('at the limit, or hot for less than two minutes, nothing', () => {
    expect(run(30, () => hot(85)).acts).toEqual([])
    expect(run(30, (at) => hot(at % 2 === 0 ? 90 : 85)).acts).toEqual([])
  })
  test('not cool enough, it stays lowered; hot though lowered, it sleeps, and comes back at lower power first', () => {
    expect(run(60, (at) => hot(at < 3 ? 90 : 75)).acts).toEqual(['2 lower a'])
    const { acts } = run(120, (at) => {
      if (at < 6) return hot(90)
      return { reading: { temperatureC: 50, state: at < 36 ? asleep : mining } }
    })
    expect(acts).toEqual(['2 lower a', '5 sleep a', '35 wake a', '65 lift a'])
  })
  test('one that cannot be lowered sleeps; each time in a day for twice as long', () => {
    const sleepy = { can: { ...able, lower: false } }
    let sleptAt: number | null = null
    const waits: number[] = []
    let memory: RuleMemory = new Map()
    for (let at = 0; at < 12 * 60; at += 1) {
      const seen = sleptAt === null ? hot() : { reading: { state: asleep, hashrateGhs: 0, temperatureC: 40 } }
      const now = t0 + at * minute
      const decided = decideRules({ ...base, memory, miners: [minerAt(now, { ...sleepy, ...seen })] }, now)
      memory = decided.memory
      for (const { kind } of decided.actions) {
        if (kind === 'wake' && sleptAt !== null) waits.push(at - sleptAt)
        sleptAt = kind === 'sleep' ? at : null
      }
    }
    expect(waits).toEqual([15, 30, 60, 120, 240])
  })
  test('without a temperature while it sleeps twice the time does', () => {
    const { acts } = run(60, (at) =>
      at < 3
        ? { ...hot(), can: { ...able, lower: false } }
        : { reading: { state: asleep, hashrateGhs: 0, temperatureC: null } },
    )
    expect(acts).toEqual(['2 sleep a', '32 wake a'])
  })
  const inSleep =
    (over: Seen = {}) =>
    (at: number): Seen =>
      at < 3
        ? { ...hot(), can: { ...able, lower: false } }
        : { reading: { state: asleep, hashrateGhs: 0, temperatureC: 40 }, ...over }
  test.each<[string, Seen, Partial<RuleInput>]>([
    ['its owner stopped it', { isWanted: false }, {}],
    ['the ship needs the power', {}, { ship: 'held' }],
    ['the box is being checked', {}, { ship: 'paused' }],
    ['no room', { hasRoom: false }, {}],
    ['another starts', {}, { isStartUnderWay: true }],
    ['a command is under way', { isBusy: true }, {}],
    ['it does not answer', { reading: null }, {}],
    ['still warm', { reading: { state: asleep, hashrateGhs: 0, temperatureC: 75 } }, {}],
  ])('it is not started: %s', (_, over, input) => {
    const { acts } = run(120, inSleep(over), (at) => (at < 3 ? {} : input))
    expect(acts).toEqual(['2 sleep a'])
  })
  test('where a generator is followed its law starts it', () => {
    expect(run(60, inSleep(), { isFollowed: true }).acts).toEqual(['2 sleep a', '17 release a'])
    expect(run(60, inSleep(), (at) => ({ isFollowed: true, ship: at < 3 ? 'free' : 'held' })).acts).toEqual([
      '2 sleep a',
      '17 release a',
    ])
  })
  test('a rule that is switched off lets go', () => {
    const { acts } = run(
      60,
      inSleep({ reading: { state: asleep, temperatureC: 84, hashrateGhs: 0 } }),
      (at) => (at < 5 ? {} : { settings: noRules }),
    )
    expect(acts).toEqual(['2 sleep a', '17 wake a'])
  })
  test('one that somebody started meanwhile is let go', () => {
    const { acts, memory } = run(20, (at) => (at < 3 ? { ...hot(), can: { ...able, lower: false } } : {}))
    expect(acts).toEqual(['2 sleep a'])
    expect(memory.get('a')?.coolDown).toBeNull()
  })
  test('one that sleeps by the rule is not restarted', () => {
    expect(run(120, inSleep({ reading: { state: idle, hashrateGhs: 0, temperatureC: 80 } })).acts).toEqual([
      '2 sleep a',
    ])
  })
  test.each<[string, Seen, Partial<RuleInput>]>([
    ['a rule that is off', hot(), { settings: noRules }],
    ['its owner stopped it', { ...hot(), isWanted: false }, {}],
    ['it does nothing', hot(90, idle), {}],
    ['it sleeps', hot(90, { kind: 'asleep', reason: 'owner' }), {}],
    ['its state is unknown', hot(90, { kind: 'unknown', reason: 'not-told' }), {}],
    ['its temperature is unknown', { reading: { temperatureC: null } }, {}],
    ['nothing fresh is known', { reading: null }, {}],
    ['the box is being checked', hot(), { ship: 'paused' }],
    ['a command is under way', { ...hot(), isBusy: true }, {}],
  ])('nothing is done: %s', (_, seen, over) => {
    expect(run(15, () => seen, over).acts).toEqual([])
  })
  test('it gives way to heat also while the ship holds starts back', () => {
    expect(run(3, () => hot(), { ship: 'held' }).acts).toEqual(['2 lower a'])
  })
  test('one that can do neither is reported once a day', () => {
    const can = { restart: true, lower: false, sleep: false }
    expect(run(120, () => ({ ...hot(), can })).acts).toEqual(['2 cannot a'])
  })
})

describe('what is kept over a restart of the box', () => {
  const used: MinerRuleMemory = {
    ...blankMemory,
    trouble: { what: 'no-hashrate', since: t0 - hour },
    hotSince: t0 - minute,
    restarts: [t0 - 5 * hour, t0 - hour],
    gaveUpAt: t0 - minute,
    coolDown: { how: 'asleep', since: t0 - 10 * minute, holdMs: 30 * minute, isLowered: true },
    coolDowns: [t0 - 10 * minute],
  }
  const again = (awayMs: number, now = 77) =>
    restoreRules(JSON.parse(JSON.stringify(keepRules(new Map([['a', used]]), t0))), now, awayMs).get('a')

  test('counts and cool-downs by their age; what was observed begins anew', () => {
    expect(again(2 * minute)).toEqual({
      ...used,
      trouble: null,
      hotSince: null,
      restarts: [77 - 5 * hour - 2 * minute, 77 - hour - 2 * minute],
      gaveUpAt: 77 - 3 * minute,
      coolDown: { ...used.coolDown, since: 77 - 12 * minute },
      coolDowns: [77 - 12 * minute],
    })
  })
  test('a clock that was set back counts no time as gone by', () => {
    expect(again(-9 * hour)).toEqual(again(0))
  })
  test('a box that restarts over and over restarts no miner more often', () => {
    let memory: RuleMemory = new Map()
    let restarts = 0
    for (let start = 0; start < 40; start += 1) {
      const from = 50 + start
      const round = run(30, () => hung, { memory }, from)
      restarts += round.actions.filter(({ kind }) => kind === 'restart').length
      memory = restoreRules(keepRules(round.memory, from + 30 * minute), from + 1, 0)
    }
    expect(restarts).toBe(3)
  })
  test('a miner that is away keeps its counts', () => {
    const memory = new Map([['a', used]])
    const decided = decideRules({ ...base, memory, miners: [] }, t0)
    expect(decided.memory.get('a')).toEqual({ ...used, trouble: null, hotSince: null })
  })
})

test('whatever happens: no start of what is unwanted or held, never two starts at once, never more than the limit', () => {
  const seen = fc.record({
    state: fc.constantFrom<MinerState>(idle, mining, asleep, {
      kind: 'below-expected',
      reason: 'lost-board',
    }),
    hashrateGhs: fc.constantFrom(0, 100, null),
    temperatureC: fc.constantFrom(40, 80, 90, null),
  })
  const step = fc.record({
    minutes: fc.integer({ min: 1, max: 40 }),
    ship: fc.constantFrom('free', 'free', 'held', 'paused'),
    isFollowed: fc.boolean(),
    miners: fc.array(
      fc.record({
        reading: fc.option(seen, { freq: 8 }),
        isWanted: fc.constantFrom(true, true, false),
        isBusy: fc.constantFrom(false, false, true),
        hasRoom: fc.constantFrom(true, true, false),
      }),
      { minLength: 2, maxLength: 2 },
    ),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let memory: RuleMemory = new Map()
      let now = t0
      const restarted: { id: string; at: number }[] = []
      for (const { minutes, ship, isFollowed, miners } of steps) {
        now += minutes * minute
        const ruled = miners.map((one, index) => minerAt(now, { ...one, id: `m${index}` } as Seen))
        const decided = decideRules(
          { ...base, ship: ship as RuleInput['ship'], isFollowed, memory, miners: ruled },
          now,
        )
        memory = decided.memory
        const starts = decided.actions.filter(({ kind }) => ['restart', 'wake', 'lift'].includes(kind))
        expect(starts.length).toBeLessThanOrEqual(1)
        for (const action of decided.actions) {
          const miner = ruled.find(({ id }) => id === action.id)
          expect(miner).toMatchObject({ isWanted: true, isBusy: false })
          expect(miner?.reading).not.toBeNull()
          expect(ship).not.toBe('paused')
        }
        for (const { id } of starts) {
          expect(ship).toBe('free')
          expect(ruled.find((miner) => miner.id === id)?.hasRoom).toBe(true)
        }
        for (const { id, kind } of decided.actions) if (kind === 'restart') restarted.push({ id, at: now })
        for (const { id } of ruled)
          expect(
            restarted.filter((one) => one.id === id && now - one.at < 24 * hour).length,
          ).toBeLessThanOrEqual(3)
      }
    }),
  )
})
