import { readFile } from 'node:fs/promises'
import { parseRefundProof, refundWays } from '@shipminer/domain/orders/refund-proof'
import * as z from 'zod'
import {
  type BankDeps,
  bookPayment,
  describeReason,
  importStatement,
  listImports,
  listOpenEntries,
  previewStatement,
  resultWords,
} from '../modules/bank/bank.port.ts'
import { type DeskOrdersPort, sellerDay } from '../modules/orders/orders.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** Rows a list shows. */
const listed = 200
const oldest = { sort: 'bookedOn', isAscending: true, offset: 0, limit: listed } as const

const flag = z
  .enum(['', 'yes', 'no'])
  .optional()
  .transform((text) => text === '' || text === 'yes')

/** Signed euro with two decimals or none. */
const signedEuros = z
  .string()
  .regex(/^-?\d{1,7}(\.\d{2})?$/, 'euro with two decimals or none, e.g. 17500, 249.95 or -250')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((cents) => cents !== 0, 'must not be zero')

const euro = (cents: number) => (cents / 100).toFixed(2)

const EventDataSchema = z.object({
  source: z.string().optional(),
  receivedCents: z.number().optional(),
  to: z.object({ state: z.string(), payment: z.string() }).optional(),
})

type OrderCommandDeps = {
  store: Store
  clock: () => number
  settings: Settings
  /** Null when no server is running: the effects of an order need all of its modules. */
  bank: (BankDeps & { orders: DeskOrdersPort }) | null
}

/** Orders and the money on bank statements, from the operator's shell. */
export function createOrderCommands(deps: OrderCommandDeps): AdminCommands {
  return { ...readingCommands(deps), ...advancingCommands(deps), ...moneyCommands(deps) }
}

function runningBank({ bank }: Pick<OrderCommandDeps, 'bank'>) {
  if (!bank) throw new Error('this command needs the running server')
  return bank
}

/** Whether orders are taken, and what became of them. */
function readingCommands(deps: OrderCommandDeps): AdminCommands {
  const { store, clock, settings } = deps
  return {
    orders: adminCommand({
      describe: 'Whether orders can be placed: [--accept on|off]. Holds for all servers at once',
      args: z.strictObject({ accept: z.enum(['on', 'off']).optional() }),
      async run({ accept }) {
        if (accept !== undefined)
          await settings.write(store.db, 'orders.enabled', accept === 'on', {
            at: new Date(clock()),
            by: 'shell',
          })
        return { accept: (await settings.read(store.db, 'orders.enabled')) ? 'on' : 'off' }
      },
    }),
    'order:list': adminCommand({
      describe: 'The newest orders with state, money and what is left to pay: [--state placed]',
      args: z.strictObject({ state: z.string().max(20).optional() }),
      async run({ state }) {
        let query = store.db
          .selectFrom('orders')
          .select([
            'number',
            'placedAt',
            'state',
            'payment',
            'method',
            'email',
            'grossCents',
            'receivedCents',
            'expiresAt',
          ])
        if (state !== undefined) query = query.where('state', '=', state as never)
        const rows = await query.orderBy('placedAt', 'desc').limit(listed).execute()
        return rows.map(({ grossCents, receivedCents, ...row }) => ({
          ...row,
          totalEuro: euro(grossCents),
          leftEuro: euro(grossCents - receivedCents),
        }))
      },
    }),
    'order:events': adminCommand({
      describe: 'Everything that happened to an order, with amounts and notes: --order SM-2026-000001',
      args: z.strictObject({ order: z.string().min(1).max(40) }),
      async run({ order }) {
        const rows = await store.db
          .selectFrom('orderEvents as e')
          .innerJoin('orders as o', 'o.id', 'e.orderId')
          .select(['e.at', 'e.kind', 'e.actor', 'e.note', 'e.data'])
          .where('o.number', '=', order.toUpperCase())
          .orderBy('e.id')
          .execute()
        if (rows.length === 0) throw new Error(`there is no order ${order}`)
        return rows.map(({ data, note, ...event }) => {
          const { source, receivedCents, to } = EventDataSchema.parse(data)
          return {
            ...event,
            state: to ? `${to.state}, ${to.payment}` : '',
            receivedEuro: receivedCents === undefined ? '' : `${euro(receivedCents)} ${source ?? ''}`,
            note: note ?? '',
          }
        })
      },
    }),
  }
}

/** What the provider does with an order, and refunds that were paid. */
function advancingCommands(deps: OrderCommandDeps): AdminCommands {
  const { clock } = deps
  return {
    'order:advance': adminCommand({
      describe:
        'Take an order further: --order SM-2026-000001 --event agree|schedule|install|complete|cancel|refund [--on 2026-06-01] [--note "…"]',
      args: z
        .strictObject({
          order: z.string().min(1).max(40),
          event: z.enum(['agree', 'schedule', 'install', 'complete', 'cancel', 'refund']),
          on: z.iso.date().optional(),
          note: z.string().trim().max(300).optional(),
        })
        .refine(({ event, on }) => (event === 'schedule') === (on !== undefined), {
          message: 'goes with schedule, and with nothing else',
          path: ['on'],
        }),
      run: ({ order, event, on, note }) =>
        runningBank(deps).orders.advance(order, { event, on: on ?? null, note: note || null }),
    }),
    'refund:list': adminCommand({
      describe: 'Money that is to be paid back, oldest first',
      args: z.strictObject({}),
      run: async () =>
        (await runningBank(deps).orders.openRefunds(listed)).map(({ amountCents, ...refund }) => ({
          ...refund,
          amountEuro: euro(amountCents),
        })),
    }),
    'refund:paid': adminCommand({
      describe:
        'Note that a refund was made: --id <id of refund:list> --way bank|bitcoin|evm --proof <reference or transaction id> [--on 2026-06-01]',
      args: z.strictObject({
        id: z.uuid(),
        way: z.enum(refundWays),
        proof: z.string().max(200),
        on: z.iso.date().optional(),
      }),
      async run({ id, way, proof, on }) {
        const reference = parseRefundProof(way, proof)
        if (reference === null) throw new Error(`${proof} is no proof of a payment by ${way}`)
        const day = on ?? sellerDay(new Date(clock()))
        const { order, paidCents } = await runningBank(deps).orders.payRefund(id, {
          way,
          reference,
          on: day,
          operator: 'shell',
        })
        return { order, paidEuro: euro(paidCents), on: day, proof: reference }
      },
    }),
  }
}

/** Statements of the bank, and money that is booked by hand. */
function moneyCommands(deps: OrderCommandDeps): AdminCommands {
  const { store } = deps
  return {
    'import-statement': adminCommand({
      describe:
        'Import a bank statement (CAMT.052, .053, .054 or MT940): --file statement.xml [--dry-run]. Twice changes nothing; --dry-run only shows',
      args: z.strictObject({ file: z.string().min(1).max(4_000), 'dry-run': flag }),
      async run({ file, 'dry-run': dryRun }) {
        const importer = runningBank(deps)
        const statement = { bytes: await readFile(file), isCompressed: false }
        const { entries, total, counts } = dryRun
          ? await previewStatement(importer, statement)
          : await importStatement(importer, statement, { name: 'shell', operatorId: null })
        // A long one is reported by its sums, as in the list of imports.
        if (total > entries.length) return { entries: total, ...counts }
        return entries.map((entry) => ({
          bookedOn: entry.bookedOn,
          currency: entry.currency,
          from: entry.from ?? '',
          text: entry.text,
          result: resultWords[entry.result],
          orders: entry.matches.map(({ orderNumber }) => orderNumber).join(', '),
          why: describeReason(entry),
          amountEuro: euro(entry.amountCents),
        }))
      },
    }),
    'statement:imports': adminCommand({
      describe: 'The newest imports of statements, at the desk or here: how far each is, and its result',
      args: z.strictObject({}),
      run: async () =>
        (await listImports({ store }, listed)).map(
          ({ id, createdAt, createdBy, state, total, done, statementIds, counts }) => ({
            import: id,
            at: new Date(createdAt),
            by: createdBy,
            statements: statementIds.join(' '),
            state,
            entries: `${done} of ${total}`,
            ...counts,
          }),
        ),
    }),
    'statement:open': adminCommand({
      describe: 'Entries of statements that a person has to look at, oldest first',
      args: z.strictObject({}),
      run: async () =>
        (await listOpenEntries(store.db, oldest)).map((entry) => ({
          entry: entry.id,
          bookedOn: entry.bookedOn,
          amountEuro: euro(entry.amountCents),
          currency: entry.currency,
          from: entry.counterpartyName,
          text: [entry.reference, entry.remittance].filter(Boolean).join(' '),
          why: entry.why,
        })),
    }),
    'book-payment': adminCommand({
      describe:
        'Book money for an order by hand: --order SM-2026-000001 --euro 17500 --reason "card at delivery" [--entry 12]. Negative takes back',
      args: z.strictObject({
        order: z.string().min(1).max(40),
        euro: signedEuros,
        reason: z.string().trim().min(3).max(300),
        entry: z.coerce.number().int().positive().optional(),
      }),
      async run({ order, euro: amountCents, reason, entry }) {
        const booked = await bookPayment(runningBank(deps), {
          orderNumber: order,
          amountCents,
          reason,
          entryId: entry ?? null,
        })
        return { order: booked.order, bookedEuro: euro(booked.bookedCents), bankEuro: euro(booked.bankCents) }
      },
    }),
  }
}
