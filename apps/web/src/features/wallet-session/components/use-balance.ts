import { profileEndpoints } from '@shipminer/contract/account/profile'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { formatBaseUnits } from '../wallets/base-units.ts'

/** How often a balance in view is fetched, ms (docs/product.md 9.4). */
export const balanceRefreshMs = 10_000

/** The balance of a linked wallet as text; undefined while it is on its way, null where it is not known. */
export function useBalance(address: string): string | null | undefined {
  const language = useLanguage()
  const [balance, setBalance] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const text = await callEndpoint(profileEndpoints.walletBalance, {
        params: { address },
        signal: controller.signal,
      }).then(
        ({ balance: found }) => {
          const amount = found && formatBaseUnits(language, found.baseUnits, found.decimals)
          return found && amount ? `${amount}\u00a0${found.symbol}` : null
        },
        // An old balance must not pass for the present one.
        () => null,
      )
      if (!controller.signal.aborted) setBalance(text)
    }
    look()
    const timer = setInterval(look, balanceRefreshMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [address, language])
  return balance
}
