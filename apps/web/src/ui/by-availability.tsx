import type { ReactNode } from 'react'

/**
 * One thing for a product that is still to come and another for one that can be ordered. While the page is built both are there between
 * marks, of which the server leaves what is true when the page is asked for.
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
