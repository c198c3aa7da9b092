import { readFile, stat } from 'node:fs/promises'
import { parseCoinAmount } from '@shipminer/domain/revenue/parse-coin-amount'
import { parsePayoutTime } from '@shipminer/domain/revenue/parse-payout-time'
import { minedCoins, poolHost } from '@shipminer/domain/revenue/pool-coin'
import * as z from 'zod'
import { recordPayout, takeBackReceipt } from '../modules/payouts/payouts.port.ts'
import { listPoolProfiles, removePoolProfile, savePoolProfile } from '../modules/pools/pools.port.ts'
import {
  findUser,
  type ImportedPayment,
  importOnChain,
  importPoolCsv,
  isPayoutAddress,
  listOwnedShips,
  listReceipts,
  readBalance,
} from '../modules/revenue/revenue.port.ts'
import { parseBitcoinAddress } from '../modules/wallet-auth/wallet-auth.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import type { Store } from '../platform/db/store.ts'

const mostBytes = 20_000_000
/** Rows a list shows. */
const listed = 200

const flag = z
  .enum(['', 'yes', 'no'])
  .optional()
  .transform((text) => text === '' || text === 'yes')
const user = z.string().min(3).max(254).describe('e-mail address or id')
const ship = z.string().min(1).max(120).optional()
const paidTo = z.enum(['provider', 'owner']).optional()
const coin = z.enum(minedCoins)
const amount = z.string().transform((text, context) => {
  const parsed = parseCoinAmount(text, 'coin')
  if (parsed.ok) return parsed.sat
  context.addIssue({ code: 'custom', message: parsed.reason })
  return z.NEVER
})
const moment = z.string().transform((text, context) => {
  const parsed = parsePayoutTime(text)
  if (parsed.ok) return new Date(parsed.at)
  context.addIssue({ code: 'custom', message: parsed.reason })
  return z.NEVER
})
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'percent with at most two decimals, e.g. 2 or 1.5')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((basisPoints) => basisPoints <= 10_000, 'at most 100')

const inCoins = (sat: number | null) => (sat === null ? null : (sat / 1e8).toFixed(8))

const paidOutWarning =
  'this was paid out already, or is kept in a run that waits: the owner has more than their share now'

type RevenueCommandDeps = {
  store: Store
  clock: () => number
  /** Esplora's base address; null: none is configured. */
  esploraUrl: string | null
  fetch?: typeof globalThis.fetch
}

/** What pools really paid, what was paid out of it, and what is known of pools, from the operator's shell. */
export function createRevenueCommands(deps: RevenueCommandDeps): AdminCommands {
  return { ...importCommands(deps), ...balanceCommands(deps), ...poolCommands(deps) }
}

/** Payments of pools, from their files and from the chain. */
function importCommands(deps: RevenueCommandDeps): AdminCommands {
  const { store, clock, fetch = globalThis.fetch } = deps
  return {
    'revenue:import-csv': adminCommand({
      describe:
        'Import a pool\'s file of payments: --user anna@rederij.nl --file payouts.csv [--coin BTC|BCH|BSV] [--paid-to provider|owner] [--ship "Ms Aurora"] [--dry-run]. Twice changes nothing',
      args: z.strictObject({
        user,
        file: z.string().min(1).max(4_000),
        coin: coin.optional(),
        'paid-to': paidTo,
        ship,
        'dry-run': flag,
      }),
      async run(args) {
        const userId = await findOwner(store, args.user)
        if ((await stat(args.file)).size > mostBytes) throw new Error('the file is larger than 20 MB')
        const text = await readFile(args.file, 'utf8')
        const shipId = await findShip(store, userId, args.ship)
        return present(
          await importPoolCsv(
            { store, clock },
            {
              userId,
              shipId,
              text,
              coin: args.coin,
              paidTo: args['paid-to'] ?? 'provider',
              dryRun: args['dry-run'],
            },
          ),
        )
      },
    }),
    'revenue:import-onchain': adminCommand({
      describe:
        'Import what the chain paid to an address: --user anna@rederij.nl --address bc1… [--paid-to provider|owner] [--ship "Ms Aurora"] [--dry-run]. Payments to the owner\'s payout address count as paid to the owner; for others say --paid-to. Payouts of the provider are left out',
      args: z.strictObject({
        user,
        address: z.string().min(1).max(200),
        'paid-to': paidTo,
        ship,
        'dry-run': flag,
      }),
      async run(args) {
        if (deps.esploraUrl === null) throw new Error('BITCOIN_ESPLORA_URL is not set')
        const userId = await findOwner(store, args.user)
        const address = parseBitcoinAddress(args.address)
        if (address === null) throw new Error(`${args.address} is no Bitcoin address`)
        const isOwners = await isPayoutAddress(store, userId, address)
        const to = args['paid-to'] ?? (isOwners ? 'owner' : null)
        if (to === null)
          throw new Error(
            'this is no payout address of the owner: say whose it is with --paid-to provider or owner',
          )
        const shipId = await findShip(store, userId, args.ship)
        return present(
          await importOnChain(
            { store, clock, fetch, esploraUrl: deps.esploraUrl },
            { userId, shipId, address, paidTo: to, dryRun: args['dry-run'] },
          ),
        )
      },
    }),
  }
}

/** What an owner received and is owed. */
function balanceCommands(deps: RevenueCommandDeps): AdminCommands {
  const { store, clock } = deps
  return {
    'revenue:record-payout': adminCommand({
      describe:
        'Note that the provider paid an owner: --user anna@rederij.nl --btc 0.0123 [--txid …] [--at 2026-11-20] [--note "week 47"]. A transaction counts once',
      args: z.strictObject({
        user,
        btc: amount,
        txid: z
          .string()
          .toLowerCase()
          .regex(/^[0-9a-f]{64}$/, '64 hex digits')
          .optional(),
        at: moment.optional(),
        note: z.string().trim().min(1).max(200).optional(),
      }),
      async run({ user: emailOrId, btc, txid, at, note }) {
        const userId = await findOwner(store, emailOrId)
        const now = new Date(clock())
        const payout = {
          userId,
          amountSat: btc,
          paidAt: at ?? now,
          txid: txid ?? null,
          note: note ?? null,
          recordedAt: now,
        }
        const isNew = await store.db.transaction().execute((trx) => recordPayout(trx, payout))
        const { balanceSat } = await readBalance(store.db, userId)
        return { recorded: isNew ? 'yes' : 'known', amountBtc: inCoins(btc), balanceBtc: inCoins(balanceSat) }
      },
    }),
    'revenue:balance': adminCommand({
      describe: 'What an owner is owed, in BTC: --user anna@rederij.nl. Estimates are not in it',
      args: z.strictObject({ user }),
      async run({ user: emailOrId }) {
        const balance = await readBalance(store.db, await findOwner(store, emailOrId))
        return {
          receivedBtc: inCoins(balance.receivedSat),
          ofThatByOwnerBtc: inCoins(balance.receivedByOwnerSat),
          ownerShareBtc: inCoins(balance.ownerShareSat),
          paidOutBtc: inCoins(balance.paidOutSat),
          balanceBtc: inCoins(balance.balanceSat),
        }
      },
    }),
    'revenue:receipts': adminCommand({
      describe: 'The newest payments of pools to an owner: --user anna@rederij.nl',
      args: z.strictObject({ user }),
      run: async ({ user: emailOrId }) =>
        (await listReceipts(store.db, await findOwner(store, emailOrId), listed)).map(
          ({ amountSat, ...receipt }) => ({
            ...receipt,
            amount: inCoins(amountSat),
          }),
        ),
    }),
    'revenue:remove-receipt': adminCommand({
      describe: 'Take back a payment that was imported by mistake: --user anna@rederij.nl --id 17',
      args: z.strictObject({ user, id: z.string().regex(/^[1-9]\d{0,18}$/) }),
      async run({ user: emailOrId, id }) {
        const userId = await findOwner(store, emailOrId)
        const taken = await store.db
          .transaction()
          .execute((trx) => takeBackReceipt(trx, userId, { id, isChecked: false }))
        if (taken?.kind !== 'done') throw new Error(`the user has no receipt ${id}`)
        const { amountSat, ...receipt } = taken.receipt
        return {
          removed: id,
          ...receipt,
          amount: inCoins(amountSat),
          // The desk refuses it; anyone at the shell is expected to know.
          ...(taken.isPaidOut && { warning: paidOutWarning }),
        }
      },
    }),
  }
}

/** What is known of an owner’s pools. */
function poolCommands(deps: RevenueCommandDeps): AdminCommands {
  const { store, clock } = deps
  return {
    'revenue:pool': adminCommand({
      describe:
        "Describe an owner's pool: --user anna@rederij.nl --host bch.pool.example --coin BTC|BCH|BSV --mode pooled|solo [--fee 1.5]. --forget takes it back; without a host it lists them",
      args: z.strictObject({
        user,
        host: z.string().min(1).max(253).optional(),
        coin: coin.optional(),
        mode: z.enum(['pooled', 'solo']).optional(),
        fee: percent.optional(),
        forget: flag,
      }),
      async run({ user: emailOrId, host: written, forget, ...profile }) {
        const userId = await findOwner(store, emailOrId)
        if (written === undefined) return listPoolProfiles(store.db, userId)
        const host = poolHost(written)
        if (host === null) throw new Error(`${written} is no host`)
        if (forget) {
          if (!(await removePoolProfile(store.db, userId, host)))
            throw new Error(`nothing is noted of ${host}`)
          return { host, forgotten: true }
        }
        if (!profile.coin || !profile.mode) throw new Error('say --coin and --mode')
        const saved = {
          host,
          coin: profile.coin,
          mode: profile.mode,
          feeBasisPoints: profile.fee ?? null,
        }
        await savePoolProfile(store.db, userId, saved, new Date(clock()))
        return saved
      },
    }),
  }
}

async function findOwner(store: Store, emailOrId: string): Promise<string> {
  const userId = await findUser(store.db, emailOrId)
  if (userId === null) throw new Error(`there is no user ${emailOrId}`)
  return userId
}

/** A ship of the owner, by name or id. */
async function findShip(store: Store, userId: string, nameOrId: string | undefined): Promise<string | null> {
  if (nameOrId === undefined) return null
  const found = (await listOwnedShips(store.db, userId)).filter(
    ({ id, name }) => id === nameOrId || name.toLowerCase() === nameOrId.toLowerCase(),
  )
  const [only] = found
  if (found.length !== 1 || !only)
    throw new Error(`the user has ${found.length === 0 ? 'no ship' : 'several ships'} ${nameOrId}`)
  return only.id
}

function present(payments: readonly ImportedPayment[]) {
  return payments.map(({ amountSat, code: _code, cell: _cell, ...payment }) => ({
    ...payment,
    amount: inCoins(amountSat),
  }))
}
