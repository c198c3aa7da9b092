import type { Config } from '../../config.ts'
import { rateSourceOf } from '../../payment-config.ts'

/** The settings of coin payments as their module takes them. */
export function paymentSettings(config: Config) {
  return {
    bitcoinXpub: config.BITCOIN_XPUB ?? null,
    bitcoinNetwork: config.BITCOIN_NETWORK,
    bitcoinRpcUrls: config.BITCOIN_RPC_URL,
    esploraUrls: config.PAYMENT_ESPLORA_URL,
    evmXpub: config.EVM_XPUB ?? null,
    evmChains: config.EVM_CHAINS,
    evmTokens: config.EVM_TOKENS,
    rateSources: config.PAYMENT_RATE_SOURCES.map(rateSourceOf),
    quoteMinutes: config.PAYMENT_QUOTE_MINUTES,
    tolerance: { permille: config.PAYMENT_TOLERANCE_PERMILLE, maxCents: config.PAYMENT_TOLERANCE_CENTS },
    receivingFourEyes: config.RECEIVING_FOUR_EYES,
    twoSourcesFromCents: config.PAYMENT_TWO_SOURCES_FROM_CENTS,
  }
}
