import { HDKey } from '@scure/bip32'
import { p2wpkh } from '@scure/btc-signer'
import { totpCode, totpStep } from '../../src/modules/operators/totp.ts'
import { bitcoinNetworks } from '../../src/modules/payments/payments.port.ts'
import type { Store } from '../../src/platform/db/store.ts'
import { type TestApp, type TestClient, testClient } from '../build-test-app.ts'
import { signUpOperator } from '../operator.ts'

const testVersions = { public: 0x043587cf, private: 0x04358394 }

/** A wallet of the tests with its account m/84'/1'/0': the public key for the server, with its origin, and the private one for signing. */
export function payoutWallet(seed = 7) {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, seed), testVersions)
  const account = master.derive("m/84'/1'/0'")
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0')
  return {
    master,
    account,
    fingerprint,
    publicKey: `[${fingerprint}/84h/1h/0h]${account.publicExtendedKey}`,
    privateDescriptor: (branch: 0 | 1) =>
      `wpkh([${fingerprint}/84h/1h/0h]${account.privateExtendedKey}/${branch}/*)`,
    addressAt: (branch: 0 | 1, index: number) =>
      p2wpkh(account.deriveChild(branch).deriveChild(index).publicKey as Uint8Array, bitcoinNetworks.regtest)
        .address as string,
  }
}

const others = payoutWallet(100)
/** Someone else's address. */
export function regtestAddress(number: number): string {
  return others.addressAt(0, number)
}

/** An operator with a proven second factor. */
export async function provenOperator(app: TestApp): Promise<TestClient> {
  const client = testClient(app)
  const { secret } = await signUpOperator(app, client)
  const answer = await client.post('/desk/second-factor', {
    code: totpCode(secret, totpStep(app.clock.now())),
  })
  if (answer.status !== 200) throw new Error('the second factor was not taken')
  return client
}

/** An owner who was paid by pools, with a payout address that counts (null: none). */
export async function paidOwner(
  app: TestApp,
  { name, receivedSat, address }: { name: string; receivedSat: number; address: string | null },
): Promise<{ id: string; client: TestClient }> {
  lastOwner += 1
  const user = await app.store.db
    .insertInto('users')
    .values({ name, email: `owner${lastOwner}@rederij.nl` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const client = testClient(app)
  client.token = (await app.sessions.open({ userId: user.id, binding: null })).token
  await receive(app.store, user.id, receivedSat, new Date(app.clock.now()))
  if (address !== null) await setPayoutAddress(app, user.id, address)
  return { id: user.id, client }
}

let lastOwner = 0
let lastReceipt = 0

/** A pool pays an owner. */
export async function receive(
  store: Store,
  userId: string,
  amountSat: number,
  at: Date,
  more: { coin?: 'BTC' | 'BCH'; paidTo?: 'provider' | 'owner' } = {},
): Promise<void> {
  lastReceipt += 1
  await store.db
    .insertInto('receipts')
    .values({
      userId,
      coin: more.coin ?? 'BTC',
      amountSat,
      at,
      source: 'pool-csv',
      paidTo: more.paidTo ?? 'provider',
      reference: `line ${lastReceipt}`,
      importedAt: at,
    })
    .execute()
}

/** An address that has counted for a day; one that counts later with `inMs`. */
export async function setPayoutAddress(
  app: TestApp,
  userId: string,
  address: string,
  inMs = -86_400_000,
): Promise<void> {
  const at = new Date(app.clock.now() + Math.min(0, inMs))
  await app.store.db
    .insertInto('payoutAddressEvents')
    .values({ userId, kind: 'requested', address, at, countsAt: new Date(app.clock.now() + inMs) })
    .execute()
}
