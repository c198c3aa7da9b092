import { randomBytes } from 'node:crypto'
import { cleanText } from '@shipminer/contract/from-outside'
import { z } from 'zod'
import { budgetFrom } from '../../drivers/budget.ts'
import { digestRequest } from '../../drivers/http/digest-request.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { LoadSource, OnReading } from '../load-source.ts'
import { MeterError, type MeterFigures } from '../meter/meter-figures.ts'
import { identityOf, type OnIdentity } from '../meter/meter-identity.ts'
import { createPolledSource } from '../meter/polled-source.ts'

/** A Shelly Pro 3EM (or another three-phase Shelly of the second generation), over its own calls. */
export const ShellyMeterSchema = z.object({
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535).default(80),
  /** Where the device is protected; its user is always `admin`. */
  password: z.string().max(200).nullable().default(null),
  /** Which meter of the device. */
  meterId: z.number().int().min(0).max(9).default(0),
  ratio: z.number().min(1).max(10_000).default(1),
  isReversed: z.boolean().default(false),
  mostKw: z.number().positive(),
  intervalMs: z.number().int().min(200).max(10_000).default(500),
  timeoutMs: z.number().int().min(100).max(10_000).default(2_000),
})
export type ShellyMeter = z.infer<typeof ShellyMeterSchema>

const figure = z.number().nullish()
const ErrorsSchema = z.array(z.string()).optional()
/** What of `EM.GetStatus` counts; a figure that the device cannot give is null. */
const StatusSchema = z.object({
  a_voltage: figure,
  b_voltage: figure,
  c_voltage: figure,
  a_current: figure,
  b_current: figure,
  c_current: figure,
  a_act_power: figure,
  b_act_power: figure,
  c_act_power: figure,
  a_freq: figure,
  b_freq: figure,
  c_freq: figure,
  total_act_power: figure,
  errors: ErrorsSchema,
  a_errors: ErrorsSchema,
  b_errors: ErrorsSchema,
  c_errors: ErrorsSchema,
})

/** What of `Shelly.GetDeviceInfo` says which device it is; the name that its owner gave it does not. */
const DeviceInfoSchema = z.object({
  id: z.string().nullish(),
  mac: z.string().nullish(),
  model: z.string().nullish(),
})

/** Said of a device that measures all the same. */
const harmless = new Set(['no_load', 'phase_sequence'])
const longestBytes = 16 * 1024
/** Of its own words for a fault. */
const longestFaults = 100

/** Asks the device again and again. */
export function createShellySource(options: {
  meter: ShellyMeter
  onReading: OnReading
  onIdentity?: OnIdentity | undefined
  clock: Clock
  log: Logger
}): LoadSource {
  const { meter, clock } = options
  const stopping = new AbortController()

  async function call(path: string, timeoutMs: number): Promise<string> {
    const outcome = await digestRequest(
      meter,
      path,
      budgetFrom({ timeoutMs, signal: stopping.signal }),
      {
        credentials: { user: 'admin', password: meter.password ?? '' },
        realm: meter.password === null ? /(?!)/ : /^shelly/i,
        cnonce: () => randomBytes(8).toString('hex'),
      },
      { longestBytes },
    )
    if (!outcome.ok) throw new MeterError(outcome.reason)
    const { status, body, complete } = outcome.answer
    if (status !== 200 || !complete) throw new MeterError(status === 200 ? 'closed' : `answers ${status}`)
    return body.toString('utf8')
  }

  async function readFigures(): Promise<MeterFigures> {
    const arrivedAt = clock.monotonic()
    const text = await call(`/rpc/EM.GetStatus?id=${meter.meterId}`, meter.timeoutMs)
    return { ...readShelly(text, meter), arrivedAt }
  }

  return createPolledSource({
    ...options,
    kind: 'shelly-rpc',
    source: `Shelly ${meter.host}`,
    presetName: () => 'Shelly EM',
    mostKw: meter.mostKw,
    intervalMs: meter.intervalMs,
    readFigures,
    async readIdentity(withinMs) {
      const device = DeviceInfoSchema.safeParse(parseJson(await call('/rpc/Shelly.GetDeviceInfo', withinMs)))
      return device.success
        ? identityOf('shelly', { model: device.data.model, serial: device.data.mac ?? device.data.id })
        : null
    },
    close: () => stopping.abort(),
  })
}

/** The figures in an answer of `EM.GetStatus`. Throws a `MeterError` where it has none, or says that it does not measure. */
export function readShelly(
  text: string,
  { ratio, isReversed }: Pick<ShellyMeter, 'ratio' | 'isReversed'>,
): Omit<MeterFigures, 'arrivedAt'> {
  const parsed = StatusSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new MeterError('no answer of EM.GetStatus')
  const status = parsed.data
  const faults = [status.errors, status.a_errors, status.b_errors, status.c_errors]
    .flatMap((errors) => errors ?? [])
    .filter((error) => !harmless.has(error))
  if (faults.length > 0)
    throw new MeterError(`the meter reports ${cleanText(faults.join(', '), longestFaults)}`)
  const kw = (watts: number) => ((isReversed ? -watts : watts) * ratio) / 1_000
  const whole = (...figures: (number | null | undefined)[]) => {
    if (figures.some((one) => one == null)) throw new MeterError('the meter gives no power or voltage')
    return figures as number[]
  }
  return {
    totalKw: status.total_act_power == null ? null : kw(status.total_act_power),
    phasesKw: whole(status.a_act_power, status.b_act_power, status.c_act_power).map(kw),
    voltages: whole(status.a_voltage, status.b_voltage, status.c_voltage),
    currents: [status.a_current, status.b_current, status.c_current].flatMap((amps) =>
      amps == null ? [] : [amps * ratio],
    ),
    frequencyHz: status.a_freq ?? status.b_freq ?? status.c_freq ?? null,
  }
}
