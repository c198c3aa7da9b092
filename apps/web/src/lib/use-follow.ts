import { useEffect, useRef, useState } from 'react'
import { createFollower, type Followed, type FollowOptions } from './follow.ts'

/**
 * `createFollower` for a component: `key` names what is followed, null nothing yet. `look` may bring another way to fetch, which counts
 * once.
 */
export function useFollow<T>(
  key: string | null,
  options: Pick<FollowOptions<T>, 'load' | 'nextLookMs'> & { first?: T | null },
): Followed<T> & { look: (load?: () => Promise<T>) => void; replace: (data: T) => void } {
  const [seen, setSeen] = useState<Followed<T>>({ data: options.first ?? null, error: null, isBusy: false })
  const latest = useRef(options)
  latest.current = options
  const follower = useRef<ReturnType<typeof createFollower<T>> | null>(null)

  useEffect(() => {
    if (key === null) return
    const own = createFollower<T>({
      load: () => latest.current.load(),
      nextLookMs: (now) => latest.current.nextLookMs(now),
      isHidden: () => document.hidden,
      later: (task, delayMs) => {
        const timer = setTimeout(task, delayMs)
        return () => clearTimeout(timer)
      },
      onChange: setSeen,
    })
    follower.current = own
    const onVisibility = () => own.visibilityChanged()
    document.addEventListener('visibilitychange', onVisibility)
    const { first } = latest.current
    if (first) own.replace(first)
    else own.look()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      own.end()
      follower.current = null
    }
  }, [key])

  return {
    ...seen,
    look: (load) => void follower.current?.look(load),
    replace: (data) => follower.current?.replace(data),
  }
}
