import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { orderKeys, readOrderKey } from './order-keys.ts'

/** The key of an order or offer: from the link that led here, out of the address at once, or kept from before. Undefined until it was looked for. */
export function useLinkKey(id: string): string | null | undefined {
  const { hash } = useLocation()
  const [key, setKey] = useState<string | null>()
  useLayoutEffect(() => {
    const brought = readOrderKey(hash)
    if (brought !== null) orderKeys.set(id, brought)
    if (readOrderKey(location.hash) !== null)
      history.replaceState(history.state, '', location.pathname + location.search)
    setKey(orderKeys.get(id))
  }, [id, hash])
  return key
}
