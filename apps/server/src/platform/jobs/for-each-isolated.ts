/** Some of what a sweep goes over failed; the others were served. */
export class SweepError extends AggregateError {
  override readonly name = 'SweepError'
}

const namedFailures = 5

/**
 * Works on each item by itself: one that fails harms no other. When all are done, those that failed are thrown together, named, so that
 * the job reports them.
 *
 * @param nameOf what the item is called in the report: an owner, a ship.
 * @param atOnce how many run at the same time.
 * @throws SweepError
 */
export async function forEachIsolated<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const waiting = [...items]
  const total = waiting.length
  const failures: { name: string; error: unknown }[] = []
  const runOn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        failures.push({ name: nameOf(item), error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, total) }, runOn))
  if (failures.length === 0) return
  const told = failures
    .slice(0, namedFailures)
    .map(({ name, error }) => `${name}: ${error instanceof Error ? error.message : String(error)}`)
  throw new SweepError(
    failures.map(({ error }) => error),
    `${failures.length} of ${total} failed: ${told.join('; ')}`,
  )
}
