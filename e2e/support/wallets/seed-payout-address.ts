/** `node seed-payout-address.ts <folder of the server> <owner> <address>`: a payout address that counts already, in a server that does not run. */
import { openData } from '../open-data.ts'

const [folder = '', userId = '', address = ''] = process.argv.slice(2)
const store = await openData(folder)
const at = new Date(Date.now() - 3 * 86_400_000)
await store.db
  .insertInto('payoutAddressEvents')
  .values({ userId, kind: 'requested', address, at, countsAt: at })
  .execute()
await store.close()
