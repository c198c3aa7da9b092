import type { Command } from '@shipminer/contract/control'
import { toApiError } from '../../../lib/api/api-error.ts'

/** One order of many: `commandId` makes the same order sent twice one command. */
export type Order = { id: string; name: string; commandId: string }
/** An order that was not taken, and what was thrown; null: its owner did not prove that it is him. `why`, in words, where it was never sent. */
export type Skipped = { id: string; name: string; thrown: unknown; why?: string }
export type Sent = { commands: Command[]; skipped: Skipped[]; sent: number; total: number }

/** After so many failures that are not about the one miner, with none that succeeds, the others would fail too. */
const hopelessAfter = 3
/** What the server says of one order: its miner is gone, cannot do it, has nothing to go back to, or its ship has no line. */
const aboutOne = new Set([400, 404, 409, 422])
const isAboutOne = ({ status, code }: { status: number; code: string | null }) =>
  aboutOne.has(status) || code === 'controller-offline'
/** The server takes so many orders a minute; then this one waits and is sent again. */
const pauseMs = 5_000
const mostPauses = 24

/**
 * Sends an order to each of many, one after another, and reports how far it is. A proof that is refused stops all of them; where the first few
 * all fail for a reason that is not their own the others are named, not tried. Nothing is skipped for having been sent too fast.
 */
export async function sendToMany(
  orders: readonly Order[],
  send: (order: Order) => Promise<readonly Command[] | null>,
  onProgress: (sent: Sent) => void,
  pause: (durationMs: number) => Promise<void> = (durationMs) =>
    new Promise((resolve) => setTimeout(resolve, durationMs)),
): Promise<Sent> {
  const commands: Command[] = []
  const skipped: Skipped[] = []
  const reportSent = (sent: number): Sent => ({
    commands: [...commands],
    skipped: [...skipped],
    sent,
    total: orders.length,
  })
  let general = 0
  for (const [index, order] of orders.entries()) {
    let thrown: unknown = null
    try {
      const made = await sendPatiently(order, send, pause)
      if (made !== null) {
        commands.push(...made)
        onProgress(reportSent(index + 1))
        continue
      }
    } catch (caught) {
      thrown = caught
    }
    skipped.push({ id: order.id, name: order.name, thrown })
    if (thrown !== null && !isAboutOne(toApiError(thrown))) general++
    if (thrown === null || (general >= hopelessAfter && commands.length === 0)) {
      skipped.push(...orders.slice(index + 1).map(({ id, name }) => ({ id, name, thrown })))
      break
    }
    onProgress(reportSent(index + 1))
  }
  const end = reportSent(orders.length)
  onProgress(end)
  return end
}

async function sendPatiently(
  order: Order,
  send: (order: Order) => Promise<readonly Command[] | null>,
  pause: (durationMs: number) => Promise<void>,
): Promise<readonly Command[] | null> {
  for (let pauses = 0; ; pauses++) {
    try {
      return await send(order)
    } catch (caught) {
      if (toApiError(caught).status !== 429 || pauses === mostPauses) throw caught
      await pause(pauseMs)
    }
  }
}
