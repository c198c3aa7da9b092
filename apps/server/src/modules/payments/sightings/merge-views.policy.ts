import type { BlockRef, GoneBecause } from '../chains/chain-source.ts'

/** What one source last reported about a payment. */
export type PaymentView = {
  source: string
  state: 'mempool' | 'mined' | 'gone'
  amount: bigint
  block: BlockRef | null
  replacedBy: string | null
  goneBecause: GoneBecause | null
}

/** Health of a source of the chain, in order of trust. */
export type SourceStanding = {
  id: string
  /** It was recently read to its newest block. */
  isFresh: boolean
  tipHeight: number | null
  finalHeight: number | null
}

/** What all sources together imply for a payment. */
export type MergedPayment = {
  amount: bigint
  block: BlockRef | null
  confirmations: number
  /** Null: confirmations are counted. False also while a second source does not agree yet. */
  final: boolean | null
  unaccountedBecause: GoneBecause | null
  replacedBy: string | null
  wasReorged: boolean
  settledForGood: boolean
  /** As many sources as required agree. */
  isVouchedFor: boolean
}

/** Confirmations after which a Bitcoin payment is not checked again, and blocks on a chain without a finality mark. */
const deepConfirmations = { bitcoin: 12, other: 128 }

/**
 * Merges what the sources reported. The first source that is fresh and knows the payment decides; while none is fresh everything stays as
 * it was. Settled is only what the first fresh source itself has in a block; with `mustAgree` two sources must have it in the same block
 * with the same amount; with `needsFinalMark` only what the chain itself calls final. An agreed result stays until one of them reverts it,
 * even while a source is unreachable.
 */
export function mergeViews(
  before: MergedPayment,
  views: readonly PaymentView[],
  sources: readonly SourceStanding[],
  terms: { mustAgree: boolean; isBitcoin: boolean; needsFinalMark: boolean },
): MergedPayment {
  const fresh = sources.filter(({ isFresh }) => isFresh)
  const viewOf = ({ id }: SourceStanding) => views.find(({ source }) => source === id)
  const speaker = fresh.find((source) => viewOf(source) !== undefined)
  const view = speaker && viewOf(speaker)
  if (!view || !speaker) return before
  const { block } = view.state === 'mined' ? view : { block: null }
  const left = before.block !== null && before.block.hash !== block?.hash
  const confirmations =
    block && speaker.tipHeight !== null ? Math.max(1, speaker.tipHeight - block.height + 1) : 0
  const finalHeight = speaker.finalHeight ?? null
  const isFinal =
    block && finalHeight !== null ? block.height <= finalHeight : terms.needsFinalMark ? false : null
  const same = views.filter(
    (other) => other.state === 'mined' && other.amount === view.amount && other.block?.hash === block?.hash,
  )
  const isVouchedFor = terms.mustAgree ? same.length >= 2 : speaker === fresh[0]
  const enough = terms.isBitcoin ? deepConfirmations.bitcoin : deepConfirmations.other
  return {
    amount: view.state === 'gone' ? before.amount : view.amount,
    block,
    confirmations,
    final: isVouchedFor ? isFinal : false,
    unaccountedBecause: view.state === 'gone' ? (view.goneBecause ?? 'failed') : null,
    replacedBy: view.state === 'gone' ? view.replacedBy : null,
    wasReorged: before.wasReorged || left,
    isVouchedFor,
    settledForGood: isVouchedFor && block !== null && (isFinal ?? confirmations >= enough),
  }
}
