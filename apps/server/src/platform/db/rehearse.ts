import type { Store, Trx } from './store.ts'

/** Ends the transaction of a rehearsal, so that nothing of it stays. */
class RehearsalOver extends Error {
  override readonly name = 'RehearsalOver'
}

/** Does work in a transaction of its own and takes it all back: what it comes to is what doing it would come to. @throws what the work throws */
export async function rehearse<Result>(
  { db }: Pick<Store, 'db'>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const done: Result[] = []
  try {
    await db.transaction().execute(async (trx) => {
      done.push(await work(trx))
      throw new RehearsalOver()
    })
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error
  }
  const [result] = done
  return result as Result
}
