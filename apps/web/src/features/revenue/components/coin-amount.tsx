import type { Coin } from '@shipminer/contract/revenue'
import { formatNumber, formatSat } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { type Maybe, QuantityText, Value } from '../../../ui/values/value.tsx'

/** An amount of a coin from its whole base units; of Bitcoin small amounts are in satoshi. */
export function CoinAmount({
  sat,
  coin,
  dense = false,
}: {
  sat: Maybe<number>
  coin: Coin
  dense?: boolean
}) {
  const language = useLanguage()
  return (
    <Value of={sat} dense={dense}>
      {(known) => <QuantityText {...formatCoin(language, known, coin)} />}
    </Value>
  )
}

/** Number and unit of an amount. */
export function formatCoin(language: Parameters<typeof formatSat>[0], sat: number, coin: Coin) {
  return coin === 'BTC'
    ? formatSat(language, sat)
    : { text: formatNumber(language, sat / 1e8, 8), unit: coin }
}
