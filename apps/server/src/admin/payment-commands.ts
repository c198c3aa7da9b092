import * as z from 'zod'
import type { DeskPaymentsPort } from '../modules/payments/payments.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'

/** Crypto payments that need a person. `payments` is the running server's; null when none runs. */
export function createPaymentCommands(payments: DeskPaymentsPort | null): AdminCommands {
  const requirePayments = () => {
    if (!payments) throw new Error('This needs the running server.')
    return payments
  }
  return {
    'payment:exceptions': adminCommand({
      describe:
        'Crypto payments a person has to look at: too little, too much, late, wrong network or token, to be given back',
      args: z.strictObject({}),
      run: () => requirePayments().exceptionQueue(),
    }),
    'payment:decide': adminCommand({
      describe:
        'Settle a crypto payment by hand, or mark it invalid: --intent <id> --as completed|failed --reason "refunded in person"',
      args: z.strictObject({
        intent: z.uuid(),
        as: z.enum(['completed', 'failed']),
        reason: z.string().trim().min(3).max(300),
      }),
      async run({ intent, as, reason }) {
        if (!(await requirePayments().decide(intent, as, reason)))
          throw new Error('There is no such payment, or it is confirmed already.')
        return { intent, decided: as }
      },
    }),
  }
}
