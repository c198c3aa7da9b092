import type { CommissioningStep } from '@shipminer/domain/generator/commissioning/commissioning'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCommissioning } from '../../apps/controller/src/acting/commissioning/commissioning.ts'
import type { Generator } from '../../apps/controller/src/generator/open-generator.ts'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import { type FollowedShip, relayOf, startFollowedShip } from '../support/ship/followed-ship.ts'
import { findSignalK, metersOf, type RealSignalK, startRealSignalK } from '../support/ship/real-signal-k.ts'

/**
 * The check at commissioning finds a meter that lies, before a miner runs by it: what a gateway writes into a real Signal K server, in a process of
 * its own, is not what the generator gives.
 */
const program = findSignalK()

const limits = { capacityKw: 100, limitPercent: 85, reserveKw: 10, staleAfterMs: 5_000, holdMs: 30_000 }

let ours: FollowedShip
let signalK: RealSignalK
let gateway: { stop(): void } | null = null
let generator: Generator
let check: ReturnType<typeof createCommissioning> | null = null

beforeEach(async () => {
  if (program === null) return
  ours = await startFollowedShip({ baseKw: 20 })
  signalK = await startRealSignalK(program)
})
afterEach(async () => {
  check?.stop()
  check = null
  gateway?.stop()
  gateway = null
  await ours?.close()
  await signalK?.close()
})
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 180_000, interval: 50 })

type Shows = Parameters<typeof metersOf>[1]
function gatewayShows(shows?: Shows): void {
  gateway?.stop()
  gateway = signalK.feed(metersOf(ours.panel, shows), 500)
}
/** A box that nobody has checked yet; its access is approved. */
async function install(): Promise<void> {
  generator = await ours.open(
    {
      meter: { kind: 'signal-k', baseUrl: signalK.url, preset: 'three-phase', ids: ['generator1'] },
      heartbeat: relayOf(ours.panel),
    },
    limits,
    systemClock,
  )
  check = createCommissioning({
    generator,
    actor: ours.actor,
    firmwareOf: () => 'vnish',
    controllerId: 'ms-aurora',
    version: '1.0.0',
    hasContactor: true,
    clock: systemClock,
    onChanged: () => {},
    onFinished: () => {},
    log: silentLogger,
  })
  await signalK.admit()
}
async function outcomeOf(step: CommissioningStep) {
  await check?.act({ kind: 'begin', step })
  await until(() => expect(check?.status().active).toBeNull())
  return check?.report().results[step]
}

/** All of them in the long form, as `npm run test:long` runs it; otherwise the first and the last of those refused, and one of the others. */
const isLong = process.env.TEST_LONG === '1'

describe.skipIf(program === null)('on a real Signal K server', () => {
  const refused: readonly [string, NonNullable<Shows>, object][] = [
    ['kilowatts in place of watts', (kw) => kw / 1_000, { code: 'unit-too-small' }],
    ['watts a thousand times too many', (kw) => kw * 1_000, { code: 'unit-too-large' }],
    ['clamps the wrong way round', (kw) => -kw, { code: 'below-zero' }],
    [
      'one clamp the wrong way round',
      (kw, phase) => (phase === 1 ? -kw : kw),
      { code: 'phase-below-zero', phase: 1 },
    ],
  ]
  test.each(isLong ? refused : [refused[0], refused[3]].filter((one) => one !== undefined))(
    '%s: the check does not pass the meter and says why, and nobody mines; put right, it passes',
    async (_, shows, problem) => {
      gatewayShows(shows)
      await install()
      await until(() => expect(generator.sources()[0]).toMatchObject({ state: 'refused', problem }))
      expect(await outcomeOf('meter')).toMatchObject({ outcome: 'failed', failure: 'meter-refused' })
      await until(() =>
        expect(generator.follower.status().explanation).toMatchObject({ offReason: 'load-unknown' }),
      )
      expect(ours.panel.panel.isContactorClosed()).toBe(false)
      expect(generator.isCautious()).toBe(true)

      gatewayShows()
      await until(() => expect(generator.sources()[0]?.state).toBe('connected'))
      expect(await outcomeOf('meter')).toMatchObject({ outcome: 'passed', failure: null })
    },
    300_000,
  )

  const plausible: readonly [string, NonNullable<Shows>][] = [
    ['a load that stands still', () => 20 / 3],
    // The ratio of its transformers left at a half of what they are.
    ['half of the load', (kw) => kw / 2],
  ]
  test.each(isLong ? plausible : plausible.slice(0, 1))(
    '%s: the meter alone looks right, and the first miner shows that it is not; the reserve stays a cautious one',
    async (_, shows) => {
      gatewayShows(shows)
      await install()
      await until(() => expect(generator.sources()[0]?.state).toBe('connected'))
      expect(await outcomeOf('meter')).toMatchObject({ outcome: 'passed' })
      const tried = await outcomeOf('miner')
      expect(tried).toMatchObject({ outcome: 'failed', failure: 'meter-did-not-follow' })
      expect(tried?.figures.movedKw).toBeLessThan(0.6 * (tried?.figures.minerKw ?? 0))
      expect(check?.report().position).toBe('open')
      expect(generator.follower.status().settings?.reserveKw).toBe(30)
    },
    600_000,
  )
})
