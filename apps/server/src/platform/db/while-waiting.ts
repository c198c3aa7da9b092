import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Works something out while the database is busy with a statement that has just been begun. A statement is sent only when the present
 * turn of the event loop is over, so the work waits for that.
 * @throws what the statement throws, before what the work throws
 */
export async function whileWaiting<Answer, Made>(
  statement: Promise<Answer>,
  work: () => Made,
): Promise<[Answer, Made]> {
  const made = nextTurn().then(work)
  made.catch(() => undefined)
  const answer = await statement
  return [answer, await made]
}
