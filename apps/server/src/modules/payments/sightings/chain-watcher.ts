import type { Store, StoreLogger } from '../../../platform/db/store.ts'
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts'
import { createBackOff } from '../chains/chain-back-off.ts'
import type { BlockRef, ChainSource, SourceReport } from '../chains/chain-source.ts'
import { SourceError } from '../chains/http-json.ts'
import { standingOf } from './chain-standing.ts'
import type { Ledger } from './ledger.service.ts'
import { listCursors, saveCursor, saveFailure } from './observations.repository.ts'

export type ChainWatcher = {
  chain: string
  sourceIds: readonly string[]
  /** Polls every source once, except those that are backing off. Never throws because of a source. @throws SweepError */
  poll(): Promise<void>
}

/** Reads a chain through its sources, one after the other, in order of trust. */
export function createChainWatcher(deps: {
  chain: string
  sources: readonly ChainSource[]
  store: Store
  ledger: Ledger
  clock: () => number
  random: () => number
  logger: StoreLogger
}): ChainWatcher {
  const { chain, store, ledger, clock, logger } = deps
  const sources = deps.sources.map((source) => ({ source, backOff: createBackOff(deps.random) }))
  const sourceIds = deps.sources.map(({ id }) => id)

  async function readCursor(source: string) {
    const row = (await listCursors(store.db, chain)).find((cursor) => cursor.source === source)
    return row && row.position >= 0 ? { position: row.position, hashes: parseHashes(row.hashes) } : null
  }

  async function keep(source: string, report: SourceReport): Promise<void> {
    const now = new Date(clock())
    const cursor = {
      chain,
      source,
      position: report.cursor.position,
      tipHeight: report.tip.height,
      tipHash: report.tip.hash,
      finalHeight: report.finalHeight,
      caughtUp: report.caughtUp,
      hashes: JSON.stringify(report.cursor.hashes.map(({ height, hash }) => [height, hash])),
      checkedAt: now,
      triedAt: now,
      lastError: report.problem?.message.slice(0, 300) ?? null,
    }
    const others = (await listCursors(store.db, chain)).filter((row) => row.source !== source)
    const standing = standingOf(chain, sourceIds, [...others, cursor as never], now.getTime())
    await ledger.record({ chain, source, report, standing })
    // Only now, so that what could not be stored is read again.
    await saveCursor(store.db, cursor)
    report.accept()
  }

  return {
    chain,
    sourceIds,
    poll: () =>
      forEachIsolated(
        sources.filter(({ backOff }) => backOff.isOpen(clock())),
        ({ source }) => source.id,
        async ({ source, backOff }) => {
          try {
            const { watched, known } = await ledger.watchList(chain, source.id)
            const report = await source.poll({ watched, known, cursor: await readCursor(source.id) })
            await keep(source.id, report)
            if (report.problem) throw report.problem
            backOff.onSuccess()
          } catch (error) {
            if (!(error instanceof SourceError)) throw error
            backOff.onFailure(clock(), error.retryAfterMs)
            logger.warn({ chain, source: source.id, reason: error.message }, 'chain could not be read')
            await saveFailure(store.db, {
              chain,
              source: source.id,
              triedAt: new Date(clock()),
              lastError: error.message.slice(0, 300),
            })
          }
        },
      ),
  }
}

function parseHashes(stored: unknown): BlockRef[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((pair: unknown) =>
    Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string'
      ? [{ height: pair[0], hash: pair[1] }]
      : [],
  )
}

/** Name of the background job that watches a chain. */
export function watchJobName(chain: string): string {
  return `watch-${chain}`
}
