import { refundWays } from '@shipminer/domain/orders/refund-proof'
import { boxStates } from '@shipminer/domain/stock/box-stock'
import * as z from 'zod/mini'
import { LanguageSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { ShipTypeSchema } from './inquiries.ts'

/** How a buyer pays. `pay_on_delivery` is by card at the installation. */
export const PaymentMethodSchema = z.enum(['bank_transfer', 'bitcoin', 'usdt', 'pay_on_delivery'])
export type PaymentMethod = z.infer<typeof PaymentMethodSchema>

export const OrderStateSchema = z.enum([
  'draft',
  'placed',
  'confirmed',
  'scheduled',
  'installed',
  'completed',
  'cancelled',
  'expired',
])
export const PaymentStateSchema = z.enum([
  'unpaid',
  'pending',
  'partially_paid',
  'paid',
  'refund_pending',
  'refunded',
])
export const FulfilmentStateSchema = z.enum(['none', 'scheduled', 'installed'])

/** Integer euro cents. `netCents + vatCents = grossCents`; with reverse charge VAT is 0 and the net is what is paid. */
export const TotalsSchema = z.object({
  currency: z.literal('EUR'),
  netCents: z.int(),
  vatCents: z.int(),
  /** What is to be paid. */
  grossCents: z.int(),
  vatPercent: z.int(),
  reverseCharge: z.boolean(),
})
export type Totals = z.infer<typeof TotalsSchema>

/** One network a coin can be paid on. `chainId` is null for Bitcoin. */
export const PaymentNetworkSchema = z.object({
  /** `bitcoin`, or `eip155:<chain id>`. */
  id: z.string(),
  name: z.string(),
  chainId: z.nullable(z.int()),
  testnet: z.boolean(),
})
export type PaymentNetwork = z.infer<typeof PaymentNetworkSchema>

/** Why a method cannot be chosen now. `not-configured` is never shown to people: the method is left out. */
export const MethodUnavailableSchema = z.enum(['no-fresh-rate', 'watcher-behind', 'amount-too-small'])
export const MethodOfferSchema = z.object({
  method: PaymentMethodSchema,
  available: z.boolean(),
  reason: z.nullable(MethodUnavailableSchema),
  /** Coins only: where it can be paid. */
  networks: z.array(PaymentNetworkSchema),
})
export type MethodOffer = z.infer<typeof MethodOfferSchema>

/** Offline check of the form, and what VIES answered where it could be queried. */
export const VatNumberCheckSchema = z.enum([
  'none',
  'malformed',
  'form-valid',
  'confirmed',
  'unknown-to-vies',
])

const line = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u)))
const text = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u)))
const productId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
/** ISO 3166-1 alpha-2. */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))

/** What the info step asks for. Missing required fields answer `required-fields-missing` with an issue each. */
export const BuyerInputSchema = z.strictObject({
  firstName: line(80),
  lastName: line(80),
  email: line(254),
  phone: line(40),
  company: line(160),
  vatNumber: line(20),
  /** Where the buyer's bookkeeping receives e-invoices: `scheme:number`, as in `0106:12345678`. */
  peppolId: line(80),
  /** What the buyer's bookkeeping knows the purchase by, such as a purchase order number. */
  reference: line(60),
  /** Gets every document too. */
  invoiceEmail: line(254),
  shipName: line(80),
  shipType: z.optional(z.union([ShipTypeSchema, z.literal('')])),
  notes: text(2000),
  street: line(120),
  postalCode: line(16),
  city: line(80),
  country: z.optional(country),
})
export type BuyerInput = z.infer<typeof BuyerInputSchema>

const known = z.nullable(z.string())

/** Where goods go when it is not the address of the invoice. */
export const deliveryShape = {
  /** Who receives them; null: the buyer. */
  name: known,
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country,
}
export const BuyerSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  company: known,
  vatNumber: known,
  vatNumberCheck: VatNumberCheckSchema,
  /** These three are left out by what was stored before they were asked for. */
  peppolId: z.optional(known),
  reference: z.optional(known),
  invoiceEmail: z.optional(known),
  shipName: known,
  shipType: z.nullable(ShipTypeSchema),
  notes: known,
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country,
  /** Set at the desk only; null or left out: as the address above. */
  delivery: z.optional(z.nullable(z.object(deliveryShape))),
})
export type Buyer = z.infer<typeof BuyerSchema>

/** A document for people. */
export const PdfSchema = z.object({ filename: z.string(), pdfBase64: z.string() })

/** A document for machines: the text of its XML file. */
export const EInvoiceSchema = z.object({ filename: z.string(), xml: z.string() })

/** `prepayment`: over a payment before the delivery. */
export const DocumentKindSchema = z.enum(['invoice', 'prepayment', 'credit'])

export const OrderLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  quantity: z.int(),
  unitGrossCents: z.int(),
  netCents: z.int(),
  vatCents: z.int(),
  grossCents: z.int(),
})
export type OrderLine = z.infer<typeof OrderLineSchema>

/** Where to transfer to. `epc` is the text of the EPC QR code; `example`: the account is not set and no one should pay into it. */
export const BankDetailsSchema = z.object({
  accountName: z.string(),
  iban: z.string(),
  bic: known,
  /** ISO 11649 reference, grouped by four for reading. */
  reference: z.string(),
  epc: z.string(),
  dueAt: z.iso.datetime(),
  example: z.boolean(),
})

export const OrderEventSchema = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  actor: z.enum(['buyer', 'provider', 'system', 'watcher']),
  note: known,
})

/** Where money goes back to, as its buyer has said. */
export const RefundClaimSchema = z.object({
  way: z.enum(refundWays),
  /** An IBAN in groups of four, or an address. */
  to: z.string(),
  /** Banks only: the holder of the account. */
  name: known,
  /** Coins only: the amount of whole coins, as it was when it was claimed or quoted anew. */
  coin: z.nullable(
    z.object({
      asset: z.enum(['BTC', 'USDT']),
      amount: z.string(),
      /** Euro cents of one coin. */
      rate: z.string(),
      /** `bitcoin`, or `eip155:<chain id>`. */
      network: z.string(),
      /** Until when the amount holds; null: it does not change any more, because it is being paid or is paid. */
      holdsUntil: z.nullable(z.int()),
    }),
  ),
  at: z.int(),
})
export type RefundClaim = z.infer<typeof RefundClaimSchema>

/** Money of an order that goes back to its buyer. */
export const OrderRefundSchema = z.object({
  id: z.string(),
  amountCents: z.int(),
  requestedAt: z.int(),
  /** Null: the buyer has not said yet where it goes. */
  claim: z.nullable(RefundClaimSchema),
  /** Whether another address or account may still be given. */
  canChange: z.boolean(),
  paidAt: z.nullable(z.int()),
  proof: z.nullable(z.object({ way: z.enum(refundWays), reference: z.string(), on: z.iso.date() })),
})
export type OrderRefund = z.infer<typeof OrderRefundSchema>

/** A coin in which the open refunds of an order can be paid, at the rate of now. */
export const RefundOfferSchema = z.object({
  way: z.enum(['bitcoin', 'evm']),
  network: PaymentNetworkSchema,
  asset: z.enum(['BTC', 'USDT']),
  /** Whole coins for all of them. */
  amount: z.string(),
  /** Euro cents of one coin. */
  rate: z.string(),
})
export type RefundOffer = z.infer<typeof RefundOfferSchema>

export const OrderSchema = z.object({
  id: z.uuid(),
  /** What people quote on the phone, e.g. `SM-2026-000123`. */
  number: z.string(),
  placedAt: z.iso.datetime(),
  state: OrderStateSchema,
  payment: PaymentStateSchema,
  fulfilment: FulfilmentStateSchema,
  method: PaymentMethodSchema,
  language: LanguageSchema,
  lines: z.array(OrderLineSchema),
  totals: TotalsSchema,
  /** Money that counts as received, euro cents. */
  receivedCents: z.int(),
  /** Still to pay; negative: paid too much. */
  remainingCents: z.int(),
  buyer: BuyerSchema,
  /** When an unpaid order ends; null: not by itself. */
  expiresAt: z.nullable(z.iso.datetime()),
  installationOn: z.nullable(z.iso.date()),
  /** Fitted on board by the seller; false: sent. These three are not in what was answered before they were known. */
  isFitted: z.optional(z.boolean()),
  /** When it was fitted, or handed over. */
  installedAt: z.optional(z.nullable(z.iso.datetime())),
  /** The ISO week in which it comes, by what the catalogue promised when it was ordered; null: not known, or a day is set. */
  deliveryWeek: z.optional(z.nullable(z.object({ week: z.int(), year: z.int() }))),
  /** Its boxes as far as they were chosen: where each is, and its warranty once it is on board. Left out by what was answered before. */
  boxes: z.optional(
    z.array(
      z.object({
        serial: z.string(),
        state: z.enum(boxStates),
        installedOn: z.nullable(z.iso.date()),
        warrantyUntil: z.nullable(z.iso.date()),
      }),
    ),
  ),
  bank: z.nullable(BankDetailsSchema),
  /** The intent through which a coin payment is being made, or was made. */
  paymentIntentId: z.nullable(z.uuid()),
  /** The newest of its documents. */
  invoiceNumber: known,
  /** Everything that was issued for it, oldest first. */
  documents: z.optional(z.array(z.object({ number: z.string(), kind: DocumentKindSchema }))),
  /** What the buyer may do now. */
  can: z.object({ cancel: z.boolean(), changeMethod: z.boolean(), withdraw: z.boolean() }),
  /** Consumers only: last day of the right to withdraw, once it is known, and when it was used. */
  withdrawal: z.nullable(
    z.object({ until: z.nullable(z.iso.datetime()), requestedAt: z.nullable(z.iso.datetime()) }),
  ),
  /** Money that goes back, or went, oldest first. */
  refunds: z.array(OrderRefundSchema),
  /** Oldest first. */
  events: z.array(OrderEventSchema),
})
export type Order = z.infer<typeof OrderSchema>

/** An order as a list shows it. */
export const OrderSummarySchema = z.pick(OrderSchema, {
  id: true,
  number: true,
  placedAt: true,
  state: true,
  payment: true,
  fulfilment: true,
  method: true,
  lines: true,
  totals: true,
  remainingCents: true,
  paymentIntentId: true,
})
export type OrderSummary = z.infer<typeof OrderSummarySchema>

const params = z.object({ id: z.string().check(z.maxLength(64)) })
const OrderAnswerSchema = z.object({ order: OrderSchema })
const writing = { max: 20, windowMs: 60_000 }

const documentQuery = z.object({ number: z.optional(line(30)) })

export const orderEndpoints = {
  orderQuote: endpoint({
    method: 'POST',
    path: '/orders/quote',
    summary: 'What an order would cost now, and how it can be paid. Nothing is kept or reserved.',
    auth: 'none',
    body: z.strictObject({
      product: productId,
      quantity: z.int().check(z.minimum(1), z.maximum(1000)),
      country: z.optional(country),
      company: line(160),
      vatNumber: line(20),
    }),
    data: z.object({
      ordersEnabled: z.boolean(),
      /** `quote`: more than 10, or by arrangement only. `none`: not enough in stock. `coming-soon`: not for sale yet. */
      availability: z.enum(['available', 'none', 'coming-soon', 'quote']),
      /** The ISO week in which it would come if it were ordered now; null or left out: not known. */
      deliveryWeek: z.optional(z.nullable(z.object({ week: z.int(), year: z.int() }))),
      unitGrossCents: z.int(),
      totals: TotalsSchema,
      vatNumberCheck: VatNumberCheckSchema,
      methods: z.array(MethodOfferSchema),
    }),
    errors: ['invalid-request', 'product-not-found', 'rate-limited'],
    limit: { max: 120, windowMs: 60_000 },
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/orders',
    summary:
      'Places an order with an obligation to pay: reserves stock, gives a number, mails the buyer. Needs Idempotency-Key.',
    auth: 'optional',
    idempotent: true,
    body: z.strictObject({
      product: productId,
      quantity: z.int().check(z.minimum(1), z.maximum(1000)),
      method: PaymentMethodSchema,
      buyer: BuyerInputSchema,
      language: LanguageSchema,
      /** What the buyer saw; another amount now answers `price-changed` and places nothing. */
      expectedGrossCents: z.int(),
      /** Terms were shown and accepted. */
      acceptedTerms: z.boolean(),
    }),
    data: z.object({
      order: OrderSchema,
      /** Opens the order without an account; in the link of the mail. */
      orderKey: z.string(),
    }),
    errors: [
      'invalid-request',
      'required-fields-missing',
      'email-invalid',
      'vat-number-invalid',
      'peppol-id-invalid',
      'invoice-email-invalid',
      'terms-not-accepted',
      'product-not-found',
      'product-not-orderable',
      'orders-disabled',
      'quote-required',
      'out-of-stock',
      'open-order-exists',
      'too-many-open-orders',
      'verified-email-required',
      'price-changed',
      'payment-method-unavailable',
      'idempotency-key-missing',
      'idempotency-in-progress',
      'idempotency-mismatch',
      'rate-limited',
    ],
    limit: writing,
  }),
  order: endpoint({
    method: 'GET',
    path: '/orders/{id}',
    summary: 'One order, for its owner or who has its key.',
    auth: 'optional',
    orderKey: true,
    params,
    data: OrderAnswerSchema,
    errors: ['order-not-found'],
  }),
  userOrders: endpoint({
    method: 'GET',
    path: '/user/orders',
    summary: 'The orders of the caller, newest first.',
    auth: 'user',
    data: z.object({ orders: z.array(OrderSummarySchema) }),
    errors: ['unauthorized'],
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/orders/{id}/cancel',
    summary: 'Cancels an order nothing was paid for yet; its stock is free again.',
    auth: 'optional',
    orderKey: true,
    params,
    body: z.strictObject({ reason: text(500) }),
    data: OrderAnswerSchema,
    errors: ['order-not-found', 'order-state-conflict', 'invalid-request', 'rate-limited'],
    limit: writing,
  }),
  changePaymentMethod: endpoint({
    method: 'PUT',
    path: '/orders/{id}/payment-method',
    summary: 'Pays another way while no money has come.',
    auth: 'optional',
    orderKey: true,
    params,
    body: z.strictObject({ method: PaymentMethodSchema }),
    data: OrderAnswerSchema,
    errors: [
      'order-not-found',
      'order-state-conflict',
      'payment-method-unavailable',
      'invalid-request',
      'rate-limited',
    ],
    limit: writing,
  }),
  withdrawOrder: endpoint({
    method: 'POST',
    path: '/orders/{id}/withdrawal',
    summary: 'The consumer withdraws from the contract; the receipt is mailed at once.',
    auth: 'optional',
    orderKey: true,
    params,
    body: z.strictObject({ name: line(160), email: line(254), statement: text(1000) }),
    data: OrderAnswerSchema,
    errors: [
      'order-not-found',
      'order-state-conflict',
      'required-fields-missing',
      'email-invalid',
      'invalid-request',
      'rate-limited',
    ],
    limit: writing,
  }),
  refundOffers: endpoint({
    method: 'GET',
    path: '/orders/{id}/refund-offers',
    summary:
      'In which coins the refunds that nobody has claimed can be paid, and how much at the rate of now.',
    auth: 'optional',
    orderKey: true,
    params,
    data: z.object({ amountCents: z.int(), offers: z.array(RefundOfferSchema) }),
    errors: ['order-not-found', 'rate-limited'],
    limit: writing,
  }),
  sendRefundCode: endpoint({
    method: 'POST',
    path: '/orders/{id}/refund-code',
    summary:
      'Mails a code to the address of the order; with it the buyer says where refunds of more than EUR 1,000 go. A new one ends the one before.',
    auth: 'optional',
    orderKey: true,
    params,
    body: z.strictObject({}),
    data: z.object({ email: z.string() }),
    errors: ['order-not-found', 'order-state-conflict', 'invalid-request', 'rate-limited'],
    limit: writing,
  }),
  claimRefund: endpoint({
    method: 'POST',
    path: '/orders/{id}/refund-claim',
    summary:
      'The buyer says where the open refunds go, above EUR 1,000 with a code from the mailbox of the order. The amount in coin holds for three days, then it is quoted anew; a later call may correct the address or account only.',
    auth: 'optional',
    orderKey: true,
    params,
    body: z.strictObject({
      way: z.enum(refundWays),
      /** Coins: on which network. */
      network: z.optional(z.string().check(z.maxLength(40))),
      to: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[ -~]*$/)),
      /** Banks: the holder of the account. */
      name: line(70),
      /** What the buyer saw: euro cents for banks, whole coins else. Another amount now answers `price-changed`. */
      expectedAmount: z.string().check(z.maxLength(40)),
      /** From the mail; needed above EUR 1,000. */
      code: line(20),
    }),
    data: OrderAnswerSchema,
    errors: [
      'order-not-found',
      'order-state-conflict',
      'price-changed',
      'payment-method-unavailable',
      'refund-address-invalid',
      'refund-code-wrong',
      'required-fields-missing',
      'invalid-request',
      'rate-limited',
    ],
    limit: writing,
  }),
  orderInvoice: endpoint({
    method: 'GET',
    path: '/orders/{id}/invoice',
    summary: 'A document of an order, the newest unless one is named, as PDF, base64.',
    auth: 'optional',
    orderKey: true,
    params,
    query: documentQuery,
    data: PdfSchema,
    errors: ['order-not-found', 'invoice-not-found', 'rate-limited'],
    limit: writing,
  }),
  orderEInvoice: endpoint({
    method: 'GET',
    path: '/orders/{id}/e-invoice',
    summary:
      'A document of an order, the newest unless one is named, as EN 16931 e-invoice (Peppol BIS Billing 3.0, UBL).',
    auth: 'optional',
    orderKey: true,
    params,
    query: documentQuery,
    data: EInvoiceSchema,
    errors: ['order-not-found', 'invoice-not-found', 'rate-limited'],
    limit: writing,
  }),
}
