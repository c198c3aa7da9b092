import { createECDH, hkdfSync } from 'node:crypto'

/** Contact address that push services may use to reach us. */
export const pushContact = ({
  providerEmail,
  publicUrl,
}: {
  providerEmail: string | null
  publicUrl: string
}) => (providerEmail ? `mailto:${providerEmail}` : publicUrl)

/** Keys by which push services know this installation (RFC 8292), made from its own key. base64url. */
export function pushKeys(secretKey: Buffer): { publicKey: string; privateKey: string } {
  for (let round = 0; ; round++) {
    const seed = Buffer.from(hkdfSync('sha256', secretKey, '', `shipminer-push-v1 ${round}`, 32))
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(seed)
    } catch {
      // A value above the order of the curve: one in four billion.
      continue
    }
    return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: seed.toString('base64url') }
  }
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
