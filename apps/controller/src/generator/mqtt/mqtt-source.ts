import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { BrokerSchema } from './mqtt-line.ts'
import { createTopicSource } from './topic-source.ts'

/** Where one figure is published: the number there, or at a path of the JSON there, times `scale` is kW, V, A or Hz. */
const figure = (scale: number) =>
  z.object({
    /** One topic, without wildcards. */
    topic: z.string().regex(/^[^#+\0]{1,500}$/),
    path: z
      .string()
      .regex(/^[\w$.[\]: -]{0,200}$/)
      .default(''),
    scale: z
      .number()
      .refine((one) => one !== 0, 'must not be 0')
      .default(scale),
  })

/** A meter whose figures some program on board publishes. */
export const MqttMeterSchema = BrokerSchema.extend({
  /** W where nothing else is said. */
  total: figure(0.001).nullable().default(null),
  phases: z.array(figure(0.001)).max(3).default([]),
  voltages: z.array(figure(1)).max(3).default([]),
  currents: z.array(figure(1)).max(3).default([]),
  frequency: figure(1).nullable().default(null),
  mostKw: z.number().positive(),
  /** A figure that is older is unknown. */
  maxAgeMs: z.number().int().min(500).max(60_000).default(5_000),
})
export type MqttMeter = z.infer<typeof MqttMeterSchema>

export function createMqttSource(options: {
  meter: MqttMeter
  onReading: OnReading
  clock: Clock
  log: Logger
}): LoadSource {
  const { meter } = options
  return createTopicSource({
    ...options,
    kind: 'mqtt',
    name: (meter.total ?? meter.phases[0] ?? meter.frequency)?.topic ?? '',
    broker: meter,
    mostKw: meter.mostKw,
    maxAgeMs: meter.maxAgeMs,
  })
}
