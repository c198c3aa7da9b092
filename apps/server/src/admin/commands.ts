import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Config } from '../config.ts'
import type { BankDeps } from '../modules/bank/bank.port.ts'
import { booksSettings } from '../modules/books/books.port.ts'
import { createController } from '../modules/claims/claims.port.ts'
import type { DeskOrdersPort } from '../modules/orders/orders.port.ts'
import type { DeskPaymentsPort } from '../modules/payments/payments.port.ts'
import { openShellReleases } from '../modules/releases/releases.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'
import { mailSenderOf } from '../platform/context.ts'
import type { Store } from '../platform/db/store.ts'
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import type { SecretKey } from '../platform/secret-key/secret-key.ts'
import { createSettings, defaultRunTimeSettings } from '../platform/settings/settings.ts'
import { createBackupCommands } from './backup-commands.ts'
import { createBooksCommands } from './books-commands.ts'
import { createDemoCommands, type DemoStores } from './demo-commands.ts'
import { createDoctorCommand } from './doctor/doctor-command.ts'
import type { Checkup } from './doctor/gather-facts.ts'
import { createKeyCommands } from './key-commands.ts'
import { createOperatorCommands } from './operator-commands.ts'
import { createOrderCommands } from './order-commands.ts'
import { createPaymentCommands } from './payment-commands.ts'
import { createReleaseCommands } from './release-commands.ts'
import { createRevenueCommands } from './revenue-commands.ts'
import { readSettingsTable, settingsTable } from './settings-table.ts'
import { createShopCommands } from './shop-commands.ts'

/** Commands of the operator's shell. To add one: one entry here; `npm run admin` lists it. */
export function createAdminCommands(deps: {
  config: Config
  store: Store
  secretKey: SecretKey
  /** The environment that the settings were read from, to show which of them are defaults. */
  environment: Record<string, string | undefined>
  /** The running server's value; left out when none runs. */
  orders?: BankDeps['orders'] & DeskOrdersPort
  payments?: DeskPaymentsPort
  jobs?: Pick<JobRunner, 'report'>
  past?: DemoStores
  checkup?: Checkup
}): AdminCommands {
  const { store, secretKey, config, orders } = deps
  const iban = config.bank.example ? null : config.bank.iban
  const runTime = createSettings(defaultRunTimeSettings(config))
  return {
    ...(config.DEMO && deps.past
      ? createDemoCommands({
          store,
          past: deps.past,
          clock: Date.now,
          poolFeeBasisPoints: config.POOL_FEE_BASIS_POINTS,
        })
      : {}),
    'controller:create': adminCommand({
      describe:
        'Make a controller: --name "Ms Aurora" [--location "Engine room"]. Prints its id, claim key and one-time enrolment token once',
      args: z.strictObject({
        name: z.string().trim().min(1).max(120),
        location: z.string().trim().min(1).max(160).optional(),
      }),
      run: ({ name, location }) =>
        createController(
          { store, secretKey, randomBytes, clock: Date.now },
          { name, location: location ?? null },
        ),
    }),
    'controller:list': adminCommand({
      describe: 'Every controller with its owner and when it was last seen',
      args: z.strictObject({}),
      run: () =>
        store.db
          .selectFrom('controllers as c')
          .leftJoin('users as u', 'u.id', 'c.ownerId')
          .select([
            'c.id',
            'c.name',
            'c.location',
            'u.name as owner',
            'c.enrolledAt',
            'c.lastSeenAt',
            'c.version',
          ])
          .orderBy('c.createdAt')
          .execute(),
    }),
    ...createOperatorCommands({ store, secretKey, clock: Date.now, mail: mailSenderOf(config) }),
    ...createKeyCommands({ store, secretKey, config, clock: Date.now }),
    ...createShopCommands({ store, clock: Date.now }),
    ...createRevenueCommands({ store, clock: Date.now, esploraUrl: config.BITCOIN_ESPLORA_URL ?? null }),
    ...createOrderCommands({
      store,
      clock: Date.now,
      settings: runTime,
      bank: orders ? { store, clock: Date.now, orders, iban } : null,
    }),
    ...createBooksCommands({ ...booksSettings(config), store, clock: Date.now }),
    ...createPaymentCommands(deps.payments ?? null),
    ...createReleaseCommands(
      openShellReleases({
        store,
        clock: Date.now,
        secretKey,
        releaseKey: config.RELEASE_PUBLIC_KEY ?? null,
        fourEyes: config.RELEASE_FOUR_EYES,
        productName: config.PRODUCT_NAME,
        randomUuid: randomUUID,
        randomBytes,
        mail: mailSenderOf(config),
      }),
    ),
    ...createBackupCommands({ store, dataDir: config.DATA_DIR, clock: Date.now }),
    ...createDoctorCommand({
      secretKey,
      config,
      openStore: async () => store,
      clock: Date.now,
      fetch: globalThis.fetch,
      checkup: deps.checkup ?? null,
    }),
    jobs: adminCommand({
      describe:
        'Every background job of the running server: how often it runs, what it touches, and how it went last',
      args: z.strictObject({}),
      async run() {
        if (!deps.jobs) throw new Error('This needs the running server.')
        return (await deps.jobs.report()).map(({ intervalMs, touches, ...outcome }) => ({
          ...outcome,
          everySeconds: intervalMs / 1000,
          touches: touches.join(', '),
        }))
      },
    }),
    settings: adminCommand({
      describe:
        'Every setting with its value and source (secrets are not shown), whether it is still an example, and what it means',
      args: z.strictObject({}),
      // When no server is running, there may be no database to query either.
      run: async () =>
        store ? readSettingsTable(store.db, runTime, deps.environment) : settingsTable(deps.environment),
    }),
  }
}
