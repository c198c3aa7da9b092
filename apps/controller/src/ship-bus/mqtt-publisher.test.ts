import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findMosquitto,
  startMosquitto,
  type ThrowawayMosquitto,
  warnNoMosquitto,
} from '../generator/mqtt/throwaway-mosquitto.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { powerTexts } from '../status-page/power/power-texts.ts'
import { createMqttPublisher } from './mqtt-publisher.ts'
import type { Publisher } from './publisher.ts'
import type { ShipFigures } from './ship-figures.ts'

const program = findMosquitto(process.env)
if (program === null) warnNoMosquitto()

const well: ShipFigures = {
  state: 'free',
  stateText: 'room enough',
  miningWatts: 33_000,
  generatorWatts: null,
  shipWatts: null,
  limitWatts: 85_000,
  headroomWatts: 25_000,
  curtailedWatts: 0,
  reserveWatts: 10_000,
  requiredReserveWatts: 8_000,
  minersAsleep: 1,
  minersKnown: 6,
  alarms: [],
}
let broker: ThrowawayMosquitto
let listener: MqttClient
let publisher: Publisher | null = null
let figures: ShipFigures | null
/** The newest text of each topic, and how often each came. */
let heard: Map<string, { text: string; times: number }>
beforeEach(async () => {
  if (program === null) return
  figures = well
  heard = new Map()
  broker = await startMosquitto(program)
  await listen()
})
afterEach(async () => {
  await publisher?.stop()
  publisher = null
  await listener?.endAsync(true)
  await broker?.close()
})
async function listen(): Promise<void> {
  listener = await connectAsync(broker.url, { reconnectPeriod: 50 })
  listener.on('message', (topic, payload) =>
    heard.set(topic, { text: payload.toString(), times: (heard.get(topic)?.times ?? 0) + 1 }),
  )
  await listener.subscribeAsync('#')
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const open = () => {
  publisher = createMqttPublisher({
    broker: {
      broker: broker.url,
      username: null,
      password: null,
      baseTopic: 'shipminer',
      discoveryPrefix: 'homeassistant',
    },
    controllerId: 'box 1/a',
    version: '1.2.3',
    labels: powerTexts.nl.figureLabels,
    figures: () => figures,
    clock: systemClock,
    log: silentLogger,
  })
}
const state = () => JSON.parse(heard.get('shipminer/box-1-a/state')?.text ?? 'null')
const availability = () => heard.get('shipminer/box-1-a/availability')?.text
const power = 'homeassistant/sensor/shipminer-box-1-a/miningWatts/config'

describe.skipIf(program === null)('a broker', () => {
  test('gets the figures, and Home Assistant finds them', async () => {
    open()
    await until(() => expect(state()).toMatchObject({ miningWatts: 33_000, generatorWatts: null }))
    expect(publisher?.status()).toEqual({ kind: 'mqtt', state: 'publishing' })
    expect(JSON.parse(heard.get(power)?.text ?? '')).toMatchObject({
      name: 'Miners',
      unique_id: 'shipminer-box 1/a-miningWatts',
      state_topic: 'shipminer/box-1-a/state',
      availability_topic: 'shipminer/box-1-a/availability',
      value_template: '{{ value_json.miningWatts }}',
      device_class: 'power',
      unit_of_measurement: 'W',
      state_class: 'measurement',
      expire_after: 30,
      device: { identifiers: ['shipminer-box 1/a'], sw_version: '1.2.3' },
    })
    expect([...heard.keys()].filter((topic) => topic.startsWith('homeassistant/'))).toHaveLength(11)
    // One that comes later finds the entities all the same.
    await listener.endAsync()
    heard.clear()
    await listen()
    await until(() => expect(heard.has(power)).toBe(true))
    expect(availability()).toBe('online')
  })
  test('hears of a change at once, and of an alarm with its sentence', async () => {
    open()
    await until(() => expect(state()).toMatchObject({ needsSomebody: 'OFF', alarms: [] }))
    figures = {
      ...well,
      alarms: [{ name: 'disobedient', level: 'warn', message: 'Een miner luistert niet.' }],
    }
    await until(() =>
      expect(state()).toMatchObject({ needsSomebody: 'ON', alarms: ['Een miner luistert niet.'] }),
    )
  })
  test('that starts anew, or a Home Assistant that does, gets everything again', async () => {
    open()
    await until(() => expect(heard.has(power)).toBe(true))
    listener.publish('homeassistant/status', 'online')
    await until(() => expect(heard.get(power)?.times).toBe(2))
    heard.clear()
    await broker.kill()
    await until(() => expect(publisher?.status().state).toBe('waiting'))
    await broker.start()
    await until(() => expect(heard.has(power)).toBe(true))
    await until(() => expect(availability()).toBe('online'))
  })
  test('hears that the box ends', async () => {
    open()
    await until(() => expect(availability()).toBe('online'))
    await publisher?.stop()
    await until(() => expect(availability()).toBe('offline'))
  })
})
