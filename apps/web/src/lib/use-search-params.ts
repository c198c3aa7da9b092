import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Next = URLSearchParams | ((before: URLSearchParams) => URLSearchParams)

/**
 * The query of the address, and how to change it: a function is given what the address has now, which may be more than was drawn, so that two
 * changes at once are both kept. The router's own hook does not do that, and carries 4 kB of data-loading code along.
 */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: Next, options?: { replace?: boolean }) => void,
] {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback(
    (next: Next, options: { replace?: boolean } = {}) => {
      const changed = typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next
      navigate({ search: changed.toString(), hash }, options)
    },
    [hash, navigate],
  )
  return [params, setParams]
}
