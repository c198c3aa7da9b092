import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'
import { MeterError, type MeterFigures } from '../meter/meter-figures.ts'
import { valueAt } from './value-at.ts'

/** Where one figure of a meter is published. The figure is the number there times `scale`: kW, V, A, Hz. */
export type TopicFigure = { topic: string; path: string; scale: number }

export type TopicMeter = {
  total: TopicFigure | null
  phases: readonly TopicFigure[]
  voltages: readonly TopicFigure[]
  currents: readonly TopicFigure[]
  frequency: TopicFigure | null
}

export type TopicBook = {
  /** True where it carries a figure of the power, or of the frequency where no power is measured: then a reading is due. */
  take(topic: string, text: string, arrivedAt: number): boolean
  /** Forgets everything: what was received over another line says nothing of now. */
  clear(): void
  /** Throws a `MeterError` where a figure is missing, or older than `maxAgeMs`. */
  figures(now: number): Omit<MeterFigures, 'powerSource'> & { powerSource?: PowerSource }
}

export const topicsOf = ({ total, phases, voltages, currents, frequency }: TopicMeter): string[] => [
  ...new Set(
    [total, frequency, ...phases, ...voltages, ...currents].flatMap((one) => (one ? [one.topic] : [])),
  ),
]

/** The newest text of each topic. A reading is as old as the oldest of its figures. */
export function createTopicBook(meter: TopicMeter, maxAgeMs: number): TopicBook {
  const received = new Map<string, { text: string; at: number }>()
  const power = [meter.total, ...meter.phases].filter((one) => one !== null)
  const telling = new Set((power.length > 0 ? power : [meter.frequency]).map((one) => one?.topic))

  return {
    take(topic, text, at) {
      received.set(topic, { text, at })
      return telling.has(topic)
    },
    clear: () => received.clear(),
    figures(now) {
      let arrivedAt = now
      const figureOf = ({ topic, path, scale }: TopicFigure): number => {
        const last = received.get(topic)
        if (last === undefined || now - last.at > maxAgeMs) throw new MeterError(`nothing on ${topic}`)
        const value = valueAt(last.text, path)
        if (value === null) throw new MeterError(`no number on ${[topic, path].filter(Boolean).join(' at ')}`)
        arrivedAt = Math.min(arrivedAt, last.at)
        return value * scale
      }
      const receivedAt = ({ topic }: TopicFigure) => received.get(topic)?.at ?? now
      const figures = {
        totalKw: meter.total === null ? null : figureOf(meter.total),
        phasesKw: meter.phases.map(figureOf),
        voltages: meter.voltages.map(figureOf),
        voltagesAt: meter.voltages.map(receivedAt),
        currents: meter.currents.map(figureOf),
        frequencyHz: meter.frequency === null ? null : figureOf(meter.frequency),
        frequencyAt: meter.frequency === null ? null : receivedAt(meter.frequency),
      }
      return { ...figures, arrivedAt }
    },
  }
}
