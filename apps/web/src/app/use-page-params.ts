import { matchPath, useLocation } from 'react-router'

/** The named parts of the address of this page, as `pattern` of `config/paths.ts` names them. */
export function usePageParams(pattern: string): Readonly<Record<string, string | undefined>> {
  const { pathname } = useLocation()
  return matchPath(pattern, pathname)?.params ?? {}
}
