import type { DeskCustomerDetail } from '@shipminer/contract/desk/customers'

/** What happened with a person, one line each. */
export type Happening =
  | { at: number; kind: 'joined' }
  | { at: number; kind: 'ordered'; number: string; orderId: string }
  | { at: number; kind: 'invoiced' | 'prepaid' | 'credited'; number: string; orderId: string }
  | { at: number; kind: 'installed'; name: string; orderId: string }
  | { at: number; kind: 'reported' | 'solved'; reference: string; reportId: string }
  | { at: number; kind: 'paidOut'; amountSat: number }
  | { at: number; kind: 'paid' | 'takenBack'; cents: number; number: string; orderId: string }
  | { at: number; kind: 'offered' | 'accepted'; number: string; offerId: string }
  | { at: number; kind: 'claimed'; name: string; controllerId: string }
  | { at: number; kind: 'received' | 'given'; name: string; controllerId: string; other: string | null }
  | { at: number; kind: 'mailed'; subject: string; isFailed: boolean }
  | { at: number; kind: 'asked'; reference: string; leadId: string }
  | { at: number; kind: 'noted'; text: string; operator: string }

const documentHappenings = { invoice: 'invoiced', prepayment: 'prepaid', credit: 'credited' } as const

/** Newest first. */
export function timelineOf(customer: DeskCustomerDetail): Happening[] {
  const { person, orders, boxes, reports, payouts, leads, money, offers, mails, notes } = customer
  const { claims, transfers } = customer
  const happenings: Happening[] = [
    { at: person.createdAt, kind: 'joined' },
    ...orders.flatMap(({ id, number, placedAt, documents }): Happening[] => [
      { at: Date.parse(placedAt), kind: 'ordered', number, orderId: id },
      ...documents.map(
        (document): Happening => ({
          at: document.issuedAt,
          kind: documentHappenings[document.kind],
          number: document.number,
          orderId: id,
        }),
      ),
    ]),
    ...boxes.map(
      ({ installedOn, name, orderId }): Happening => ({
        at: Date.parse(`${installedOn}T12:00:00Z`),
        kind: 'installed',
        name,
        orderId,
      }),
    ),
    ...reports.flatMap(({ id, reference, openedAt, movedAt, state }): Happening[] => [
      { at: openedAt, kind: 'reported', reference, reportId: id },
      ...(state === 'closed' ? [{ at: movedAt, kind: 'solved' as const, reference, reportId: id }] : []),
    ]),
    ...payouts.map(({ at, amountSat }): Happening => ({ at, kind: 'paidOut', amountSat })),
    ...leads.map(
      ({ createdAt, reference, id }): Happening => ({
        at: createdAt,
        kind: 'asked',
        reference,
        leadId: id,
      }),
    ),
    ...money.map(
      ({ at, cents, orderNumber: number, orderId }): Happening => ({
        ...{ at, number, orderId, cents: Math.abs(cents) },
        kind: cents > 0 ? 'paid' : 'takenBack',
      }),
    ),
    ...offers.flatMap(({ at, acceptedAt, number, id: offerId }): Happening[] => [
      { at, kind: 'offered', number, offerId },
      ...(acceptedAt === null ? [] : [{ at: acceptedAt, kind: 'accepted' as const, number, offerId }]),
    ]),
    ...claims.map(({ at, name, id }): Happening => ({ at, kind: 'claimed', name, controllerId: id })),
    ...transfers.map(
      ({ at, name, id, way, other }): Happening => ({ at, kind: way, name, controllerId: id, other }),
    ),
    ...mails.map(
      ({ createdAt, subject, status }): Happening => ({
        ...{ at: createdAt, kind: 'mailed', subject, isFailed: status === 'failed' },
      }),
    ),
    ...notes.map(({ at, text, operator }): Happening => ({ at, kind: 'noted', text, operator })),
  ]
  return happenings.toSorted((one, other) => other.at - one.at)
}

/** How much of a warranty is left: whole days until its last day is over; 0 or less: over. */
export function warrantyDaysLeft(until: string, now: number): number {
  return Math.ceil((Date.parse(`${until}T23:59:59Z`) - now) / 86_400_000)
}
