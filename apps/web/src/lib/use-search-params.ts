import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Next = URLSearchParams | ((before: URLSearchParams) => URLSearchParams)

/** The query of the address, and how to change it. The router's own hook carries 4 kB of data-loading code along. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: Next, options?: { replace?: boolean }) => void,
] {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback(
    (next: Next, options: { replace?: boolean } = {}) => {
      const changed = typeof next === 'function' ? next(new URLSearchParams(search)) : next
      navigate({ search: changed.toString(), hash }, options)
    },
    [search, hash, navigate],
  )
  return [params, setParams]
}
