import type { CustomRequest } from '@shipminer/contract/shop/inquiries'
import {
  analyseShip,
  type CustomSolution,
  type OfferedBox,
  offeredBoxes,
} from '@shipminer/domain/calculator/custom-solution'
import type { Language } from '@shipminer/i18n/languages'
import { checkFields, type Problems, trimText } from '../../../lib/inquiry/check-sender.ts'
import { fittingBoxes, parseCapacity, parseUsage, shipTypes } from '../../../lib/ship-power.ts'

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

/** What can be said at once, with what to offer of it; null until both numbers are there. */
export function analyseForm(
  form: Pick<CustomForm, 'capacity' | 'usage'>,
): { solution: CustomSolution; offered: OfferedBox[] } | null {
  const generatorCapacityKw = parseCapacity(form.capacity)
  const currentUsagePercent = parseUsage(form.usage)
  if (generatorCapacityKw === null || currentUsagePercent === null) return null
  const boxes = fittingBoxes()
  const solution = analyseShip({ generatorCapacityKw, currentUsagePercent }, boxes)
  return solution && { solution, offered: offeredBoxes(solution, boxes) }
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
    additionalInformation: trimText(form.information),
    name: trimText(form.name),
    email: trimText(form.email),
    phone: trimText(form.phone),
    language: extra.language,
    website: trimText(extra.website),
  }
}
