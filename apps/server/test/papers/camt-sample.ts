/** An entry of a sample statement. */
export type SampleEntry = {
  /** Decimal text as banks write it. */
  amount: string
  currency?: string
  direction?: 'CRDT' | 'DBIT'
  status?: string
  reversal?: boolean
  /** Code of a return, without the flag. */
  returnReason?: string
  /** Sub-family of the bank's code of the transaction. */
  family?: string
  /** ISO date. */
  day?: string
  endToEnd?: string
  bankReference?: string
  /** Structured creditor reference. */
  reference?: string
  text?: string
  name?: string
  iban?: string
  /** Several transactions in one entry, with their amounts. */
  parts?: { amount: string; direction?: 'CRDT' | 'DBIT'; reference?: string; text?: string; id?: string }[]
}

const exampleIban = 'NL91ABNA0417164300'

/** A CAMT.053 statement as Dutch banks send them: version 02 with a prefix-less namespace, 08 with parties one level deeper. */
export function camtSample(
  entries: readonly SampleEntry[],
  options: { version?: '02' | '08'; id?: string; account?: string } = {},
): string {
  const { version = '02', id = 'S-1', account = exampleIban } = options
  const is08 = version === '08'
  const party = (name: string | undefined) =>
    name === undefined ? '' : is08 ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`
  const detail = (one: SampleEntry, part?: NonNullable<SampleEntry['parts']>[number]) => {
    const { reference, text } = part ?? one
    const amount = part?.amount
      ? is08
        ? `<Amt Ccy="${one.currency ?? 'EUR'}">${part.amount}</Amt>`
        : `<AmtDtls><TxAmt><Amt Ccy="${one.currency ?? 'EUR'}">${part.amount}</Amt></TxAmt></AmtDtls>`
      : ''
    const role = (part?.direction ?? one.direction) === 'DBIT' ? 'Cdtr' : 'Dbtr'
    return `<TxDtls>
        <Refs>${part?.id ? `<TxId>${part.id}</TxId>` : ''}<EndToEndId>${one.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>
        ${amount}${part?.direction ? `<CdtDbtInd>${part.direction}</CdtDbtInd>` : ''}
        <RltdPties><${role}>${party(one.name)}</${role}>${one.iban ? `<${role}Acct><Id><IBAN>${one.iban}</IBAN></Id></${role}Acct>` : ''}</RltdPties>
        <RmtInf>
          ${text ? `<Ustrd>${text}</Ustrd>` : ''}
          ${reference ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ''}
        </RmtInf>
        ${one.returnReason ? `<RtrInf><Rsn><Cd>${one.returnReason}</Cd></Rsn></RtrInf>` : ''}
      </TxDtls>`
  }
  const ntry = (one: SampleEntry) => `<Ntry>
      <Amt Ccy="${one.currency ?? 'EUR'}">${one.amount}</Amt>
      <CdtDbtInd>${one.direction ?? 'CRDT'}</CdtDbtInd>
      ${one.reversal ? '<RvslInd>true</RvslInd>' : ''}
      <Sts>${is08 ? `<Cd>${one.status ?? 'BOOK'}</Cd>` : (one.status ?? 'BOOK')}</Sts>
      <BookgDt>${is08 ? `<DtTm>${one.day ?? '2026-05-03'}T09:30:00+02:00</DtTm>` : `<Dt>${one.day ?? '2026-05-03'}</Dt>`}</BookgDt>
      ${one.bankReference ? `<AcctSvcrRef>${one.bankReference}</AcctSvcrRef>` : ''}
      ${one.family ? `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${one.family}</SubFmlyCd></Fmly></Domn></BkTxCd>` : ''}
      <NtryDtls>${one.parts ? one.parts.map((part) => detail(one, part)).join('') : detail(one)}</NtryDtls>
    </Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>2026-05-04T06:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>${id}</Id>
      <Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      ${entries.map(ntry).join('\n')}
    </Stmt>
  </BkToCstmrStmt>
</Document>`
}
