import * as z from 'zod'
import { endCommandKey, listCommandKeys, rotateCommandKey } from '../modules/control/control.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'

/** Keys that sign orders to boxes; changed while servers run. */
export function createKeyCommands(deps: {
  store: Store
  secretKey: Buffer
  clock: () => number
}): AdminCommands {
  const logger = { info: () => undefined, warn: console.warn, error: console.error }
  return {
    'keys:list': adminCommand({
      describe: 'The keys that sign orders to boxes, and how many boxes had which when they last connected',
      args: z.strictObject({}),
      run: () => listCommandKeys(deps),
    }),
    'keys:rotate': adminCommand({
      describe:
        'Sign orders to boxes with a new key. Boxes on the line take it at once, others when they come back; make a backup afterwards',
      args: z.strictObject({}),
      run: () => rotateCommandKey({ ...deps, logger }),
    }),
    'keys:end': adminCommand({
      describe:
        'Sign nothing with a key any more: --key <base64, of keys:list> [--even-if-used yes, while boxes have no other]',
      args: z.strictObject({ key: z.string().length(44), 'even-if-used': z.literal('yes').optional() }),
      run: ({ key, 'even-if-used': evenIfUsed }) =>
        endCommandKey(deps, key, { evenIfUsed: evenIfUsed === 'yes' }),
    }),
  }
}
