import { decimalCents, xmlLeaf, xmlNode } from '../../xml-text.ts'
import { parseBic, parseIban } from './iban.ts'

/** One payment of a transfer file. */
export type SepaTransfer = {
  /** Comes back on the statement; at most 35 characters of the SEPA set, without a slash at either end or two in a row. */
  endToEndId: string
  /** 1 up to 99 999 999 999 cents. */
  amountCents: number
  name: string
  iban: string
  text: string
}

export type SepaTransferFile = {
  /** Unique for ever between this payer and its bank; as `endToEndId`. */
  messageId: string
  createdAt: Date
  /** Day of execution, ISO. */
  on: string
  payer: { name: string; iban: string; bic: string | null }
  transfers: readonly SepaTransfer[]
}

const largestCents = 99_999_999_999
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  '&': '+',
}

/** Text in the characters that every bank of SEPA takes: letters without marks, and a full stop for what has no letter. */
export function sepaText(text: string, longest: number): string {
  const plain = [...text.normalize('NFD').replaceAll(/\p{M}/gu, '')].map(
    (letter) => letters[letter] ?? letter,
  )
  return plain
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/gu, '.')
    .trim()
    .slice(0, longest)
    .trim()
}

/**
 * Credit transfers in euro as a file for the payer's bank: ISO 20022 `pain.001.001.09`, each booked by itself, as the implementation
 * guidelines of the European Payments Council (EPC132-08) want it.
 *
 * @throws RangeError for what no bank would take: no transfers, an account, amount, name or reference that is none, or one reference twice
 */
export function writeSepaTransfers({ messageId, createdAt, on, payer, transfers }: SepaTransferFile): string {
  if (transfers.length === 0) throw new RangeError('a file has at least one transfer')
  const ids = transfers.map(({ endToEndId }) => endToEndId)
  if (new Set(ids).size < ids.length) throw new RangeError('every transfer has a reference of its own')
  const sums = [
    xmlLeaf('NbOfTxs', String(transfers.length)),
    xmlLeaf('CtrlSum', decimalCents(transfers.reduce((sum, { amountCents }) => sum + amountCents, 0))),
  ]
  const bic = payer.bic === null ? null : parseBic(payer.bic)
  const header = xmlNode('GrpHdr', [
    xmlLeaf('MsgId', reference(messageId)),
    xmlLeaf('CreDtTm', createdAt.toISOString().slice(0, 19)),
    ...sums,
    xmlNode('InitgPty', [xmlLeaf('Nm', name(payer.name))]),
  ])
  const payment = xmlNode('PmtInf', [
    xmlLeaf('PmtInfId', reference(messageId)),
    xmlLeaf('PmtMtd', 'TRF'),
    // Each transfer is an entry of its own on the statement, so that it shows who was paid.
    xmlLeaf('BtchBookg', 'false'),
    ...sums,
    xmlNode('PmtTpInf', [xmlNode('SvcLvl', [xmlLeaf('Cd', 'SEPA')])]),
    xmlNode('ReqdExctnDt', [xmlLeaf('Dt', on)]),
    xmlNode('Dbtr', [xmlLeaf('Nm', name(payer.name))]),
    xmlNode('DbtrAcct', [account(payer.iban), xmlLeaf('Ccy', 'EUR')]),
    xmlNode('DbtrAgt', [
      xmlNode('FinInstnId', [
        bic === null ? xmlNode('Othr', [xmlLeaf('Id', 'NOTPROVIDED')]) : xmlLeaf('BICFI', bic),
      ]),
    ]),
    xmlLeaf('ChrgBr', 'SLEV'),
    ...transfers.map(transfer),
  ])
  const body = xmlNode('CstmrCdtTrfInitn', [header, payment])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">\n${body}</Document>\n`
}

function transfer({ endToEndId, amountCents, name: holder, iban, text }: SepaTransfer): string {
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > largestCents)
    throw new RangeError(`${amountCents} cents cannot be transferred`)
  return xmlNode('CdtTrfTxInf', [
    xmlNode('PmtId', [xmlLeaf('EndToEndId', reference(endToEndId))]),
    xmlNode('Amt', [`<InstdAmt Ccy="EUR">${decimalCents(amountCents)}</InstdAmt>\n`]),
    xmlNode('Cdtr', [xmlLeaf('Nm', name(holder))]),
    xmlNode('CdtrAcct', [account(iban)]),
    xmlNode('RmtInf', [xmlLeaf('Ustrd', sepaText(text, 140))]),
  ])
}

function account(iban: string): string {
  const parsed = parseIban(iban)
  if (parsed === null) throw new RangeError('an account of a transfer is no IBAN')
  return xmlNode('Id', [xmlLeaf('IBAN', parsed)])
}

function name(text: string): string {
  const written = sepaText(text, 70)
  if (!/[a-zA-Z0-9]/.test(written)) throw new RangeError('a name has no letter that a bank takes')
  return written
}

function reference(text: string): string {
  const isReference = /^[a-zA-Z0-9/\-?:().,'+]{1,35}$/.test(text) && !/^\/|\/$|\/\//.test(text)
  if (!isReference) throw new RangeError(`${text} is no reference of a transfer`)
  return text
}
