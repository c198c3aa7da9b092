import type { DeskCustomerDetail } from '@shipminer/contract/desk/customers'

/** What happened with a person, one line each. */
export type Happening =
  | { at: number; kind: 'joined' }
  | { at: number; kind: 'ordered'; number: string; orderId: string }
  | { at: number; kind: 'invoiced' | 'prepaid' | 'credited'; number: string; orderId: string }
  | { at: number; kind: 'installed'; name: string; orderId: string }
  | { at: number; kind: 'reported' | 'solved'; reference: string; reportId: string }
  | { at: number; kind: 'paidOut'; amountSat: number }
  | { at: number; kind: 'asked'; reference: string; leadId: string }
  | { at: number; kind: 'noted'; text: string; operator: string }

const documentHappenings = { invoice: 'invoiced', prepayment: 'prepaid', credit: 'credited' } as const

/** Newest first. */
export function timelineOf(customer: DeskCustomerDetail): Happening[] {
  const { person, orders, boxes, reports, payouts, leads, notes } = customer
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
    ...notes.map(({ at, text, operator }): Happening => ({ at, kind: 'noted', text, operator })),
  ]
  return happenings.toSorted((one, other) => other.at - one.at)
}

/** How much of a warranty is left: whole days until its last day is over; 0 or less: over. */
export function warrantyDaysLeft(until: string, now: number): number {
  return Math.ceil((Date.parse(`${until}T23:59:59Z`) - now) / 86_400_000)
}
