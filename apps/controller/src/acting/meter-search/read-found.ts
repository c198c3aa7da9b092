import { z } from 'zod'
import type { NamedMeter } from '../../generator/meter/meter-form.ts'
import { partOf } from '../../generator/meter/meter-identity.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { type FoundMeter, mostFound } from '../../status-page/meter/meter-status.ts'

/** Products by what they call themselves, and the meter of that name in the list of choices. A proposal only: what it reads has to be right. */
const products: readonly (readonly [RegExp, NamedMeter])[] = [
  [/\bSDM\s?630/i, 'eastron-sdm630'],
  [/\bEM\s?24/i, 'carlo-gavazzi-em24-ethernet'],
  [/\bE[MT]\s?3[34]0/i, 'carlo-gavazzi-em340'],
  [/\bEM\s?5[34]0/i, 'carlo-gavazzi-em530'],
  [/\biEM\s?315[05]/i, 'schneider-iem3155'],
  [/\bPM\s?5[135]\d\d/i, 'schneider-pm5000'],
  [/\bUMG\s?96\s?RM/i, 'janitza-umg96rm'],
  [/\bUMG\s?604/i, 'janitza-umg604'],
  [/\bUMG\s?511/i, 'janitza-umg511'],
  [/\bABB\b.*\bB2[34]\b/i, 'abb-b23-b24'],
  [/\b(DSE|Deep Sea)\b/i, 'deep-sea'],
  [/\bInteliLite\s?[49]\b/i, 'comap-intelilite'],
  [/\b(ComAp|Inteli(Gen|Sys|Lite))/i, 'comap-export'],
]

/** The name in the list of choices for a product; null: not known. */
export function proposeMeter(maker: string | null, model: string | null): NamedMeter | null {
  const words = [maker, model].filter((part) => part !== null).join(' ')
  return products.find(([product]) => product.test(words))?.[1] ?? null
}

const word = z.string().max(1_000).nullish().catch(null)
/** What every device of this maker says of itself at `/shelly` without a login: `type` in the first generation, `model` since. */
const ShellySchema = z.object({
  mac: z.string().regex(/^[0-9a-f]{12}$/i),
  type: word,
  model: word,
  gen: z.number().nullish().catch(null),
  profile: word,
})
/** Of all that the maker sells, what measures a supply. */
const isMeter = /^S[HP\d]EM\b/i
const isThreePhase = /^S[P\d]EM-003/i

/** What a Shelly says of itself; null: it is none, or none that measures a supply. */
export function readShellyAnswer(
  text: string,
): Pick<FoundMeter, 'kind' | 'maker' | 'model' | 'serial' | 'choose'> | null {
  const parsed = ShellySchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { mac, type, model, gen, profile } = parsed.data
  const product = model ?? type ?? ''
  if (!isMeter.test(product)) return null
  const isReadable = isThreePhase.test(product) && (gen ?? 1) >= 2 && profile !== 'monophase'
  return {
    kind: isReadable ? 'shelly' : 'shelly-other',
    maker: 'Shelly',
    model: partOf(product),
    serial: mac.toUpperCase(),
    choose: isReadable ? 'shelly-rpc' : null,
  }
}

/** The most useful first. */
const kindsByUse: readonly FoundMeter['kind'][] = [
  'shelly',
  'sunspec',
  'modbus',
  'mqtt',
  'shelly-other',
  'sunspec-other',
  'modbus-silent',
]
const useOf = ({ kind, choose }: FoundMeter) =>
  (choose === null || kind === 'mqtt' ? kindsByUse.length : 0) + kindsByUse.indexOf(kind)

/** The list with one more, the most useful first, then by address; what is of least use is left out where there are too many. */
export function withFound(found: readonly FoundMeter[], one: FoundMeter): readonly FoundMeter[] {
  return [...found, one]
    .sort(
      (a, b) =>
        useOf(a) - useOf(b) || a.address.localeCompare(b.address, 'en', { numeric: true }) || a.port - b.port,
    )
    .slice(0, mostFound)
}

/** Addresses and names on the network in what is wired. */
export function hostsIn(wired: unknown): string[] {
  if (typeof wired !== 'object' || wired === null) return []
  return Object.entries(wired).flatMap(([name, value]) => {
    if (typeof value !== 'string') return hostsIn(value)
    if (name === 'host') return [value.trim().toLowerCase()]
    const isLine = /^(https?|mqtts?):\/\//i.test(value) && URL.canParse(value)
    const host = isLine ? new URL(value).hostname.replace(/^\[|\]$/g, '') : ''
    return host === '' ? [] : [host]
  })
}
