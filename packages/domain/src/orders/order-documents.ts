/** An invoice that no credit note has taken back. */
export type StandingDocument = {
  number: string
  /** `invoice`: over the whole order; `prepayment`: over one payment. */
  kind: 'invoice' | 'prepayment'
  vatCents: number
  grossCents: number
  /** It says that it has been paid, so it stands for that money; otherwise it asks for it. */
  isPaid: boolean
  /** From before payments had documents of their own: it covers every payment. */
  isOfBefore: boolean
  /** It states another VAT or another buyer than the order has now: a person has changed it since. */
  isOutdated: boolean
}

export type DocumentedOrder = {
  vatCents: number
  grossCents: number
  receivedCents: number
  /** `over`: it ended without a sale, or all was given back. */
  stage: 'before-delivery' | 'delivered' | 'over'
}

type Amount = Pick<StandingDocument, 'kind' | 'vatCents' | 'grossCents'>

/** Numbers to be taken back by a credit note each, then what is to be issued. */
export type DueDocuments = { credit: string[]; issue: Amount | null }

const nothing: DueDocuments = { credit: [], issue: null }

/**
 * What has to be issued so that the documents of an order state the VAT of its money, once. Before the delivery every payment has an invoice:
 * one over the whole when it is all of it, else a prepayment invoice. The delivery brings the final invoice, which deducts those; an order
 * that ends takes everything back, and so does another treatment of its VAT or a correction of its buyer, before the new one is stated. Depends on sums alone, so that asking twice issues nothing twice.
 *
 * @param standing oldest first
 */
export function dueDocuments(order: DocumentedOrder, standing: readonly StandingDocument[]): DueDocuments {
  const { stage, vatCents, grossCents } = order
  const whole = standing.find(({ kind }) => kind === 'invoice')
  if (stage === 'over') return { credit: numbersOf(standing), issue: null }
  const wrong = standing.filter(({ isOutdated }) => isOutdated)
  if (wrong.length > 0) {
    const rest = dueDocuments(
      order,
      standing.filter(({ isOutdated }) => !isOutdated),
    )
    return { ...rest, credit: [...numbersOf(wrong), ...rest.credit] }
  }
  if (whole?.isOfBefore) return nothing
  if (stage === 'delivered')
    return whole ? nothing : { credit: [], issue: { kind: 'invoice', vatCents, grossCents } }
  const due = Math.min(Math.max(0, order.receivedCents), grossCents)
  if (whole) {
    const fits = due === grossCents || (due === 0 && !whole.isPaid)
    return fits ? nothing : { credit: [whole.number], issue: amountOf(order, due) }
  }
  const kept = keep(standing, due)
  const credit = numbersOf(standing.filter((one) => !kept.includes(one)))
  const [keptGross, keptVat] = [sum(kept, 'grossCents'), sum(kept, 'vatCents')]
  if (keptGross === due) {
    const isExact = isVatOf(vatCents - keptVat, grossCents - due)
    return isExact ? { credit, issue: null } : { credit: numbersOf(standing), issue: amountOf(order, due) }
  }
  if (kept.length === 0) return { credit, issue: amountOf(order, due) }
  const missing = {
    kind: 'prepayment' as const,
    grossCents: due - keptGross,
    vatCents: shareOf(order, due) - keptVat,
  }
  return isVatOf(missing.vatCents, missing.grossCents)
    ? { credit, issue: missing }
    : { credit: numbersOf(standing), issue: amountOf(order, due) }
}

/** Those that stay when only so much is left: without the newest that is exactly what went back, or else without the newest ones. */
function keep(standing: readonly StandingDocument[], due: number): readonly StandingDocument[] {
  const excess = sum(standing, 'grossCents') - due
  if (excess <= 0) return standing
  const returned = standing.findLast(({ grossCents }) => grossCents === excess)
  if (returned) return standing.filter((one) => one !== returned)
  return keep(standing.slice(0, -1), due)
}

/** One document over all that was received; none over nothing. */
function amountOf(order: DocumentedOrder, due: number): Amount | null {
  if (due === 0) return null
  const kind = due === order.grossCents ? 'invoice' : 'prepayment'
  return { kind, grossCents: due, vatCents: shareOf(order, due) }
}

/** VAT of the first so many cents of an order. Shares are rounded as sums, so that those of all parts add up to the whole. */
function shareOf({ vatCents, grossCents }: DocumentedOrder, cents: number): number {
  return Math.round((cents * vatCents) / grossCents)
}

/** After parts were taken back, cents of rounding may no longer fit into what is left. */
const isVatOf = (vatCents: number, grossCents: number) => vatCents >= 0 && vatCents <= grossCents

const numbersOf = (documents: readonly StandingDocument[]) => documents.map(({ number }) => number)
const sum = (documents: readonly StandingDocument[], key: 'vatCents' | 'grossCents') =>
  documents.reduce((all, one) => all + one[key], 0)
