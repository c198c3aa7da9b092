import type { KeyObject } from 'node:crypto'
import { type FirmwareOrder, FirmwareOrderSchema } from '@shipminer/contract/control/firmware'
import { checkSigned } from '../commands/signed-order.ts'

export type FirmwareOrderCheck =
  | { ok: true; order: FirmwareOrder }
  | { ok: false; reason: 'no-key' | 'bad-signature' | 'malformed' | 'not-for-us' }

/** Whether an order for firmware is one of the server's for this controller, by the key of its commands. Expiry is checked when it is new. */
export function checkFirmwareOrder(
  { order, signature }: { order: string; signature: string },
  board: { commandKeys: () => readonly KeyObject[]; controllerId: string },
): FirmwareOrderCheck {
  const keys = board.commandKeys()
  if (keys.length === 0) return { ok: false, reason: 'no-key' }
  return checkSigned(order, signature, keys, board.controllerId, FirmwareOrderSchema)
}
