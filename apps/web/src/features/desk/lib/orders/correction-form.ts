import type { CorrectedBuyer } from '@shipminer/contract/desk/correction'
import type { Buyer } from '@shipminer/contract/shop/orders'

/** What of a buyer the desk corrects, in the order of the form; the labels are those of the purchase. */
export const correctedTexts = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'company',
  'vatNumber',
  'peppolId',
  'reference',
  'invoiceEmail',
  'street',
  'postalCode',
  'city',
  'country',
  'shipName',
  'notes',
] as const
export const deliveryTexts = ['name', 'street', 'postalCode', 'city', 'country'] as const

export type CorrectedText = (typeof correctedTexts)[number]
export type DeliveryText = (typeof deliveryTexts)[number]

const required: ReadonlySet<CorrectedText> = new Set([
  'firstName',
  'lastName',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'country',
])

export type CorrectionForm = {
  buyer: Record<CorrectedText, string>
  /** Null: goods go to the address of the invoice. */
  delivery: Record<DeliveryText, string> | null
}

export const isOptional = (name: CorrectedText): boolean => !required.has(name)

export const emptyDelivery: Record<DeliveryText, string> = {
  name: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
}

export function correctionForm(buyer: Buyer): CorrectionForm {
  const { delivery } = buyer
  return {
    buyer: Object.fromEntries(
      correctedTexts.map((name) => [name, buyer[name] ?? '']),
    ) as CorrectionForm['buyer'],
    delivery: delivery ? { ...delivery, name: delivery.name ?? '' } : null,
  }
}

/** Fields that are empty and may not be; those of the delivery begin with `delivery.`. */
export function missingOf({ buyer, delivery }: CorrectionForm): ReadonlySet<string> {
  const isEmpty = (text: string) => text.trim() === ''
  const missing = new Set<string>([...required].filter((name) => isEmpty(buyer[name])))
  if (delivery)
    for (const name of deliveryTexts)
      if (name !== 'name' && isEmpty(delivery[name])) missing.add(`delivery.${name}`)
  return missing
}

/** What the call takes. The kind of ship is kept as it is. */
export function correctedBuyer({ buyer, delivery }: CorrectionForm, { shipType }: Buyer): CorrectedBuyer {
  return { ...buyer, ...(shipType && { shipType }), delivery }
}
