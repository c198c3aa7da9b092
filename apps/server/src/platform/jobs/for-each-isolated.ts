import { reasonOf } from '@shipminer/domain/reason-of'

/** Some items of a sweep failed; the others were processed. */
export class SweepError extends AggregateError {
  override readonly name = 'SweepError'
}

const namedFailures = 5

/**
 * Processes each item by itself: one that fails does not affect the others. When all are done, the failed ones are thrown together, by
 * name, so that the job reports them.
 *
 * @param items what is due; see `inPages` for what is read in parts.
 * @param nameOf name of the item in the report: an owner, a ship.
 * @param atOnce how many run at the same time.
 * @throws SweepError
 */
export async function forEachIsolated<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let total = 0
  const failures: { name: string; error: unknown }[] = []
  const runOn = async () => {
    for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) {
      total += 1
      try {
        await work(next.value)
      } catch (error) {
        failures.push({ name: nameOf(next.value), error })
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, runOn))
  // What could not be read ends the sweep; what was read before it is done.
  for (const worker of workers)
    if (worker.status === 'rejected') failures.push({ name: 'reading on', error: worker.reason })
  if (failures.length === 0) return
  const named = failures.slice(0, namedFailures).map(({ name, error }) => `${name}: ${reasonOf(error)}`)
  throw new SweepError(
    failures.map(({ error }) => error),
    `${failures.length} of ${total} failed: ${named.join('; ')}`,
  )
}

/**
 * All that is due, read in pages. What fails stays due, so that a sweep over the first page alone would come to the same ones again and
 * again, and never to those behind them.
 *
 * @param read the next page, in the order of what names an item, behind the last one of the page before.
 */
export async function* inPages<Item>(read: (behind: Item | null) => Promise<Item[]>): AsyncGenerator<Item> {
  for (let behind: Item | null = null; ; ) {
    const page: Item[] = await read(behind)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    behind = last
  }
}
