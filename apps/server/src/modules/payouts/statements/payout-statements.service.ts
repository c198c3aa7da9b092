import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import { AppError } from '../../../platform/http/app-error.ts'
import type { MailAttachment } from '../../../platform/mail/smtp-mailer.ts'
import { renderStatement } from '../../../platform/pdf/statement-pdf.ts'
import { listReceiptsBooked, presentReceipt } from '../../revenue/revenue.port.ts'
import * as runs from '../payout-runs.repository.ts'
import type { PayoutsDeps } from '../payouts.deps.ts'
import { getRun } from '../payouts.service.ts'
import { payoutStatementContent } from './payout-statement-content.ts'

const firstSpanMs = 30 * 86_400_000

type StatementDeps = Pick<PayoutsDeps, 'store' | 'productName' | 'seller' | 'ownersFuel'>

/**
 * The statement of one owner of a run in the owner's language. Nothing of it is stored: amounts come from the run, the transaction is the
 * current one.
 *
 * @throws AppError `payout-run-not-found`, also when the owner is not in the run
 */
export async function payoutStatement(
  deps: StatementDeps,
  id: string,
  userId: string,
): Promise<{ filename: string; pdf: Uint8Array }> {
  const { db } = deps.store
  const run = await getRun(deps, id)
  const line = (await runs.listLines(db, run.id)).find((one) => one.userId === userId)
  const [owner] = line ? await runs.listPayees(db, [userId]) : []
  if (!line || !owner) throw new AppError('payout-run-not-found')
  const receipts = await listReceiptsBooked(db, userId, line.since, run.createdAt)
  // A first payout has no run before it: fuel of the month before stands beside it.
  const since = line.since?.getTime() ?? run.createdAt.getTime() - firstSpanMs
  const fuel = await deps.ownersFuel(userId, since, run.createdAt.getTime())
  const language = isLanguage(owner.preferredLanguage) ? owner.preferredLanguage : defaultLanguage
  const content = payoutStatementContent({
    language,
    productName: deps.productName,
    seller: deps.seller,
    owner,
    run,
    line,
    receipts: receipts.map(presentReceipt),
    fuel,
    since,
  })
  const pdf = await renderStatement(content, { language, author: deps.seller.name.value, at: run.createdAt })
  return { filename: `payout-${run.id}.pdf`, pdf }
}

/** The attachment that a mail names `payout:<run>:<user>`. Null for other names, and for deleted owners. */
export async function payoutAttachment(deps: StatementDeps, name: string): Promise<MailAttachment[] | null> {
  const [, runId, userId] = /^payout:(\d{1,15}):([0-9a-f-]{36})$/.exec(name) ?? []
  if (runId === undefined || userId === undefined) return null
  try {
    const { filename, pdf } = await payoutStatement(deps, runId, userId)
    return [{ filename, contentType: 'application/pdf', content: pdf }]
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
