import { createECDH } from 'node:crypto'
import type { Queryable, Store } from '../../../platform/db/store.ts'
import type { SecretKey } from '../../../platform/secret-key/secret-key.ts'

/** Contact address that push services may use to reach us. */
export const pushContact = ({
  providerEmail,
  publicUrl,
}: {
  providerEmail: string | null
  publicUrl: string
}) => (providerEmail ? `mailto:${providerEmail}` : publicUrl)

type PushKeys = { publicKey: string; privateKey: string }

/**
 * Keys by which push services know this installation (RFC 8292), base64url. Browsers subscribe to the public one, so that it outlives the
 * server's own key: made from that once, then kept, sealed.
 */
export async function readPushKeys({
  store,
  secretKey,
}: {
  store: Pick<Store, 'db'>
  secretKey: SecretKey
}): Promise<PushKeys> {
  const kept = await findKey(store.db)
  const opened = kept === null ? null : secretKey.openText(kept)
  if (opened !== null) return keysOf(opened)
  const sealed = secretKey.sealText(firstKey(secretKey))
  // In the place of one that was sealed with a lost key of the server. Of two servers that make the first, one wins.
  if (kept !== null) await replaceKey(store.db, kept, sealed)
  else await insertKey(store.db, sealed)
  return readPushKeys({ store, secretKey })
}

/** Made from the server's own key, as by versions that kept none. */
function firstKey(secretKey: SecretKey): string {
  for (let round = 0; ; round++) {
    const seed = secretKey.seed('shipminer-push-v1', ` ${round}`)
    try {
      createECDH('prime256v1').setPrivateKey(seed)
    } catch {
      // A value above the order of the curve: one in four billion.
      continue
    }
    return seed.toString('base64url')
  }
}

function keysOf(privateKey: string): PushKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey }
}

async function findKey(db: Queryable): Promise<string | null> {
  const row = await db.selectFrom('pushKeys').select('sealedKey').executeTakeFirst()
  return row?.sealedKey ?? null
}

async function insertKey(db: Queryable, sealedKey: string): Promise<void> {
  await db
    .insertInto('pushKeys')
    .values({ sealedKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function replaceKey(db: Queryable, before: string, sealedKey: string): Promise<void> {
  await db.updateTable('pushKeys').set({ sealedKey }).where('sealedKey', '=', before).execute()
}

const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)?push\.apple\.com$/,
]

/** Whether an address is that of a push service of a browser: anything else could be a machine of our own network. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    services.some((service) => service.test(hostname))
  )
}
