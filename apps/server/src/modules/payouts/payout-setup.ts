import { type BitcoinNetwork, createHttpJson, createJsonRpc } from '../payments/payments.port.ts'
import { type PayoutAccount, parsePayoutAccount } from './payout-account.ts'
import { createCorePayoutSource } from './sources/core-payout-source.ts'
import { createEsploraPayoutSource } from './sources/esplora-payout-source.ts'
import type { PayoutSource } from './sources/payout-source.ts'

export type PayoutSettings = {
  xpub: string | null
  network: BitcoinNetwork
  /** Most trusted first. */
  rpcUrls: readonly string[]
  esploraUrls: readonly string[]
}

const timeoutMs = 15_000
/** Scanning the whole UTXO set takes a node a minute or more. */
const scanTimeoutMs = 240_000
const answerBytes = 64 * 1024 * 1024

/** Account and source from the settings, or a sentence about what is wrong with them. Our own node goes before servers of others. */
export function setUpPayouts(
  settings: PayoutSettings,
  { fetch }: { fetch: typeof globalThis.fetch },
): { ok: true; account: PayoutAccount | null; source: PayoutSource | null } | { ok: false; problem: string } {
  const [rpcUrl] = settings.rpcUrls
  const [esploraUrl] = settings.esploraUrls
  const http = (url: string, limitMs: number) =>
    createHttpJson(url, { fetch, timeoutMs: limitMs, maxBytes: answerBytes })
  const source =
    rpcUrl !== undefined
      ? createCorePayoutSource(new URL(rpcUrl).host, {
          rpc: createJsonRpc(http(rpcUrl, timeoutMs)),
          scan: createJsonRpc(http(rpcUrl, scanTimeoutMs)),
        })
      : esploraUrl !== undefined
        ? createEsploraPayoutSource(new URL(esploraUrl).host, http(esploraUrl, timeoutMs))
        : null
  if (settings.xpub === null) return { ok: true, account: null, source }
  const parsed = parsePayoutAccount(settings.xpub, settings.network)
  return parsed.ok
    ? { ok: true, account: parsed.account, source }
    : { ok: false, problem: `PAYOUT_XPUB: ${parsed.problem}` }
}
