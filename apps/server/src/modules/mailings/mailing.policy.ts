import type { MailingDraft } from '@shipminer/contract/desk/mailings'
import type { Language } from '@shipminer/i18n/languages'

export type Texts = NonNullable<MailingDraft['texts']>

/** What a reader of a language gets: their own, or else English, or else the first that was written. Null: nothing was written. */
export function textFor(texts: Texts, language: Language): { subject: string; text: string } | null {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? null
}

/**
 * One of each address, as its newest wish has it, with everything that the address asked for. `rows` come oldest first.
 */
export function byAddress<Row extends { email: string; productId: string | null }>(
  rows: readonly Row[],
): (Row & { wanted: (string | null)[] })[] {
  return [...Map.groupBy(rows, ({ email }) => email.toLowerCase()).values()].flatMap((same) => {
    const newest = same.at(-1)
    return newest ? [{ ...newest, wanted: [...new Set(same.map(({ productId }) => productId))] }] : []
  })
}

/** Whether an address may be written to that asked for it at a time: nothing newer says that it may not. */
export function isReachable(
  suppressions: readonly { reason: string; at: Date }[],
  { askedAt, audience }: { askedAt: Date; audience: MailingDraft['audience'] },
): boolean {
  return !suppressions.some(
    ({ reason, at }) =>
      // Anyone who ends the waiting keeps the newsletter, which has a consent of its own.
      (audience === 'waiting' || reason !== 'unsubscribed') && at.getTime() >= askedAt.getTime(),
  )
}

/** Whether a message has come to somebody: to their address, or to the account that is theirs. */
export function hasReached(
  { emails, userIds }: { emails: ReadonlySet<string>; userIds: ReadonlySet<string> },
  { email, userId }: { email: string; userId: string | null },
): boolean {
  return emails.has(email.toLowerCase()) || (userId !== null && userIds.has(userId))
}
