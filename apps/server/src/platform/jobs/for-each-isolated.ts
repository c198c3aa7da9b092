/** Some items of a sweep failed; the others were processed. */
export class SweepError extends AggregateError {
  override readonly name = 'SweepError'
}

const namedFailures = 5

/**
 * Processes each item by itself: one that fails does not affect the others. When all are done, the failed ones are thrown together, by
 * name, so that the job reports them.
 *
 * @param nameOf name of the item in the report: an owner, a ship.
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
