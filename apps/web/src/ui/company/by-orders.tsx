import type { ReactNode } from 'react'
import { areOrdersOpen } from '../../config/env.ts'

/**
 * One thing while orders are accepted and another while they are not. The built page holds both between marks; the server keeps the one
 * that is true when the page is requested.
 */
export function ByOrders({
  open,
  closed,
  isOpen,
}: {
  open: ReactNode
  closed: ReactNode
  /** What is known since the page was requested. */
  isOpen?: boolean | undefined
}): ReactNode {
  if (typeof document !== 'undefined') return (isOpen ?? areOrdersOpen()) ? open : closed
  return (
    <>
      __ORDERS__
      {open}
      __CLOSED__
      {closed}
      __END_ORDERS__
    </>
  )
}
