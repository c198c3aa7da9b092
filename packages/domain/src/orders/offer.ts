/** Prefix of the numbers of offers; each year begins a sequence. */
export const offerNumberPrefix = 'OF'

/** Longest validity of an offer, days: prices and delivery times do not hold for longer. */
export const longestOfferDays = 180

/** How long an offer holds that a buyer asks for at the price of the catalogue, days, the day itself included; the terms name it. */
export const ownOfferDays = 30

/** The last day of an offer that a buyer asks for today (ISO dates). */
export function ownOfferEnd(today: string): string {
  return new Date(Date.parse(today) + ownOfferDays * 86_400_000).toISOString().slice(0, 10)
}

/** The most an offer may come to, euro cents with VAT. */
export const largestOfferCents = 1_000_000_000

export const offerStates = ['open', 'accepted', 'withdrawn', 'expired'] as const
export type OfferState = (typeof offerStates)[number]

/** What became of an offer. What was accepted stays so, whatever day it is. */
export function offerState(
  offer: {
    isAccepted: boolean
    isWithdrawn: boolean
    /** The last day on which it can be accepted, ISO date. */
    validUntil: string
  },
  /** The seller's day now, ISO date. */
  today: string,
): OfferState {
  if (offer.isAccepted) return 'accepted'
  if (offer.isWithdrawn) return 'withdrawn'
  return today > offer.validUntil ? 'expired' : 'open'
}

/** Whether a day may be the last of an offer made today (ISO dates). */
export function isOfferDay(validUntil: string, today: string): boolean {
  const days = (Date.parse(validUntil) - Date.parse(today)) / 86_400_000
  return days >= 0 && days <= longestOfferDays
}
