import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, testClient } from '../../../../test/build-test-app.ts'
import { watchMarkedRows } from '../../../../test/marked-rows.ts'
import { signUpProvenOperator } from '../../../../test/operator.ts'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { namedAccount } from '../../operators/operators.port.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { readPayments } from '../desk-payments.service.ts'
import { listProposals } from './desk-proposals.service.ts'
import { tellOfHeldAccounts } from './held-accounts.job.ts'

describeEachEngine('accounts that wait for two operators', ({ store }) => {
  let app: TestApp
  const [ill, well] = [namedAccount('bank', 'NL00ILL'), namedAccount('BTC', 'bc1qwell')]
  const mail = {
    productName: 'Shipminer',
    publicUrl: 'https://shipminer.example',
    company: { name: null, address: null, kvk: null, vatId: null },
    providerEmail: null,
  }
  const coins = { given: 0, longestUnused: 0, usualGap: 20, mayReceive: false }
  const tell = (unconfirmedAccounts: () => Promise<(typeof ill)[]>) =>
    tellOfHeldAccounts({
      ...{ store: store(), clock: app.clock.now, randomBytes, mail, unconfirmedAccounts },
      payments: { accounts: async () => [{ ...well, asset: 'BTC', ...coins }] },
    })
  const told = async () =>
    (
      await store().db.selectFrom('deskAudit').select('reason').where('action', '=', 'account.hold').execute()
    ).map(({ reason }) => reason)
  const mails = () =>
    store().db.selectFrom('mails').select('subject').where('messageId', 'like', 'eyes.%').execute()

  beforeAll(async () => {
    await resetTestStore(store())
    app = await buildTestApp(store())
    const { user } = await signUpProvenOperator(app, testClient(app), 'owner')
    const known = { email: 'anna@desk.example', emailVerifiedAt: new Date(app.clock.now()) }
    await store().db.updateTable('users').set(known).where('id', '=', user.id).execute()
    return () => app.server.close()
  })

  test('one that cannot be told of keeps nobody from being told of the others, is named, and is told of later', async () => {
    const rows = await watchMarkedRows(store(), { ill: [ill.firstAddress] })
    await rows.refuse('ill')
    await expect(tell(async () => [ill])).rejects.toThrow('1 of 2 failed: bank: ')
    expect(await told()).toEqual([well.firstAddress])
    await rows.stop()
    await tell(async () => [ill])
    expect(await told()).toEqual([well.firstAddress, ill.firstAddress])
    expect(await mails()).toHaveLength(2)
  })

  const other = namedAccount('BTC', 'bc1qother')
  const noBank = () => Promise.reject(new Error('the settings name no bank'))
  const noCoins = {
    exceptions: async () => ({ exceptions: [], total: 0 }),
    accounts: () => Promise.reject(new Error('no such key')),
  }
  const otherCoin = { accounts: async () => [{ ...other, asset: 'BTC' as const, ...coins }] }

  test('neither do some that cannot be read', async () => {
    await expect(
      tellOfHeldAccounts({
        ...{ store: store(), clock: app.clock.now, randomBytes, mail },
        ...{ unconfirmedAccounts: noBank, payments: otherCoin },
      }),
    ).rejects.toThrow('1 of 2 failed: accounts for transfers and payouts: the settings name no bank')
    expect(await told()).toContain(other.firstAddress)
  })

  describe('at the desk, when some cannot be read,', () => {
    const logged: string[] = []
    const note = (_: object, message: string) => void logged.push(message)
    const logger = { info: note, warn: note, error: note }
    const operator = { userId: crypto.randomUUID(), name: 'Bas', role: 'owner' as const }
    const list = (deps: Pick<Parameters<typeof listProposals>[0], 'unconfirmedAccounts' | 'payments'>) =>
      listProposals({ store: store(), logger, ...deps }, operator)

    test('the others are listed, and what could not be read is named and logged', async () => {
      expect(await list({ unconfirmedAccounts: noBank, payments: otherCoin })).toMatchObject({
        proposals: [{ what: { kind: 'account', asset: 'BTC', firstAddress: other.firstAddress } }],
        unreadAccounts: ['transfers'],
      })
      expect(await list({ unconfirmedAccounts: async () => [ill], payments: noCoins })).toMatchObject({
        proposals: [{ what: { kind: 'account', asset: 'bank', firstAddress: ill.firstAddress } }],
        unreadAccounts: ['coins'],
      })
      expect(logged).toEqual(['accounts for transfers and payouts not read', 'accounts for coins not read'])
    })

    test('the payments are shown without the accounts for coins', async () => {
      const reading = { numbersOf: async () => new Map() } as unknown as DeskDeps['reading']
      const watcherReports = async () => []
      const { now: clock } = app.clock
      const deps = { clock, logger, reading, watcherReports, payments: noCoins }
      expect(await readPayments(deps, {})).toMatchObject({ exceptions: [], watchers: [], accounts: null })
    })
  })
})
