import { verify } from 'node:crypto'
import {
  parseManifest,
  type ReleaseManifest,
  releaseSigningText,
  type UpdateOffer,
  type UpdateReason,
} from '@shipminer/contract/releases'
import { compareVersions } from '@shipminer/domain/releases/version'
import { parseCommandKey } from '../commands/signed-order.ts'

export type OfferCheck =
  | { ok: true; manifest: ReleaseManifest }
  | { ok: false; reason: UpdateReason; detail: string | null }

/**
 * Whether an offered release may be installed: signed with the key that is pinned on board, of the product, not older than what runs
 * unless it is marked so, and made for this Node. The signature is checked over the very text before anything of it is read.
 */
export function checkOffer(
  offer: Pick<UpdateOffer, 'manifest' | 'signature'>,
  board: { releaseKey: string | null; version: string; nodeVersion: string },
): OfferCheck {
  const refuse = (reason: UpdateReason, detail: string | null = null): OfferCheck => ({
    ok: false,
    reason,
    detail,
  })
  const key = board.releaseKey === null ? null : parseCommandKey(board.releaseKey)
  if (key === null) return refuse('no-release-key', 'RELEASE_PUBLIC_KEY is not set on board')
  const signed = Buffer.from(releaseSigningText(offer.manifest))
  if (!isSigned(signed, key, offer.signature)) return refuse('bad-signature')
  const manifest = parseManifest(offer.manifest)
  if (manifest === null) return refuse('malformed')
  // A version that is no release, such as one that is being developed, is older than every release.
  const age = compareVersions(manifest.version, board.version) ?? 1
  if (age < 0 && !manifest.allowsDowngrade) return refuse('downgrade', `${board.version} runs`)
  const node = compareVersions(manifest.minimumNode, board.nodeVersion)
  if (node === null || node > 0)
    return refuse('node-too-old', `Node ${board.nodeVersion}, needed is ${manifest.minimumNode}`)
  return { ok: true, manifest }
}

function isSigned(text: Buffer, key: Parameters<typeof verify>[2], signature: string): boolean {
  try {
    return verify(null, text, key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
