import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../apps/controller/src/platform/logger.ts'
import type { Publisher } from '../../apps/controller/src/ship-bus/publisher.ts'
import type { ShipFigures } from '../../apps/controller/src/ship-bus/ship-figures.ts'
import { createSignalKPublisher } from '../../apps/controller/src/ship-bus/signal-k-publisher.ts'
import { powerTexts } from '../../apps/controller/src/status-page/power/power-texts.ts'
import { findSignalK, type RealSignalK, startRealSignalK } from '../support/ship/real-signal-k.ts'

/** What the box tells of itself, against a real signalk-server with its security on. */
const program = findSignalK()

const well: ShipFigures = {
  state: 'free',
  stateText: 'room enough',
  miningWatts: 33_000,
  generatorWatts: 50_000,
  shipWatts: 17_000,
  limitWatts: 85_000,
  headroomWatts: 25_000,
  curtailedWatts: null,
  reserveWatts: 10_000,
  requiredReserveWatts: 8_000,
  minersAsleep: 1,
  minersKnown: 6,
  alarms: [],
}
let signalK: RealSignalK | null = null
let publisher: Publisher | null = null
let figures: ShipFigures
let tokens: (string | null)[]
beforeEach(async () => {
  if (program === null) return
  figures = well
  tokens = []
  signalK = await startRealSignalK(program)
})
afterEach(async () => {
  await publisher?.stop()
  await signalK?.close()
})
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 90_000, interval: 50 })
const at = (path: string) => signalK?.read(path)

describe.skipIf(program === null)('a real Signal K server', () => {
  test('gets power, state and alarms once it lets us write, and that an alarm is over', async () => {
    if (signalK === null) throw new Error('not started')
    publisher = createSignalKPublisher({
      baseUrl: signalK.url,
      labels: powerTexts.en.figureLabels,
      figures: () => figures,
      credentials: { clientId: 'f1e2d3c4-0000-4000-8000-000000000001', token: null },
      onToken: (token) => tokens.push(token),
      clock: systemClock,
      fetchFn: fetch,
      log: silentLogger,
    })
    // A stranger's words are dropped without a word: it is noticed, and leave is asked for.
    await until(() => expect(publisher?.status().state).toBe('needs-approval'))
    expect(await at('electrical.shipminer.state')).toBeNull()
    const [request] = await signalK.requests()
    expect(request?.description).toMatch(/Shipminer.*tells/)
    await signalK.admit('readwrite')
    await until(() => expect(publisher?.status().state).toBe('publishing'))
    expect(tokens).toEqual([expect.any(String)])

    expect(await at('electrical.shipminer.power')).toMatchObject({
      value: 33_000,
      meta: { units: 'W', displayName: 'Miners' },
    })
    expect(await at('electrical.shipminer.curtailed')).toMatchObject({ value: null })
    figures = {
      ...well,
      state: 'curtailed',
      miningWatts: 22_000,
      alarms: [{ name: 'contactorOpen', level: 'alarm', message: 'The contactor opened.' }],
    }
    await until(async () => expect(await at('electrical.shipminer.power')).toMatchObject({ value: 22_000 }))
    await until(async () =>
      expect(await at('notifications.electrical.shipminer.contactorOpen')).toMatchObject({
        value: { state: 'alarm', method: ['visual', 'sound'], message: 'The contactor opened.' },
      }),
    )
    figures = well
    await until(async () =>
      expect(await at('notifications.electrical.shipminer.contactorOpen')).toMatchObject({
        value: { state: 'normal' },
      }),
    )
    // It comes back to a server that was away, and takes its figures with it at the end.
    await signalK.kill()
    await until(() => expect(publisher?.status().state).toBe('waiting'))
    await signalK.start()
    await until(async () => expect(await at('electrical.shipminer.power')).toMatchObject({ value: 33_000 }))
    await publisher.stop()
    await until(async () => expect(await at('electrical.shipminer.power')).toMatchObject({ value: null }))
  }, 300_000)
})
