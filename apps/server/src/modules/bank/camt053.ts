import { createHash } from 'node:crypto'
import { parseIban } from '@shipminer/domain/payments/iban'
import { XMLParser } from 'fast-xml-parser'

/** One movement of an account, as a statement tells it. */
export type BankEntry = {
  /** The same in every statement that holds it. */
  entryKey: string
  statementId: string
  accountIban: string
  /** ISO date. */
  bookedOn: string
  /** Signed: what went out is negative. */
  amountCents: number
  currency: string
  /** Structured creditor reference. */
  reference: string | null
  remittance: string
  counterpartyName: string | null
  counterpartyIban: string | null
  /** Takes back what was booked before. */
  isReversal: boolean
}

export type StatementReading =
  | { ok: true; statementIds: string[]; entries: BankEntry[]; notBooked: number }
  | { ok: false; reason: string }

/** Longest statement that is read, characters: a year of a busy account is a tenth of it. */
const longestText = 20_000_000

/** Names under which a list may have one member. */
const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  isArray: (name) => lists.has(name),
})

/**
 * Reads a CAMT.053 statement, versions 02 to 08 and later ones that keep its names. Documents with a DOCTYPE are refused, so that no entity is
 * ever expanded. An entry of several transactions becomes one for each, where their amounts add up to it.
 */
export function readCamt053(xml: string): StatementReading {
  if (xml.length > longestText) return { ok: false, reason: 'the file is too large' }
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return { ok: false, reason: 'a statement has no DOCTYPE' }
  let root: Node
  try {
    root = nodeOf(parser.parse(xml, true))
  } catch (error) {
    return { ok: false, reason: `this is not XML: ${error instanceof Error ? error.message : String(error)}` }
  }
  const report = at(root, 'Document', 'BkToCstmrStmt')
  const statements = listOf(report.Stmt)
  if (statements.length === 0) return { ok: false, reason: 'this is not a CAMT.053 statement' }
  const entries: BankEntry[] = []
  let notBooked = 0
  for (const statement of statements) {
    const iban = parseIban(textOf(at(statement, 'Acct', 'Id').IBAN))
    if (iban === null) return { ok: false, reason: 'the statement names no account' }
    const twins = new Map<string, number>()
    for (const entry of listOf(statement.Ntry)) {
      const status = textOf(entry.Sts) || textOf(nodeOf(entry.Sts).Cd)
      if (status !== 'BOOK') {
        notBooked += 1
        continue
      }
      const read = readEntry(entry, { iban, statementId: textOf(statement.Id) }, twins)
      if (typeof read === 'string') return { ok: false, reason: read }
      entries.push(...read)
    }
  }
  const statementIds = statements.map((statement) => textOf(statement.Id))
  return { ok: true, statementIds, entries, notBooked }
}

type Context = { iban: string; statementId: string }

function readEntry(entry: Node, context: Context, twins: Map<string, number>): BankEntry[] | string {
  const bookedOn = (textOf(nodeOf(entry.BookgDt).Dt) || textOf(nodeOf(entry.BookgDt).DtTm)).slice(0, 10)
  if (!isDay(bookedOn)) return 'an entry has no booking date'
  const total = amountOf(entry.Amt)
  const direction = textOf(entry.CdtDbtInd)
  if (total === null || (direction !== 'CRDT' && direction !== 'DBIT')) return 'an entry has no amount'
  const details = listOf(entry.NtryDtls).flatMap((part) => listOf(part.TxDtls))
  const parts = details.map((detail) => ({
    detail,
    amount: amountOf(detail.Amt) ?? amountOf(at(detail, 'AmtDtls', 'TxAmt').Amt),
  }))
  const sum = parts.reduce(
    (cents, { amount }) => cents + (amount?.currency === total.currency ? amount.cents : Number.NaN),
    0,
  )
  const isSplit = details.length > 1 && sum === total.cents
  const transactions = isSplit ? parts : [{ detail: details[0] ?? {}, amount: total }]
  const isReversal = textOf(entry.RvslInd) === 'true'
  const entryReference = textOf(entry.AcctSvcrRef)
  return transactions.map(({ detail, amount }, index) => {
    const cents = amount?.cents ?? total.cents
    const base = {
      statementId: context.statementId,
      accountIban: context.iban,
      bookedOn,
      amountCents: direction === 'CRDT' ? cents : -cents,
      currency: total.currency,
      ...remittanceOf(isSplit || details.length <= 1 ? [detail] : details),
      ...counterpartyOf(detail, direction),
      isReversal,
    }
    const refs = nodeOf(detail.Refs)
    const own = isSplit ? textOf(refs.AcctSvcrRef) || textOf(refs.TxId) || String(index) : ''
    return {
      entryKey: keyOf(base, { entryReference, own, endToEnd: textOf(refs.EndToEndId) }, twins),
      ...base,
    }
  })
}

/** The bank's reference where it gives one; else what the entry says, with a count for those that say the same. */
function keyOf(
  entry: Omit<BankEntry, 'entryKey'>,
  { entryReference, own, endToEnd }: { entryReference: string; own: string; endToEnd: string },
  twins: Map<string, number>,
): string {
  const { accountIban, bookedOn, amountCents, currency, reference, remittance, counterpartyIban } = entry
  if (entryReference !== '')
    return `${accountIban} ${bookedOn} ${entryReference}${own === '' ? '' : ` ${own}`}`
  const said = JSON.stringify([
    bookedOn,
    amountCents,
    currency,
    reference,
    remittance,
    counterpartyIban,
    endToEnd,
    own,
  ])
  const digest = createHash('sha256').update(said).digest('hex').slice(0, 32)
  const twin = (twins.get(digest) ?? 0) + 1
  twins.set(digest, twin)
  return `${accountIban} ${digest}${twin === 1 ? '' : ` ${twin}`}`
}

function remittanceOf(details: readonly Node[]): Pick<BankEntry, 'reference' | 'remittance'> {
  const infos = details.map((detail) => nodeOf(detail.RmtInf))
  const structured = infos.flatMap((info) => listOf(info.Strd))
  const references = structured.map((one) => textOf(at(one, 'CdtrRefInf').Ref)).filter(Boolean)
  const free = infos.flatMap((info) => listedTexts(info.Ustrd))
  const added = structured.flatMap((one) => listedTexts(one.AddtlRmtInf))
  const [reference, ...others] = references
  return { reference: reference ?? null, remittance: [...free, ...added, ...others].join(' ') }
}

/** Who paid, or was paid. Version 08 puts a party one level deeper than 02. */
function counterpartyOf(
  detail: Node,
  direction: 'CRDT' | 'DBIT',
): Pick<BankEntry, 'counterpartyName' | 'counterpartyIban'> {
  const parties = nodeOf(detail.RltdPties)
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const party = nodeOf(parties[role])
  return {
    counterpartyName: textOf(party.Nm) || textOf(nodeOf(party.Pty).Nm) || null,
    counterpartyIban: parseIban(textOf(at(parties, `${role}Acct`, 'Id').IBAN)),
  }
}

function amountOf(value: unknown): { cents: number; currency: string } | null {
  const match = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(textOf(value))
  const currency = textOf(nodeOf(value)['@Ccy'])
  if (!match || !/^[A-Z]{3}$/.test(currency)) return null
  const decimals = (match[2] ?? '').padEnd(2, '0')
  if (!/^0*$/.test(decimals.slice(2))) return null
  return { cents: Number(`${match[1]}${decimals.slice(0, 2)}`), currency }
}

/** Whether there is such a day; ISO date. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

type Node = Record<string, unknown>

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

function at(node: Node, ...path: string[]): Node {
  return path.reduce((inner, name) => nodeOf(inner[name]), node)
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : []
}

function listedTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean)
}

/** The text of an element, with or without attributes, as a database takes it; empty when there is none. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : nodeOf(value)['#text']
  return typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed() : ''
}
