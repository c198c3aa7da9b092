import { minerKinds } from '@shipminer/domain/generator/simulation/simulated-miner'
import { launchTestShip, type TestMiner, type Voyage } from './test-ship.ts'

const times = (count: number, miner: TestMiner): TestMiner[] => Array.from({ length: count }, () => miner)

/** Braiins OS: an estimate instead of measured power, and a limit that makes it begin anew. */
export const braiins: TestMiner = {
  kind: {
    ...{ name: 'Braiins OS', ratedPowerWatts: 3_400, sleepMs: 15_000, startMs: 240_000 },
    ...{ lower: { powerWatts: 1_700, confirmMs: 480_000 }, measuresPower: false },
  },
  driver: 'braiins',
  isEstimating: true,
}
export const antminer: TestMiner = {
  kind: minerKinds.antminer,
  driver: 'antminer',
  model: 'Antminer S21 XP Hyd',
}
/** Throttled firmware that comes back throttled after a power cut. */
const vnish: TestMiner = {
  kind: { ...minerKinds.whatsminer, name: 'VNish', forgetsLower: false },
  driver: 'vnish',
  model: 'M30S++',
}
const whatsminer: TestMiner = { kind: minerKinds.whatsminer, driver: 'whatsminer', model: 'M30S++' }

export const restartFleets = {
  '10 stock Antminers': times(10, antminer),
  '16 Whatsminers': times(16, whatsminer),
  '14 with Braiins OS': times(14, braiins),
  '16 that stay throttled': times(16, vnish),
} as const

type Ship = Awaited<ReturnType<typeof launchTestShip>>
type Load = { kw: number }

const restKw = 15
const busyKw = 45
const overKw = 95
const settledSeconds = 1_500

/** What miners are in the middle of when the box stops. */
export const restartPhases = {
  steady: async () => {},
  async lowering(ship: Ship, load: Load) {
    const before = ship.voyage.commands.sleep + ship.voyage.commands.lower
    load.kw = busyKw
    await ship.until(() => ship.voyage.commands.sleep + ship.voyage.commands.lower > before)
    await ship.sail(3)
  },
  async asleep(ship: Ship, load: Load) {
    load.kw = busyKw
    await ship.sail(900)
  },
  async restoring(ship: Ship, load: Load) {
    await restartPhases.asleep(ship, load)
    const before = ship.voyage.commands.start + ship.voyage.commands['start-low']
    load.kw = restKw
    await ship.until(() => ship.voyage.commands.start + ship.voyage.commands['start-low'] > before)
    await ship.sail(20)
  },
  async 'in quiet hours'(ship: Ship) {
    await ship.until(() => ship.follower.status().explanation?.offReason === 'quiet-hours')
    await ship.sail(400)
  },
  async 'while the meter is silent'(ship: Ship) {
    ship.meter(false)
    await ship.sail(20)
  },
  async 'with the contactor open'(ship: Ship, load: Load) {
    load.kw = overKw
    await ship.until(() => ship.follower.status().contactor.phase === 'open')
    await ship.sail(30)
    load.kw = restKw
  },
} as const
export type RestartPhase = keyof typeof restartPhases

/** How the box stops, and for how long. */
export const restartKinds = {
  'is killed': async (ship: Ship) => {
    await ship.kill()
    await ship.sail(6)
    await ship.start()
  },
  'loses its power for a minute': async (ship: Ship) => {
    await ship.kill()
    await ship.sail(60)
    await ship.start()
  },
  'is updated': async (ship: Ship) => {
    await ship.replace()
    await ship.sail(8)
    await ship.start()
  },
} as const
export type RestartKind = keyof typeof restartKinds

export type RestartCase = {
  fleet: keyof typeof restartFleets
  phase: RestartPhase
  kind: RestartKind
  hasContactor: boolean
  seed: number
}

/** The hour from that moment on, by a box that never stopped and by one that did. */
export async function compareHour(one: RestartCase): Promise<{ never: Voyage; restarted: Voyage }> {
  return { never: await sailHour({ ...one, kind: null }), restarted: await sailHour(one) }
}

/** The hour from the moment on; without a kind by a box that never stops. */
export async function sailHour(
  one: Omit<RestartCase, 'kind'> & { kind: RestartKind | null },
): Promise<Voyage> {
  const load = { kw: restKw }
  const ship = await launchTestShip({
    miners: restartFleets[one.fleet],
    seed: one.seed,
    shipKw: () => load.kw,
    hasContactor: one.hasContactor,
    ...(one.phase === 'in quiet hours' ? { limits: { quietHours: [{ fromMinute: 40, toMinute: 60 }] } } : {}),
  })
  try {
    await ship.sail(settledSeconds)
    await restartPhases[one.phase](ship, load)
    ship.restartLog()
    const from = ship.now
    if (one.kind !== null) await restartKinds[one.kind](ship)
    else if (one.phase === 'while the meter is silent') await ship.sail(10)
    ship.meter(true)
    await ship.sail(3_600 - (ship.now - from) / 1_000)
    return { ...ship.voyage }
  } finally {
    await ship.close()
  }
}
