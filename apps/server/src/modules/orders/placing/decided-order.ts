import type { VatNumberCheckSchema } from '@shipminer/contract/shop/orders'
import type { PaymentMethod } from '@shipminer/domain/orders/order'
import type { VatCase } from '@shipminer/domain/orders/vat/vat-case'
import type { Language } from '@shipminer/i18n/languages'
import type * as z from 'zod/mini'
import type { BuyerDraft } from './orders.policy.ts'

export type VatNumberCheck = z.infer<typeof VatNumberCheckSchema>

/** What a quantity of one product costs. */
export type PricedLine = {
  unitGrossCents: number
  quantity: number
  netCents: number
  vatCents: number
  grossCents: number
  vatPercent: number
}

/** An order of which everything is decided. */
export type DecidedOrder = {
  product: { id: string; name: string }
  /** Weeks from the confirmed order to the delivery, as they were promised; null: nothing was. */
  leadWeeks: number | null
  quantity: number
  method: PaymentMethod
  language: Language
  buyer: BuyerDraft
  check: VatNumberCheck
  line: PricedLine & { vatCase: VatCase; fittedIn: string | null }
}
