import { calculatorDefaults, ownerShares } from '@shipminer/domain/calculator/calculator'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { shipTypes, typicalShips } from '../../../lib/ship-power.ts'

/**
 * The calculator as typed. `generator` in kW and `usage` in percent of it; `ship`: the type of ship they were taken from, empty when they are one's
 * own; `source`: which power the sentence speaks of first; `price` empty: the market's; `change` and `growth` are percent of the outlook.
 */
export const emptyCalculator = {
  generator: '80',
  usage: '40',
  ship: '',
  source: 'spare',
  product: 'sm19',
  boxes: '1',
  price: '',
  share: calculatorDefaults.ownerShare as string,
  growth: String(calculatorDefaults.growthPercentPerYear),
  change: '0',
  power: String(calculatorDefaults.powerCentsPerKwh),
}
export type CalculatorForm = typeof emptyCalculator

/** What can be calculated. */
export const calculatedProducts = seedProducts.filter(({ category }) => category !== 'test')

export const growthChoices = ['0', '20', '40'] as const
export const changeChoices = ['-30', '0', '30'] as const
export const shareChoices = ownerShares
export const sourceChoices = ['spare', 'priced'] as const

/** The figures of a type of ship, for those who do not know their own. */
export function typicalForm(ship: string): Partial<CalculatorForm> {
  const type = shipTypes.find((known) => known === ship)
  if (!type) return { ship: '' }
  const { capacityKw, usagePercent } = typicalShips[type]
  return { ship, generator: String(capacityKw), usage: String(usagePercent) }
}

/** Network figures that came with a shared address, so that it shows what its sender saw. */
export type SharedNetwork = { difficulty: number; blockHeight: number; feesSatPerBlock: number; at: number }

const maxTextLength = 20
const isChoice = (choices: readonly string[]) => (text: string) => choices.includes(text)
const readable: Record<keyof CalculatorForm, (text: string) => boolean> = {
  generator: (text) => text.length <= maxTextLength,
  usage: (text) => text.length <= maxTextLength,
  ship: isChoice(shipTypes),
  source: isChoice(sourceChoices),
  product: isChoice(calculatedProducts.map(({ id }) => id)),
  boxes: (text) => text.length <= maxTextLength,
  price: (text) => text.length <= maxTextLength,
  share: isChoice(shareChoices),
  growth: isChoice(growthChoices),
  change: isChoice(changeChoices),
  power: (text) => text.length <= maxTextLength,
}
const fields = Object.keys(emptyCalculator) as (keyof CalculatorForm)[]

/** What an address contains; unusable values are ignored. */
export function readCalculatorQuery(search: string): {
  form: Partial<CalculatorForm>
  network: SharedNetwork | null
} {
  const query = new URLSearchParams(search)
  const form: Partial<CalculatorForm> = {}
  for (const field of fields) {
    const text = query.get(field)
    if (text !== null && readable[field](text)) form[field] = text
  }
  const number = (name: string, least: number, most: number) => {
    const text = query.get(name) ?? ''
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : null
  }
  const difficulty = number('difficulty', 1, 1e21)
  const blockHeight = number('height', 0, 6_930_000)
  const feesSatPerBlock = number('fees', 0, 2.1e15)
  const at = number('at', Date.UTC(2009, 0, 3), Date.UTC(2200, 0, 1))
  const network =
    difficulty !== null && blockHeight !== null && feesSatPerBlock !== null && at !== null
      ? {
          difficulty,
          blockHeight: Math.floor(blockHeight),
          feesSatPerBlock: Math.floor(feesSatPerBlock),
          at: Math.floor(at),
        }
      : null
  return { form, network }
}

/** The query for a form: only what differs from the start, and the network when there is one to keep. */
export function writeCalculatorQuery(form: CalculatorForm, network: SharedNetwork | null): URLSearchParams {
  const query = new URLSearchParams()
  for (const field of fields) {
    if (form[field] !== emptyCalculator[field]) query.set(field, form[field])
  }
  return withNetwork(query, network)
}

function withNetwork(query: URLSearchParams, network: SharedNetwork | null): URLSearchParams {
  if (network) {
    query.set('difficulty', String(network.difficulty))
    query.set('height', String(network.blockHeight))
    query.set('fees', String(network.feesSatPerBlock))
    query.set('at', String(network.at))
  }
  return query
}
