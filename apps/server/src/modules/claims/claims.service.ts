import type { ClaimPreview } from '@shipminer/contract/account/claims'
import { parseClaimKey } from '@shipminer/domain/fleet/claim-key'
import type { Guesses } from '../../platform/auth/guesses.ts'
import type { Store, StoreLogger } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { canSeeWhereabouts, claimStatus } from './claims.policy.ts'
import * as repository from './claims.repository.ts'
import { type TransferDeps, takeTransfer } from './transfer.service.ts'

export type ClaimDeps = TransferDeps & {
  store: Store
  logger: StoreLogger
  /** Shared by the two calls that take a key. */
  guesses: Guesses
  /** Called after a claim is stored, so that the owner's pages show the controller at once. */
  onClaimed?: ((claim: { controllerId: string; ownerId: string }) => Promise<void>) | undefined
}
export type Guesser = { ip: string; userId: string | null }

/** What a key allows the caller to do. After ten wrong guesses no key is answered for a while, right or wrong. */
export async function previewClaim(
  deps: ClaimDeps,
  input: { key: string; guesser: Guesser },
): Promise<ClaimPreview> {
  return withKey(deps, input, 'claim-check-failed', async (hashes) => {
    const controller = await repository.findByClaimKey(deps.store.db, hashes)
    if (!controller) return null
    const { userId } = input.guesser
    const status = claimStatus(controller, userId)
    const isOpen = canSeeWhereabouts(status, userId)
    return {
      status,
      controllerId: controller.id,
      minerCount: await repository.countMiners(deps.store.db, controller.id),
      seen: controller.lastSeenAt !== null || controller.enrolledAt !== null,
      location: isOpen ? controller.location : null,
      ipAddress: isOpen ? controller.ipAddress : null,
    }
  })
}

/** Makes the caller the owner. Claiming a controller again that the caller already owns succeeds. */
export async function claim(
  deps: ClaimDeps,
  input: { key: string; guesser: Guesser & { userId: string } },
): Promise<{ controllerId: string; name: string; minerCount: number }> {
  const { store } = deps
  const ownerId = input.guesser.userId
  return withKey(deps, input, 'claim-failed', async (hashes) => {
    const at = new Date(deps.clock())
    const wanted = { claimKeyHashes: hashes, ownerId, at }
    const claimed = (await repository.claimController(store.db, wanted)) ?? (await takeTransfer(deps, wanted))
    if (claimed) {
      deps.logger.info({ controllerId: claimed.id, userId: ownerId }, 'controller claimed')
      await announce(deps, { controllerId: claimed.id, ownerId })
    }
    const controller = claimed ?? (await findOwn(deps, hashes, ownerId))
    if (!controller) return null
    const minerCount = await repository.countMiners(store.db, controller.id)
    return { controllerId: controller.id, name: controller.name, minerCount }
  })
}

/** The controller of a key that could not be claimed: the caller's own, or none; throws when it is someone else's or revoked. */
async function findOwn(
  deps: ClaimDeps,
  hashes: readonly Uint8Array[],
  callerId: string,
): Promise<{ id: string; name: string } | null> {
  const controller = await repository.findByClaimKey(deps.store.db, hashes)
  if (!controller) return null
  const status = claimStatus(controller, callerId)
  if (status === 'revoked') throw new AppError('claim-key-revoked')
  if (status === 'claimed') throw new AppError('controller-already-claimed')
  if (status === 'available') throw new AppError('claim-failed')
  return controller
}

/** The claim holds whether or not the notification gets through. */
async function announce(deps: ClaimDeps, news: { controllerId: string; ownerId: string }): Promise<void> {
  try {
    await deps.onClaimed?.(news)
  } catch (error) {
    deps.logger.error({ err: error, ...news }, 'claim not announced')
  }
}

/** Parses and hashes a key, counts wrong guesses, and maps an unexpected failure to the error of the call. */
async function withKey<T>(
  deps: ClaimDeps,
  input: { key: string; guesser: Guesser },
  failure: 'claim-check-failed' | 'claim-failed',
  run: (hashes: [Buffer, ...Buffer[]]) => Promise<T | null>,
): Promise<T> {
  const key = parseClaimKey(input.key)
  if (!key) throw new AppError('claim-key-invalid')
  try {
    const guess = { kind: 'claim-key' as const, ...input.guesser }
    const hashes = deps.secretKey.hashes('claim-key', key)
    const found = await deps.guesses.judge(guess, () => run(hashes))
    if (found !== null) {
      await rehash(deps, hashes)
      return found
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.logger.error({ err: error }, failure)
    throw new AppError(failure, {}, { cause: error })
  }
  throw new AppError('claim-key-not-found')
}

/** A key that was shown needs no earlier key of the server any more. */
async function rehash(deps: ClaimDeps, [claimKeyHash, ...before]: [Buffer, ...Buffer[]]): Promise<void> {
  if (before.length === 0) return
  const claimKeyPrint = deps.secretKey.print
  await repository.rehashClaimKey(deps.store.db, before, { claimKeyHash, claimKeyPrint })
}
