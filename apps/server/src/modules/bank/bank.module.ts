import type { Context } from '../../platform/context.ts'
import type { BankDeps } from './bank.service.ts'
import { statementImportsJob } from './imports.job.ts'

/** The bank's work in the background; its screens are the desk's. */
export function openBank({ store, clock, config }: Context, ports: { orders: BankDeps['orders'] }) {
  const iban = config.bank.example ? null : config.bank.iban
  return { jobs: [statementImportsJob({ store, clock, iban, orders: ports.orders })] }
}
