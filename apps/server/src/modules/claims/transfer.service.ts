import { createClaimKey } from '@shipminer/domain/fleet/claim-key'
import { dateFormat } from '@shipminer/i18n/formats'
import { defaultLanguage, isLanguage } from '@shipminer/i18n/languages'
import type { RandomBytes } from '../../platform/auth/tokens.ts'
import type { Store, Trx } from '../../platform/db/store.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { partFromOwner } from './part-from-owner.ts'
import { reissueClaimKey } from './reissue.ts'
import {
  findOwnerOf,
  freeController,
  giveController,
  lockTransferByKey,
  nextPast,
  removeTransfer,
  saveTransfer,
  setPastApart,
} from './transfer.repository.ts'

export type TransferDeps = {
  clock: () => number
  secretKey: SecretKey
  randomBytes: RandomBytes
  productName: string
  publicUrl: string
}

type Owner = { name: string; email: string | null; preferredLanguage: string | null }
type Step = 'started' | 'cancelled' | 'done'

const languageOf = ({ preferredLanguage }: Owner) =>
  isLanguage(preferredLanguage) ? preferredLanguage : defaultLanguage

/**
 * First step of giving a controller to a new owner: a key for them, shown this once, and a mail to the present one, who keeps everything
 * until someone claims with that key. Starting again creates a new key. The caller has locked the controller, which has an owner.
 */
export async function startTransfer(
  deps: TransferDeps,
  trx: Trx,
  controller: { id: string; name: string },
): Promise<string> {
  const claimKey = createClaimKey(deps.randomBytes)
  const startedAt = new Date(deps.clock())
  const claimKeyHash = deps.secretKey.hash('claim-key', claimKey)
  const claimKeyPrint = deps.secretKey.print
  await saveTransfer(trx, { controllerId: controller.id, claimKeyHash, claimKeyPrint, startedAt })
  await tell(deps, trx, await findOwnerOf(trx, controller.id), 'started', controller.name)
  return claimKey
}

/** Cancels a transfer: its key becomes invalid. @returns false when none was under way. */
export async function cancelTransfer(
  deps: TransferDeps,
  trx: Trx,
  controller: { id: string; name: string },
): Promise<boolean> {
  if (!(await removeTransfer(trx, controller.id))) return false
  await tell(deps, trx, await findOwnerOf(trx, controller.id), 'cancelled', controller.name)
  return true
}

/**
 * Second step: the user who claims with the key becomes the owner, and everything measured and earned until then stays with the previous
 * one.
 * @returns null when the key belongs to no transfer, or to the caller's own controller.
 */
export function takeTransfer(
  deps: TransferDeps & { store: Store },
  claim: { claimKeyHashes: readonly [Uint8Array, ...Uint8Array[]]; ownerId: string; at: Date },
): Promise<{ id: string; name: string } | null> {
  const { store } = deps
  return store.db.transaction().execute(async (trx) => {
    const found = await lockTransferByKey(trx, claim.claimKeyHashes)
    if (!found || found.ownerId === claim.ownerId) return null
    const { id, name, ownerId } = found
    const before = ownerId === null ? null : { ...found, name: found.ownerName ?? '' }
    await leavePast(deps, trx, { id, name }, before, claim.at)
    const { ownerId: to, at, claimKeyHashes } = claim
    const key = { claimKeyHash: claimKeyHashes[0], claimKeyPrint: deps.secretKey.print }
    await giveController(trx, { controllerId: id, ownerId: to, key, at })
    await removeTransfer(trx, id)
    await tell(deps, trx, before, 'done', name)
    return { id, name }
  })
}

/**
 * Takes a controller from its owner, who keeps everything measured and earned until now, with a new claim key, because they know the old
 * card. The caller has locked the controller.
 */
export async function releaseController(
  deps: TransferDeps & { store: Store },
  trx: Trx,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const owner = await findOwnerOf(trx, id)
  const at = new Date(deps.clock())
  if (owner) await leavePast(deps, trx, { id, name }, owner, at)
  await freeController(trx, id, at)
  return reissueClaimKey(deps, trx, id)
}

async function leavePast(
  deps: TransferDeps & { store: Store },
  trx: Trx,
  { id, name }: { id: string; name: string },
  owner: Owner | null,
  at: Date,
): Promise<void> {
  await partFromOwner(deps.store, trx, id)
  await setPastApart(trx, {
    controllerId: id,
    pastId: `${id}.${await nextPast(trx, id)}`,
    name: pastName(name, owner, at),
    keyHash: deps.randomBytes(32),
    at,
  })
}

function pastName(name: string, owner: Owner | null, at: Date): string {
  const language = owner ? languageOf(owner) : defaultLanguage
  const date = dateFormat(language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at)
  return mailText(language, 'transfer.past', { name, date })
}

async function tell(
  deps: TransferDeps,
  trx: Trx,
  owner: Owner | null,
  step: Step,
  controller: string,
): Promise<void> {
  if (!owner?.email) return
  const language = languageOf(owner)
  const subject = mailText(language, `transfer.${step}.subject`, { controller })
  const { text, html } = renderMail({
    language,
    subject,
    greeting: mailText(language, 'greeting.named', { name: owner.name }),
    paragraphs: [mailText(language, `transfer.${step}.body`, { controller })],
    facts: [],
    closing: [],
    footer: [deps.productName],
  })
  const messageId = `transfer.${Buffer.from(deps.randomBytes(12)).toString('hex')}@${new URL(deps.publicUrl).hostname}`
  const mail = { messageId, recipient: owner.email, replyTo: null, subject, textBody: text, htmlBody: html }
  await enqueueMails(trx, [mail], new Date(deps.clock()))
}
