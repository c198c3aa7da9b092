import type { ReactNode } from 'react'

/**
 * One thing for a product that is still to come and another for one that can be ordered. The built page holds both between
 * marks; the server keeps the one that is true when the page is requested.
 */
export function ByAvailability({
  id,
  isLater,
  later,
  now,
}: {
  id: string
  isLater: boolean
  later: ReactNode
  now: ReactNode
}): ReactNode {
  if (typeof document !== 'undefined') return isLater ? later : now
  return (
    <>
      {`__LATER_${id}__`}
      {later}
      {`__ELSE_${id}__`}
      {now}
      {`__END_${id}__`}
    </>
  )
}
