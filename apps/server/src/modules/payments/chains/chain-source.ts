/** A block of a chain. */
export type BlockRef = { height: number; hash: string }

/** An address that is watched on a chain. */
export type WatchedAddress = {
  /** The output script in hex (Bitcoin), or the address in lower case (EVM). */
  matchKey: string
  address: string
  /** Money may arrive any moment. The other addresses are queried less often on chains where each costs a request. */
  hot: boolean
}

/** An output or transfer to a watched address, as a source reports it. */
export type Sighting = {
  matchKey: string
  txId: string
  /** Output number, or log index. */
  index: number
  asset: string
  /** Contract in lower case; null for the coin of the chain. */
  token: string | null
  decimals: number
  amount: bigint
  /** Null while it waits for a block. */
  block: BlockRef | null
  /** Time of that block, ms. */
  blockTimeMs: number | null
  /** Outpoints the transaction spends (`txid:vout`); Bitcoin only. */
  spends: readonly string[]
}

/** A payment that is not settled for good, with what this source last reported about it (null: nothing yet) and what all sources imply. */
export type KnownPayment = {
  id: number
  matchKey: string
  txId: string
  index: number
  token: string | null
  amount: bigint
  spends: readonly string[]
  /** The status that all sources together imply. */
  block: BlockRef | null
  own: { state: 'mempool' | 'mined' | 'gone'; block: BlockRef | null } | null
}

export type GoneBecause = 'replaced' | 'reorged' | 'failed'

/** What became of a known payment. A payment that the source has never seen is not reported. */
export type Fate =
  | { state: 'mempool'; amount: bigint }
  | { state: 'mined'; amount: bigint; block: BlockRef }
  | { state: 'gone'; because: GoneBecause; replacedBy: string | null }

/** How far a source was read, and its last blocks, oldest first: a fork is located by them. */
export type SourceCursor = { position: number; hashes: readonly BlockRef[] }

export type SourceReport = {
  tip: BlockRef
  /** Newest block that is final; null where the chain or the source has no such mark. */
  finalHeight: number | null
  cursor: SourceCursor
  /** Everything up to the newest block was read, and the source itself is up to date. */
  caughtUp: boolean
  sightings: readonly Sighting[]
  /** Keyed by the id of the payment. */
  fates: ReadonlyMap<number, Fate>
  /** Why the source could not report everything; what it did report counts. */
  problem: Error | null
  /** To be called once everything is stored: what was reported is not reported again. */
  accept(): void
}

/** A server that knows a chain. `poll` throws when it cannot be reached or sends invalid answers; nothing is lost by that. */
export type ChainSource = {
  /** Stable over restarts, and without credentials. */
  id: string
  poll(input: {
    watched: readonly WatchedAddress[]
    known: readonly KnownPayment[]
    cursor: SourceCursor | null
  }): Promise<SourceReport>
}

/** Number of hashes in a cursor: a fork longer than this is read again from its oldest. */
export const rememberedBlocks = 100

/** The cursor after a block: one line of blocks, the newest last. */
export function withBlock(hashes: readonly BlockRef[], block: BlockRef): BlockRef[] {
  return [...hashes.filter(({ height }) => height < block.height), block].slice(-rememberedBlocks)
}
