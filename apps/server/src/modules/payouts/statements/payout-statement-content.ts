import type { Receipt } from '@shipminer/contract/revenue'
import { revenueSplit } from '@shipminer/domain/revenue/split'
import type { Language } from '@shipminer/i18n/languages'
import { type Block, left, right, type StatementContent } from '../../../platform/pdf/statement-pdf.ts'
import {
  fuelBlock,
  partiesOf,
  receiptsBlock,
  type StatementSeller,
  statementFormats,
  statementText,
} from '../../revenue/revenue.port.ts'
import type { LineRow, RunRow } from '../payout-runs.repository.ts'
import { type PayoutTextKey, payoutText } from './payout-texts.ts'

/** The data of the statement of one payout, before wording. */
export type PayoutFacts = {
  language: Language
  productName: string
  seller: StatementSeller
  owner: { name: string; company: string | null; email: string | null }
  run: RunRow
  line: LineRow
  /** Recorded since the owner's previous run. */
  receipts: readonly Receipt[]
  /** What mining burnt since `since`, ms. */
  fuel: Parameters<typeof fuelBlock>[1]
  since: number
}

/** The statement of one payout as formatted text. Amounts keep all eight decimals. */
export function payoutStatementContent(facts: PayoutFacts): StatementContent {
  const { language, seller, owner, run, line, receipts } = facts
  const t = (key: PayoutTextKey, values?: Record<string, string>) => payoutText(language, key, values)
  const { amount, date, time } = statementFormats(language, 'UTC')
  const heading = (key: PayoutTextKey): Block => ({ kind: 'heading', text: t(key) })
  const text = (key: PayoutTextKey): Block => ({ kind: 'text', text: t(key) })
  const split = `${revenueSplit.ownerNumerator}/${revenueSplit.denominator}`
  const steps = [
    [t('share', { split, amount: amount(line.receivedSat) }), amount(line.ownerShareSat)],
    ...(line.receivedByOwnerSat > 0 ? [[t('direct'), amount(-line.receivedByOwnerSat)]] : []),
    ...(line.paidOutSat > 0 ? [[t('earlier'), amount(-line.paidOutSat)]] : []),
    [t('this'), amount(line.amountSat)],
  ]
  const sentOn: string[][] = run.broadcastAt ? [[t('sent'), `${time(run.broadcastAt.getTime())} UTC`]] : []
  return {
    title: t('title'),
    subtitle: t('number', { number: String(run.id), date: date(run.createdAt.getTime(), 'long') }),
    brand: facts.productName,
    warning: Object.values(seller).some(({ example }) => example) ? statementText(language, 'example') : null,
    parties: partiesOf(language, seller, owner),
    facts: [
      { label: t('run'), value: String(run.id) },
      { label: t('made'), value: `${time(run.createdAt.getTime())} UTC` },
      { label: t('amount'), value: amount(line.amountSat) },
    ],
    blocks: [
      ...(run.state === 'cancelled' ? [text('cancelled')] : []),
      heading('where'),
      {
        kind: 'table',
        columns: [left(t('where'), 0.24), left('', 0.76)],
        rows: [[t('address'), line.address], [t('transaction'), run.txid ?? t('notSent')], ...sentOn],
        strongLast: false,
      },
      heading(line.since === null ? 'receiptsFirst' : 'receipts'),
      receiptsBlock(language, 'UTC', receipts, t('receiptsNone')),
      ...(receipts.some(({ coin }) => coin !== 'BTC') ? [text('otherCoins')] : []),
      { kind: 'heading', text: statementText(language, 'fuel.title') },
      { kind: 'text', text: statementText(language, 'fuel.since', { date: date(facts.since) }) },
      fuelBlock(language, facts.fuel),
      heading('how'),
      {
        kind: 'table',
        columns: [left(statementText(language, 'balance.what'), 0.7), right(t('amount'), 0.3)],
        rows: steps,
        strongLast: true,
      },
      text('note'),
    ],
    footer: statementText(language, 'questions', { email: seller.email.value, phone: seller.phone.value }),
    pageLabel: (page, pages) => statementText(language, 'page', { page: String(page), pages: String(pages) }),
  }
}
