/** A block of a chain. */
export type BlockRef = { height: number; hash: string }

/** An address that is watched on a chain. */
export type WatchedAddress = {
  /** The output script in hex (Bitcoin), or the address in lower case (EVM). */
  matchKey: string
  address: string
  /** Money may come any moment. The others are looked at less often where looking costs a request each. */
  hot: boolean
}

/** An output or transfer to a watched address, as a source tells it. */
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

/** A payment that is not settled for good, with what this source said of it last (null: nothing yet) and what all sources say. */
export type KnownPayment = {
  id: number
  matchKey: string
  txId: string
  index: number
  token: string | null
  amount: bigint
  spends: readonly string[]
  /** Where all sources together have it. */
  block: BlockRef | null
  own: { state: 'mempool' | 'mined' | 'gone'; block: BlockRef | null } | null
}

export type GoneBecause = 'replaced' | 'reorged' | 'failed'

/** What became of a known payment. Nothing at all is told of one that the source has never seen. */
export type Fate =
  | { state: 'mempool'; amount: bigint }
  | { state: 'mined'; amount: bigint; block: BlockRef }
  | { state: 'gone'; because: GoneBecause; replacedBy: string | null }

/** How far a source was read, and the last blocks of it, oldest first: where two chains part is found by them. */
export type SourceCursor = { position: number; hashes: readonly BlockRef[] }

export type SourceReport = {
  tip: BlockRef
  /** Newest block that cannot go any more; null where the chain or the source has no such mark. */
  finalHeight: number | null
  cursor: SourceCursor
  /** Everything up to the newest block was read, and the source itself is not behind. */
  caughtUp: boolean
  sightings: readonly Sighting[]
  /** By the id of the payment. */
  fates: ReadonlyMap<number, Fate>
  /** What kept the source from telling everything; what it did tell counts. */
  problem: Error | null
  /** To be called once everything is stored: what was told is not told again. */
  accepted(): void
}

/** A server that knows a chain. `poll` throws when it cannot be reached or talks nonsense; nothing is lost by that. */
export type ChainSource = {
  /** Stable over restarts, and without credentials. */
  id: string
  poll(input: {
    watched: readonly WatchedAddress[]
    known: readonly KnownPayment[]
    cursor: SourceCursor | null
  }): Promise<SourceReport>
}

/** How many hashes a cursor keeps: a fork longer than this is read again from its oldest. */
export const rememberedBlocks = 100

/** The cursor after a block: one line of blocks, the newest last. */
export function withBlock(hashes: readonly BlockRef[], block: BlockRef): BlockRef[] {
  return [...hashes.filter(({ height }) => height < block.height), block].slice(-rememberedBlocks)
}
