import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { askAgainMs, identityOf, type OnIdentity } from '../meter/meter-identity.ts'
import { BrokerSchema, type MqttLine } from './mqtt-line.ts'
import type { TopicMeter } from './topic-figures.ts'
import { createTopicSource } from './topic-source.ts'
import { valueAt } from './value-at.ts'

/** A meter on a Victron GX, over the broker of the GX. */
export const VictronMeterSchema = BrokerSchema.extend({
  /** As the GX shows it: 12 signs of its network card. */
  portalId: z.string().regex(/^[\w-]{1,64}$/),
  service: z.enum(['genset', 'grid', 'acload']).default('genset'),
  instance: z.number().int().min(0).max(65_535),
  phaseCount: z.number().int().min(1).max(3).default(3),
  /** Whether the GX knows what feeds the ship (`ActiveIn/Source`): then miners rest on shore power and on batteries. All but a genset's meter need it. */
  knowsSupply: z.boolean().default(true),
  mostKw: z.number().positive(),
  maxAgeMs: z.number().int().min(500).max(60_000).default(5_000),
})
export type VictronMeter = z.infer<typeof VictronMeterSchema>

/** The GX stops to publish a minute after the last of these. */
const keepaliveMs = 25_000

/**
 * The GX publishes a figure when it changes, and nothing while it does not. So each is asked for every second: what does not answer is
 * unknown. A figure without a value is `null`, and a device that is gone an empty text: unknown, both.
 */
export function createVictronSource(options: {
  meter: VictronMeter
  onReading: OnReading
  onIdentity?: OnIdentity | undefined
  clock: Clock
  log: Logger
}): LoadSource {
  const { meter, clock } = options
  const base = `${meter.portalId}/${meter.service}/${meter.instance}/Ac`
  const supply = `${meter.portalId}/system/0/Ac/ActiveIn/Source`
  const isGenset = meter.service === 'genset'
  const asksSupply = meter.knowsSupply || !isGenset
  const phases = [1, 2, 3].slice(0, meter.phaseCount)
  const paths = {
    power: phases.map((phase) => `${base}/L${phase}/Power`),
    voltage: phases.map((phase) => `${base}/L${phase}/Voltage`),
    current: phases.map((phase) => `${base}/L${phase}/Current`),
    frequency: `${base}/Frequency`,
  }
  const figure = (path: string, scale = 1) => ({ topic: `N/${path}`, path: 'value', scale })
  const topics: TopicMeter = {
    total: null,
    phases: paths.power.map((path) => figure(path, 0.001)),
    voltages: paths.voltage.map((path) => figure(path)),
    currents: paths.current.map((path) => figure(path)),
    frequency: figure(paths.frequency),
  }
  /** The power last: with it a reading is due. */
  const asked = [
    ...(asksSupply ? [supply] : []),
    paths.frequency,
    ...paths.voltage,
    ...paths.current,
    ...paths.power,
  ]
  let keptAliveAt = Number.NEGATIVE_INFINITY
  const keepAlive = (line: MqttLine) => {
    keptAliveAt = clock.monotonic()
    line.publish(`R/${meter.portalId}/keepalive`, '{ "keepalive-options" : ["suppress-republish"] }')
  }

  // Every device of the GX has these beside what it measures.
  const device = `${meter.portalId}/${meter.service}/${meter.instance}`
  const [serialPath, productPath] = [`${device}/Serial`, `${device}/ProductName`]
  let identityAskedAt = Number.NEGATIVE_INFINITY
  let reported: { serial: string | null; model: string | null } = { serial: null, model: null }
  const askIdentity = (line: MqttLine) => {
    identityAskedAt = clock.monotonic()
    reported = { serial: null, model: null }
    for (const path of [serialPath, productPath]) line.publish(`R/${path}`, '')
  }

  const source = createTopicSource({
    ...options,
    kind: 'victron-mqtt',
    name: `${meter.service}/${meter.instance}`,
    broker: meter,
    meter: topics,
    mostKw: meter.mostKw,
    maxAgeMs: meter.maxAgeMs,
    greet(line) {
      keepAlive(line)
      askIdentity(line)
    },
    about: {
      topics: [`N/${serialPath}`, `N/${productPath}`],
      take(topic, text) {
        reported = { ...reported, [topic === `N/${serialPath}` ? 'serial' : 'model']: textAt(text) }
        const identity = identityOf('victron', reported)
        if (identity !== null) options.onIdentity?.(identity)
      },
    },
    ask(line) {
      if (clock.monotonic() - identityAskedAt > askAgainMs) askIdentity(line)
      if (clock.monotonic() - keptAliveAt > keepaliveMs) keepAlive(line)
      for (const path of asked) line.publish(`R/${path}`, '')
    },
    ...(asksSupply ? { supply: { topic: `N/${supply}`, read: supplyOf, isNeeded: !isGenset } } : {}),
  })
  return {
    ...source,
    askIdentity() {
      identityAskedAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** The text in `{"value": …}`; null where there is none. */
const textAt = (text: string): string | null => ValueSchema.safeParse(parseJson(text)).data?.value ?? null
const ValueSchema = z.object({ value: z.string() })

/** 0 and no value: not known. */
const supplies: Readonly<Record<number, PowerSource>> = {
  1: 'shore',
  2: 'generator',
  3: 'shore',
  240: 'battery',
}
const supplyOf = (text: string): PowerSource | null => supplies[valueAt(text, 'value') ?? 0] ?? null
