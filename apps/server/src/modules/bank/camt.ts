import { parseIban } from '@shipminer/domain/payments/bank/iban'
import { reasonOf } from '@shipminer/domain/reason-of'
import { XMLParser } from 'fast-xml-parser'
import { isDay, realReference, type StatementLine, type StatementReading } from './bank-entry.ts'

/** Maximum length of a statement, characters; a year of a busy account takes a tenth of it. */
const longestText = 20_000_000

/** Names of elements that are always parsed as lists, even with a single member. */
const lists = new Set(['Stmt', 'Rpt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  trimValues: true,
  isArray: (name) => lists.has(name),
})

/** The three documents by which banks report movements, with the names of their parts. */
const documents = [
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
] as const

/**
 * Reads a CAMT.053 statement, a CAMT.052 report or a CAMT.054 notification, versions 02 to 08 and later ones that keep their names.
 * Documents with a DOCTYPE are refused, so that no entity is ever expanded. An entry of several transactions is split into one for each
 * when their amounts add up to it; otherwise it stays whole and carries all their references.
 */
export function readCamt(xml: string): StatementReading {
  if (xml.length > longestText) return { ok: false, reason: 'the file is too large' }
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return { ok: false, reason: 'a statement has no DOCTYPE' }
  let root: Node
  try {
    root = nodeOf(parser.parse(xml, true))
  } catch (error) {
    return { ok: false, reason: `this is not XML: ${reasonOf(error)}` }
  }
  const statements = documents.flatMap(([report, part]) =>
    listOf(at(root, 'Document', report)[part]).map((statement) => ({ statement, part })),
  )
  if (statements.length === 0) return { ok: false, reason: 'this is not a CAMT statement' }
  const lines: StatementLine[] = []
  const accounts: string[] = []
  let notBooked = 0
  for (const { statement, part } of statements) {
    const id = at(statement, 'Acct', 'Id')
    const iban = parseIban(textOf(id.IBAN)) ?? (textOf(nodeOf(id.Othr).Id) || null)
    if (iban === null) return { ok: false, reason: 'the statement names no account' }
    accounts.push(iban)
    for (const entry of listOf(statement.Ntry)) {
      const status = textOf(entry.Sts) || textOf(nodeOf(entry.Sts).Cd)
      if (status !== 'BOOK') {
        notBooked += 1
        continue
      }
      const read = readEntry(entry, { accountIban: iban, statementId: textOf(statement.Id) })
      if (typeof read === 'string') return { ok: false, reason: read }
      lines.push(
        ...(part === 'Ntfctn' ? read.map((line) => ({ ...line, isNotification: true as const })) : read),
      )
    }
  }
  return {
    ok: true,
    statementIds: statements.map(({ statement }) => textOf(statement.Id)),
    accounts,
    lines,
    notBooked,
  }
}

function readEntry(
  entry: Node,
  context: Pick<StatementLine, 'accountIban' | 'statementId'>,
): StatementLine[] | string {
  const days = [entry.BookgDt, entry.ValDt].flatMap((day) => [
    textOf(nodeOf(day).Dt),
    textOf(nodeOf(day).DtTm),
  ])
  const bookedOn = (days.find(Boolean) ?? '').slice(0, 10)
  if (!isDay(bookedOn)) return 'an entry has no booking date'
  const total = amountOf(entry.Amt)
  const direction = directionOf(entry)
  if (total === null || direction === null) return 'an entry has no amount'
  const sign = signOf(direction)
  const details = listOf(entry.NtryDtls).flatMap((part) => listOf(part.TxDtls))
  const amounts = details.map(
    (detail) => amountOf(detail.Amt) ?? amountOf(at(detail, 'AmtDtls', 'TxAmt').Amt),
  )
  // A batch that banks have netted has parts of both directions.
  const directions = details.map((detail) => directionOf(detail) ?? direction)
  const signed = amounts.map((amount, index) =>
    amount?.currency === total.currency ? signOf(directions[index] ?? direction) * amount.cents : Number.NaN,
  )
  const sum = signed.reduce((cents, one) => cents + one, 0)
  const isSplit = details.length > 1 && sum === sign * total.cents
  const parts = isSplit ? details.map((detail) => [detail]) : [details]
  const common = {
    ...context,
    bookedOn,
    currency: total.currency,
    bankReference: realReference(textOf(entry.AcctSvcrRef)),
    batchTotalCents: isSplit ? sign * total.cents : null,
    source: 'camt' as const,
  }
  return parts.map((part, index): StatementLine => {
    const refs = nodeOf(part[0]?.Refs)
    const own = [refs.TxId, refs.UETR, ...(isSplit ? [refs.AcctSvcrRef] : [])]
    return {
      ...common,
      amountCents: isSplit ? (signed[index] ?? 0) : sign * total.cents,
      ...remittanceOf(part, entry),
      ...counterpartyOf(
        part.length === 1 ? (part[0] ?? {}) : {},
        (isSplit ? directions[index] : undefined) ?? direction,
        context.accountIban,
      ),
      transactionReference: part.length > 1 ? null : firstReal(own),
      endToEndId: part.length > 1 ? null : firstReal([refs.EndToEndId]),
      isReturn: isReturn(entry, part),
    }
  })
}

type Direction = 'CRDT' | 'DBIT'

function directionOf(node: Node): Direction | null {
  const direction = textOf(node.CdtDbtInd)
  return direction === 'CRDT' || direction === 'DBIT' ? direction : null
}

const signOf = (direction: Direction) => (direction === 'CRDT' ? 1 : -1)

function firstReal(values: readonly unknown[]): string | null {
  return values.map((value) => realReference(textOf(value))).find((reference) => reference !== null) ?? null
}

/** Sub-families of ISO 20022's bank transaction codes for returned payments. */
const returnFamilies = new Set(['RRTN', 'UPDD', 'PRDD', 'RPCR', 'ARET'])

/** Banks mark a return by a flag, by return information without the flag, by their code of the transaction, or only in the text. */
function isReturn(entry: Node, details: readonly Node[]): boolean {
  const families = [entry, ...details].map((node) =>
    textOf(at(node, 'BkTxCd', 'Domn', 'Fmly').SubFmlyCd).toUpperCase(),
  )
  const texts = [
    textOf(entry.AddtlNtryInf),
    ...details.flatMap(({ AddtlTxInf, RmtInf }) => [
      textOf(AddtlTxInf),
      ...listedTexts(nodeOf(RmtInf).Ustrd),
    ]),
  ]
  return (
    /^(true|1)$/.test(textOf(entry.RvslInd)) ||
    details.some(({ RtrInf }) => RtrInf !== undefined) ||
    families.some((family) => returnFamilies.has(family)) ||
    texts.some((text) => text.includes('/RTRN/'))
  )
}

function remittanceOf(
  details: readonly Node[],
  entry: Node,
): Pick<StatementLine, 'reference' | 'remittance'> {
  const infos = details.map((detail) => nodeOf(detail.RmtInf))
  const structured = infos.flatMap((info) => listOf(info.Strd))
  const references = new Set(structured.map((one) => textOf(at(one, 'CdtrRefInf').Ref)).filter(Boolean))
  const free = infos.flatMap((info) => listedTexts(info.Ustrd))
  const added = structured.flatMap((one) => listedTexts(one.AddtlRmtInf))
  const inside = [...free, ...added, ...details.flatMap(({ AddtlTxInf }) => listedTexts(AddtlTxInf))]
  // What banks write beside the entry concerns the whole entry: it is used only when nothing more specific is given.
  const outside = inside.length === 0 && details.length <= 1 ? listedTexts(entry.AddtlNtryInf) : []
  const [only = null] = references.size === 1 ? references : []
  return {
    reference: only,
    remittance: [...inside, ...outside, ...(only === null ? references : [])].join(' '),
  }
}

/**
 * The counterparty: who paid or was paid. For a return, where banks swap or omit the parties, the party that is not the account itself.
 * Version 08 nests a party one level deeper than 02.
 */
function counterpartyOf(
  detail: Node,
  direction: Direction,
  ownIban: string,
): Pick<StatementLine, 'counterpartyName' | 'counterpartyIban'> {
  const parties = nodeOf(detail.RltdPties)
  const roles = direction === 'CRDT' ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']
  const [first, second] = roles.map((role) => ({
    name: textOf(nodeOf(parties[role]).Nm) || textOf(at(parties, role, 'Pty').Nm) || null,
    iban: parseIban(textOf(at(parties, `${role}Acct`, 'Id').IBAN)),
  }))
  const isSwapped = first?.iban === ownIban || (first?.name === null && first.iban === null)
  const party = isSwapped && second?.iban !== ownIban ? second : first
  return { counterpartyName: party?.name ?? null, counterpartyIban: party?.iban ?? null }
}

function amountOf(value: unknown): { cents: number; currency: string } | null {
  const match = /^0*(\d{1,12})(?:\.(\d{1,5}))?$/.exec(textOf(value))
  const currency = textOf(nodeOf(value)['@Ccy'])
  if (!match || !/^[A-Z]{3}$/.test(currency)) return null
  const decimals = (match[2] ?? '').padEnd(2, '0')
  if (!/^0*$/.test(decimals.slice(2))) return null
  return { cents: Number(`${match[1]}${decimals.slice(0, 2)}`), currency }
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

/** The text of an element, with or without attributes, in a form that the database accepts; empty when there is none. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : nodeOf(value)['#text']
  return typeof text === 'string' ? text.replaceAll('\0', '').toWellFormed() : ''
}
