import type { CustomRequest, ShipType } from '@shipminer/contract/inquiries'
import { analyseShip, type CustomSolution, type FittingBox } from '@shipminer/domain/custom-solution'
import { seedProducts } from '@shipminer/domain/product-catalogue'
import type { Language } from '@shipminer/i18n/languages'
import { checkFields, type Problems, typed } from '../../../lib/inquiry/check-sender.ts'
import { parseTypedNumber } from '../../../lib/parse-number.ts'

/** The request for a free analysis as typed. */
export const emptyCustom = {
  shipType: '',
  capacity: '',
  usage: '',
  information: '',
  name: '',
  email: '',
  phone: '',
}
export type CustomForm = typeof emptyCustom

/** In the order they are offered. */
export const shipTypes = [
  'dry-cargo',
  'tanker',
  'container',
  'push-boat',
  'passenger',
  'workboat',
  'other',
] as const satisfies readonly ShipType[]

/** What can be put on board: everything of the catalogue that mines. */
export const fittingBoxes: readonly FittingBox[] = seedProducts
  .filter(({ category }) => category !== 'test')
  .map(({ id, powerKw, hashrateThs, minGeneratorKw }) => ({
    id,
    powerKw,
    hashrateThs,
    anyGenerator: minGeneratorKw === 0,
  }))

const maxCapacityKw = 100_000

/** Kilowatts above 0, or null. */
export function parseCapacity(text: string): number | null {
  const kilowatts = parseTypedNumber(text.replace(/\s*kw\s*$/i, ''), 'decimals')
  return kilowatts !== null && kilowatts > 0 && kilowatts <= maxCapacityKw ? kilowatts : null
}

/** Percent from 0 to 100, or null. */
export function parseUsage(text: string): number | null {
  const percent = parseTypedNumber(text.replace(/\s*%\s*$/, ''), 'decimals')
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null
}

/** What can be said at once; null until both numbers are there. */
export function analyseForm(
  form: Pick<CustomForm, 'capacity' | 'usage'>,
): (CustomSolution & { capacityKw: number; shipKw: number }) | null {
  const generatorCapacityKw = parseCapacity(form.capacity)
  const currentUsagePercent = parseUsage(form.usage)
  if (generatorCapacityKw === null || currentUsagePercent === null) return null
  const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, fittingBoxes)
  return (
    solution && {
      ...solution,
      capacityKw: generatorCapacityKw,
      shipKw: generatorCapacityKw - solution.spareKw,
    }
  )
}

/** Everything about the ship, name and e-mail are required. */
export function checkCustom(form: CustomForm): Problems<keyof CustomForm> {
  const problems = checkFields(form, ['shipType', 'capacity', 'usage', 'name', 'email'])
  if (!problems.capacity && parseCapacity(form.capacity) === null) problems.capacity = 'numberInvalid'
  if (!problems.usage && parseUsage(form.usage) === null) problems.usage = 'numberInvalid'
  return problems
}

/** The form as the call takes it; what was left empty is not sent. */
export function customBody(form: CustomForm, extra: { language: Language; website: string }): CustomRequest {
  return {
    shipType: shipTypes.find((type) => type === form.shipType),
    generatorCapacityKw: parseCapacity(form.capacity) ?? undefined,
    currentUsagePercent: parseUsage(form.usage) ?? undefined,
    additionalInformation: typed(form.information),
    name: typed(form.name),
    email: typed(form.email),
    phone: typed(form.phone),
    language: extra.language,
    website: typed(extra.website),
  }
}
