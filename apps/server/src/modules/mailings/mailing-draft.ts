import { type MailingDraft, MailingDraftSchema } from '@shipminer/contract/desk/mailings'
import * as z from 'zod/mini'
import type { Texts } from './mailing.policy.ts'
import type { MailingRow } from './mailings.repository.ts'

/** What was written; nothing where it can no longer be read. */
export function textsOf({ texts }: Pick<MailingRow, 'texts'>): Texts {
  return z.safeParse(z.nonoptional(MailingDraftSchema.shape.texts), texts).data ?? {}
}

/** What a message was made from. */
export function draftOf(row: Pick<MailingRow, 'audience' | 'productId' | 'texts'>): MailingDraft {
  const { audience, productId } = row
  return { audience, ...(productId !== null && { product: productId }), texts: textsOf(row) }
}
