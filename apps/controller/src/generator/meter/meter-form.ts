import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { MeterSchema, type MeterWiring } from '../generator-settings.ts'
import { readComapExport } from '../modbus/comap-export.ts'
import { exportedMap, MeterPresetSchema } from '../modbus/meter-presets.ts'

/** Meters that can be chosen by their name on the box's page; all others are named in the crew's file. */
export const namedMeters = [
  ...MeterPresetSchema.options,
  'sunspec',
  'shelly-rpc',
  'victron-mqtt',
] as const satisfies readonly string[]
export type NamedMeter = (typeof namedMeters)[number]

/** The fields of the form, in their order on the page. */
export const meterFields = [
  'host',
  'port',
  'unit',
  'map',
  'portalId',
  'service',
  'instance',
  'ratio',
  'isReversed',
  'username',
  'password',
  'mostKw',
] as const
export type MeterField = (typeof meterFields)[number]

const modbusFields = ['host', 'port', 'unit', 'ratio', 'mostKw'] as const satisfies readonly MeterField[]

/** What a meter is asked for. */
export function fieldsOf(name: NamedMeter): readonly MeterField[] {
  switch (name) {
    case 'sunspec':
      return ['host', 'port', 'unit', 'ratio', 'isReversed', 'mostKw']
    case 'shelly-rpc':
      return ['host', 'port', 'ratio', 'isReversed', 'password', 'mostKw']
    case 'victron-mqtt':
      return ['host', 'port', 'portalId', 'service', 'instance', 'username', 'password', 'mostKw']
    case exportedMap:
      return ['host', 'port', 'unit', 'map', 'mostKw']
    default:
      return modbusFields
  }
}

/** What a field holds where nothing is entered. */
export const fieldDefaults = (name: NamedMeter): Partial<Record<MeterField, string>> => ({
  port: { 'shelly-rpc': '80', 'victron-mqtt': '1883' }[name as string] ?? '502',
  unit: '1',
  ratio: '1',
  service: 'genset',
})

/** Numbers as people write them, with a comma or a point. */
const decimal = (least: number, most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() !== '' ? Number(text.trim().replace(',', '.')) : text),
    z.number().min(least).max(most),
  )
const whole = (least: number, most: number) => decimal(least, most).pipe(z.number().int())
const optional = z
  .string()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text))
  .transform((text) => (text === '' ? null : text))

const fieldSchemas: Readonly<Record<MeterField, z.ZodType>> = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)
    .refine(isOnBoard),
  port: whole(1, 65_535),
  unit: whole(0, 255),
  /** The text of a file. */
  map: z
    .string()
    .transform(readComapExport)
    .refine((map) => map !== null),
  portalId: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/),
  service: z.enum(['genset', 'grid', 'acload']),
  instance: whole(0, 65_535),
  ratio: decimal(1, 10_000),
  isReversed: z.preprocess((text) => text === 'on', z.boolean()),
  username: optional,
  password: optional,
  mostKw: decimal(1, 100_000),
}

/** A meter is on the ship's own network: no address of the internet, and nothing that only looks like an address. */
function isOnBoard(host: string): boolean {
  if (!isIPv4(host)) return !/^[\d.]+$/.test(host)
  const [a = 0, b = 0] = host.split('.').map(Number)
  return (
    a === 10 ||
    a === 127 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254)
  )
}

/** The wiring that a form describes, or the fields in it that cannot be understood. */
export function meterOf(form: {
  get(name: string): string | null
}): { meter: MeterWiring } | { wrong: readonly ('meter' | MeterField)[] } {
  const name = namedMeters.find((one) => one === form.get('meter'))
  if (name === undefined) return { wrong: ['meter'] }
  const defaults = fieldDefaults(name)
  const values: Partial<Record<MeterField, unknown>> = {}
  const wrong: MeterField[] = []
  for (const field of fieldsOf(name)) {
    const given = form.get(field) ?? ''
    const parsed = fieldSchemas[field].safeParse(given.trim() === '' ? (defaults[field] ?? given) : given)
    if (parsed.success) values[field] = parsed.data
    else wrong.push(field)
  }
  if (wrong.length > 0) return { wrong }
  const meter = MeterSchema.safeParse(wiringOf(name, values))
  return meter.success ? { meter: meter.data } : { wrong: ['meter'] }
}

function wiringOf(name: NamedMeter, values: Partial<Record<MeterField, unknown>>): object {
  if (name === 'victron-mqtt') {
    const { host, port, ...rest } = values
    return { kind: name, broker: `mqtt://${host}:${port}`, ...rest }
  }
  if (name === 'sunspec' || name === 'shelly-rpc') return { kind: name, ...values }
  const { map, ...rest } = values
  return { kind: 'modbus-tcp', preset: name, ...rest, ...(map ?? {}) }
}

/** A meter in words that hold in every language: its name, where it is, and what was found in its list. Never its login. */
export function nameOfMeter(meter: MeterWiring): { name: string; address: string; registers?: string } {
  switch (meter.kind) {
    case 'modbus-tcp':
      return {
        name: meter.preset ?? 'modbus-tcp',
        address: `${meter.host}:${meter.port}, unit ${meter.unit}`,
        ...(meter.preset === exportedMap ? { registers: registersOf(meter) } : {}),
      }
    case 'sunspec':
      return { name: meter.kind, address: `${meter.host}:${meter.port}, unit ${meter.unit}` }
    case 'shelly-rpc':
      return { name: meter.kind, address: `${meter.host}:${meter.port}` }
    case 'victron-mqtt':
      return {
        name: meter.kind,
        address: `${new URL(meter.broker).host}, ${meter.service}/${meter.instance}`,
      }
    case 'mqtt':
      return { name: meter.kind, address: new URL(meter.broker).host }
    case 'signal-k':
      return { name: meter.kind, address: new URL(meter.baseUrl).host }
  }
}

/** The registers that were found in a list, as on the wire. */
function registersOf(meter: Extract<MeterWiring, { kind: 'modbus-tcp' }>): string {
  const { total, phases, voltages, currents, frequency } = meter
  const figures = [
    ['kW', total === null ? phases : [total, ...phases]],
    ['V', voltages],
    ['A', currents],
    ['Hz', frequency === null ? [] : [frequency]],
  ] as const
  return figures
    .filter(([, registers]) => registers.length > 0)
    .map(([unit, registers]) => `${unit} ${registers.map(({ address }) => address).join(', ')}`)
    .join('; ')
}
