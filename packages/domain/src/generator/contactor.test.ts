import { describe, expect, test } from 'vitest'
import {
  type ContactorInput,
  type ContactorState,
  contactorPhases,
  keepContactor,
  newContactor,
  nextContactorPhase,
  restoreContactor,
  type SupplyReading,
  stepContactor,
} from './contactor.ts'
import { defaultSettings, type FollowerSettings } from './follower-settings.ts'

const cold: ContactorState = { ...newContactor, heat: 0 }
const load = (loadKw: number | null, over: Partial<SupplyReading> = {}): SupplyReading => ({
  loadKw,
  capacityKw: 100,
  currentAmps: null,
  frequencyHz: null,
  ...over,
})

/** A contactor on a clock of its own, with steps of 50 ms. */
function relay(
  options: {
    from?: ContactorState
    settings?: Partial<FollowerSettings>
    groups?: number
    awakeKw?: number
    returningKw?: number
  } = {},
) {
  let settings = { ...defaultSettings(100), ...options.settings }
  let state = options.from ?? cold
  let now = 0
  let output = null as ReturnType<typeof stepContactor> | null
  const history: { at: number; stop: string | null; pulses: boolean; groups: number }[] = []
  const one = {
    get state() {
      return state
    },
    get now() {
      return now
    },
    get output() {
      return output
    },
    history,
    set(over: Partial<FollowerSettings>) {
      settings = { ...settings, ...over }
    },
    run(ms: number, supply: SupplyReading | null, law: Partial<NonNullable<ContactorInput['law']>> = {}) {
      for (let spent = 0; spent < ms; spent += 50) {
        now += 50
        output = stepContactor(state, {
          now,
          settings,
          law: {
            activity: 'on',
            isLoadUnknown: false,
            roomKw: supply?.loadKw == null ? null : 75 - supply.loadKw,
            ...law,
          },
          supply,
          slowestMs: 20_000,
          awakeKw: options.awakeKw ?? 10,
          returningKw: options.returningKw ?? 0,
          groups: options.groups ?? 1,
        })
        state = output.state
        history.push({ at: now, stop: output.stop, pulses: output.pulses, groups: output.groups })
      }
      return one
    },
    /** When it first stopped for that reason, ms. */
    firstStop: (stop: string) => history.find((step) => step.stop === stop)?.at ?? null,
  }
  return one
}
/** Its state, as if the relay needed no time to drop. */
const pulsing = ({ state }: ReturnType<typeof relay>) => ({ state, stop: null, pulses: true })
/** A relay that was closed and cold for the second before. */
const running = (options: Parameters<typeof relay>[0] = {}) => relay(options).run(1_000, load(50))

describe('the time against the load', () => {
  test.each([
    [100, 7_600],
    [105, 3_800],
    [110, 2_533],
    [114, 2_000],
    [125, 1_267],
    [150, 691],
    [200, 362],
    [1_000, 42],
  ])('%i kW of 100 opens after %i ms', (kw, ms) => {
    const opened = running().run(10_000, load(kw)).firstStop('overload')
    expect(opened).toBeGreaterThan(1_000)
    expect(Math.abs((opened ?? 0) - 1_000 - ms)).toBeLessThanOrEqual(100)
  })
  test('94 kW never does', () => {
    expect(running().run(3_600_000, load(94)).firstStop('overload')).toBeNull()
  })
  test('a steeper setting opens sooner', () => {
    const steep = running({ settings: { tripTimeMs: 150 } }).run(10_000, load(110))
    expect((steep.firstStop('overload') ?? 0) - 1_000).toBeLessThanOrEqual(1_000)
  })
  test('current of one phase counts as power does, where the rating is known', () => {
    const amps = load(60, { currentAmps: 220 })
    expect(running().run(60_000, amps).firstStop('overload')).toBeNull()
    const rated = running({ settings: { ratedCurrentAmps: 200 } }).run(60_000, amps)
    expect((rated.firstStop('overload') ?? 0) - 1_000).toBeGreaterThan(2_000)
    expect((rated.firstStop('overload') ?? 0) - 1_000).toBeLessThan(3_000)
  })
  test.each([
    [48.6, null],
    [48, 2_000],
    [47.5, 1_000],
  ])('%d Hz on a set of 50: after %s ms, without any power reading', (frequencyHz, ms) => {
    const opened = running().run(60_000, load(null, { frequencyHz })).firstStop('overload')
    if (ms === null) expect(opened).toBeNull()
    else expect(Math.abs((opened ?? 0) - 1_000 - ms)).toBeLessThanOrEqual(100)
  })
  test('a frequency that no set has is no reading', () => {
    expect(
      running()
        .run(6_000, load(50, { frequencyHz: 0 }))
        .firstStop('overload'),
    ).toBeGreaterThan(1_000)
  })
})

describe('the memory', () => {
  test('110 kW with a dip of a quarter of a second each minute opens it', () => {
    const one = running()
    one.run(2_000, load(110)).run(250, load(20)).run(1_000, load(110))
    expect(one.firstStop('overload')).toBeGreaterThan(1_000)
    expect(one.firstStop('overload')).toBeLessThan(4_500)
  })
  test('one good reading stops the growth and takes nothing back', () => {
    const one = running().run(2_000, load(110))
    const { heat } = one.state
    expect(heat).toBeGreaterThan(0.7)
    one.run(100, load(20))
    expect(one.state.heat).toBeGreaterThan(heat * 0.99)
  })
  test('two minutes within take two thirds of it', () => {
    const one = running().run(2_000, load(110))
    const { heat } = one.state
    one.run(120_000, load(20))
    expect(one.state.heat / heat).toBeCloseTo(1 / Math.E, 1)
  })
  test('survives a restart: at least half of it, and an open one stays open', () => {
    const hot = running().run(2_000, load(110))
    const again = restoreContactor(keepContactor(pulsing(hot), 1e12), 0, 1e12)
    expect(again).toMatchObject({ phase: 'closed', heat: hot.state.heat })
    expect(restoreContactor(null, 0, 1e12).heat).toBe(0.5)
    const open = restoreContactor(keepContactor(pulsing(running().run(9_000, load(110))), 0), 0, 0)
    expect(open.phase).toBe('open')
    const one = relay({ from: open }).run(60_000, load(20))
    expect(one.history.map(({ pulses }) => pulses)).not.toContain(true)
  })
  test('openings of before count; a clock that stepped makes none of them younger than now', () => {
    const keptHeat = { phase: 'closed' as const, heat: 0, openedAt: [1_000_000, 2_000_000, 9e12] }
    const kept = { ...keptHeat, behindKw: 0, returnsKw: 0 }
    expect(restoreContactor(kept, 5_000, 2_000_000).openings).toEqual([-1_000_000, 0, 5_000])
  })
  test('a ship that is alone too much for its set does not heat what has no power', () => {
    const one = running().run(9_000, load(110))
    expect(one.state.openings).toHaveLength(1)
    one.run(600_000, load(110))
    expect(one.state).toMatchObject({ phase: 'open' })
    expect(one.state.openings).toHaveLength(1)
  })
})

describe('without readings', () => {
  test('it opens after five seconds, and adds to what it remembers', () => {
    expect((running().run(10_000, null).firstStop('overload') ?? 0) - 1_000).toBe(5_000)
    const hot = running().run(1_300, load(110)).run(10_000, null)
    expect((hot.firstStop('overload') ?? 0) - 2_300).toBeLessThan(3_000)
  })
  test('what the law gave up on opens at once, and one reading does not close it', () => {
    const one = running().run(50, null, { isLoadUnknown: true, activity: 'off' })
    expect(one.output).toMatchObject({ stop: 'load-unknown', pulses: false })
    one.run(60_000, load(20))
    expect(one.output?.stop).toBe('overload')
  })
  test('before the first reading nothing is powered and nothing heats', () => {
    const one = relay({ from: newContactor }).run(60_000, null, { activity: 'waiting' })
    expect(one.output).toMatchObject({ stop: 'load-unknown', pulses: false, groups: 0 })
    expect(one.state.heat).toBe(0.5)
    expect(one.run(50, load(20)).output).toMatchObject({ stop: null, pulses: true, groups: 1 })
  })
})

describe('the return', () => {
  test('when it is cold and there has been room for two minutes', () => {
    const one = running().run(9_000, load(110))
    one.run(270_000, load(20))
    expect(one.output?.stop).toBe('overload')
    one.run(20_000, load(20))
    expect(one.output?.stop).toBeNull()
  })
  test('not without room for what comes back', () => {
    const one = running({ awakeKw: 40 }).run(9_000, load(110)).run(900_000, load(40))
    expect(one.output?.stop).toBe('overload')
    expect(one.run(130_000, load(20)).output?.stop).toBeNull()
  })
  test('room that was interrupted begins anew', () => {
    const one = running().run(9_000, load(110)).run(400_000, load(90)).run(119_000, load(20))
    one.run(50, load(90)).run(119_000, load(20))
    expect(one.output?.stop).toBe('overload')
    expect(one.run(2_000, load(20)).output?.stop).toBeNull()
  })
  test('group after group, none while the load is above, and all go at once', () => {
    const one = relay({ groups: 3, settings: { restoreStaggerMs: 5_000 } }).run(50, load(20))
    expect(one.output?.groups).toBe(1)
    one.run(5_000, load(20))
    expect(one.output?.groups).toBe(2)
    one.run(3_000, load(96)).run(3_000, load(96))
    expect(one.output?.groups).toBe(2)
    one.run(50, load(20))
    expect(one.output?.groups).toBe(3)
    expect(one.run(9_000, load(120)).output?.groups).toBe(0)
  })
  describe('after a start, an order or an opening', () => {
    const slept = () => running({ awakeKw: 10, returningKw: 50 }).run(1_000, load(50))
    const restarted = (groups = 1) =>
      relay({ groups, from: restoreContactor(keepContactor(pulsing(slept()), 0), 0, 0) })
    test('not while the set could not bear all that may come up before it can be put to sleep', () => {
      const one = restarted().run(60_000, load(50))
      expect(one.output).toMatchObject({ stop: 'no-room', pulses: false, groups: 0 })
      expect(one.run(50, load(44)).output).toMatchObject({ stop: null, pulses: true })
    })
    test('what it has closed stays closed, whatever they come to take', () => {
      const one = restarted().run(1_000, load(44)).run(60_000, load(90))
      expect(one.output?.stop).toBeNull()
    })
    test('group after group, each counted with those before that may still be starting', () => {
      const one = restarted(2).run(20_000, load(60))
      expect(one.output).toMatchObject({ stop: null, groups: 1 })
      one.run(300_000, load(62))
      expect(one.output?.groups, 'the first has not come up yet').toBe(1)
      one.run(300_000, load(62))
      expect(one.output?.groups, 'it has, and took little').toBe(2)
      expect(restarted(2).run(20_000, load(40)).output?.groups).toBe(2)
    })
    test('after an order the same holds', () => {
      const one = slept().run(30_000, load(50), { activity: 'off' })
      expect(one.output?.stop).toBe('ordered-off')
      expect(one.run(1_000, load(60)).output?.stop).toBe('no-room')
      expect(one.run(1_000, load(40)).output?.stop).toBeNull()
    })
    test('with a contact or a frequency alone there is no load to compare with', () => {
      expect(restarted().run(1_000, load(null), { roomKw: 20 }).output?.stop).toBeNull()
    })
  })
  test('the third opening by overload within an hour needs a person on board', () => {
    const one = running()
    for (let round = 0; round < 3; round++) one.run(9_000, load(110)).run(400_000, load(20))
    expect(one.output?.stop).toBe('locked')
    one.run(7_200_000, load(20))
    expect(one.output?.stop).toBe('locked')
    one.set({ masterStop: true })
    one.run(1_000, load(20), { activity: 'off' })
    expect(one.output?.stop).toBe('locked')
    one.set({ masterStop: false })
    one.run(130_000, load(20))
    expect(one.output?.stop).toBeNull()
  })
  test('openings by frequency alone lock nothing', () => {
    const one = running()
    for (let round = 0; round < 6; round++)
      one.run(3_000, load(50, { frequencyHz: 47 })).run(400_000, load(20, { frequencyHz: 50 }))
    expect(one.output?.stop).toBeNull()
  })
})

describe('the relay behind the pulse', () => {
  test('the pulse is withheld by the time that the relay needs to drop', () => {
    const one = running().run(10_000, load(105))
    const lastPulse = one.history.findLast(({ pulses }) => pulses)?.at ?? 0
    expect(Math.abs((one.firstStop('overload') ?? 0) - lastPulse - 2_000)).toBeLessThanOrEqual(100)
  })
  test('a withheld pulse is kept as an opening, so that a process that dies then is not forgotten; taken back where it goes on', () => {
    const one = running().run(50, load(200))
    if (one.output === null) throw new Error('no step')
    expect(one.output).toMatchObject({ stop: null, pulses: false, state: { phase: 'closed' } })
    const kept = keepContactor(one.output, 1_000)
    expect(kept).toMatchObject({ phase: 'open', heat: 1, openedAt: [one.now + 1_000] })
    const again = relay({ from: restoreContactor(kept, 0, one.now + 1_000) }).run(60_000, load(20))
    expect(again.history.map(({ pulses }) => pulses)).not.toContain(true)
    one.run(1_000, load(50))
    expect(keepContactor(one.output, 0)).toMatchObject({ phase: 'closed', openedAt: [] })
  })
  test('an overload that ends before it takes nobody’s power: the pulse goes on', () => {
    const one = running().run(500, load(150)).run(1_000, load(50))
    expect(one.history.some(({ pulses }) => !pulses)).toBe(true)
    expect(one.output).toMatchObject({ stop: null, pulses: true })
    const gap = one.history.filter(({ pulses }) => !pulses).length * 50
    expect(gap).toBeLessThan(2_000)
  })
})

test('ordered off: miners have their time to sleep, then the power goes; back at once', () => {
  const one = running().run(22_000, load(50), { activity: 'off' })
  expect(one.output?.stop).toBeNull()
  one.run(200, load(50), { activity: 'off' })
  expect(one.output?.stop).toBe('ordered-off')
  expect(one.run(50, load(50)).output?.stop).toBeNull()
})

test('nothing set up', () => {
  const { stop, pulses } = stepContactor(cold, {
    now: 1,
    settings: defaultSettings(100),
    law: null,
    supply: null,
    slowestMs: 0,
    awakeKw: 0,
    returningKw: 0,
    groups: 1,
  })
  expect({ stop, pulses }).toEqual({ stop: 'not-set-up', pulses: false })
})

test('every phase has a way out', () => {
  for (const phase of contactorPhases)
    expect(
      (['hot', 'hot-too-often', 'may-return', 'acknowledged'] as const).some(
        (event) => nextContactorPhase(phase, event) !== phase,
      ),
    ).toBe(true)
})
