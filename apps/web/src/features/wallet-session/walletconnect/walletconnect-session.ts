/** What is used of a WalletConnect session (its wallet writes it, so nothing of it is believed unread). */
export type RemoteSession = {
  topic: string
  /** What the person allowed, in the wallet's order; never empty. */
  accounts: readonly RemoteAccount[]
  /** Opens the wallet's app; null where it names no way. */
  appUrl: string | null
}
export type RemoteAccount = { chainId: number; address: string }

/** A session as the client keeps it; null when it holds no Ethereum account. */
export function readSession(value: unknown): RemoteSession | null {
  const { topic, namespaces, peer } = record(value)
  const accounts = readAccounts(record(record(namespaces).eip155).accounts)
  if (typeof topic !== 'string' || accounts.length === 0) return null
  const { universal, native } = record(record(record(peer).metadata).redirect)
  return { topic, accounts, appUrl: safeAppUrl(universal) ?? safeAppUrl(native) }
}

/** CAIP-10 accounts of Ethereum; others are passed over. */
export function readAccounts(value: unknown): RemoteAccount[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => {
    const [, chainId, address] =
      (typeof entry === 'string' && /^eip155:(\d{1,15}):(0x[0-9a-fA-F]{40})$/.exec(entry)) || []
    return chainId && address ? [{ chainId: Number(chainId), address }] : []
  })
}

/** A chain id as wallets write it: number, decimal or hexadecimal text, or CAIP-2. */
export function readChainId(value: unknown): number | null {
  const text = typeof value === 'string' ? value.replace(/^eip155:/, '') : value
  const chainId = typeof text === 'string' && text !== '' ? Number(text) : text
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null
}

/** A wallet may name any address as its own; only `https:` and schemes of apps are links here. */
function safeAppUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 300) return null
  const scheme = /^([a-z][a-z0-9.+-]*):\/\//i.exec(value)?.[1]?.toLowerCase()
  const refused = ['http', 'javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'ws', 'wss', 'ftp']
  return scheme && !refused.includes(scheme) ? value : null
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
