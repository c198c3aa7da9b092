import type { ReactNode } from 'react'
import { areOrdersOpen } from '../config/env.ts'

/**
 * One thing while orders are accepted and another while they are not. The built page holds both between marks; the server keeps the one
 * that is true when the page is requested.
 */
export function ByOrders({ open, closed }: { open: ReactNode; closed: ReactNode }): ReactNode {
  if (typeof document !== 'undefined') return areOrdersOpen() ? open : closed
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
