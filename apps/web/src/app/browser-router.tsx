import { type ReactNode, useLayoutEffect, useRef, useState, useTransition } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router'
import { NextPagePending } from './next-page-pending.ts'

const history = createBrowserHistory({ v5Compat: true })
const navigation = { basename: '/', navigator: history, static: false, useTransitions: undefined, future: {} }

/**
 * What the router's hooks need, on top of the browser's history. The router's own component does the same, but carries 4 kB of route
 * matching and data loading along, which this site does not use: its pages are picked by the table in `pages.ts`. A page stays until the
 * next one has been fetched.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [visit, setVisit] = useState({ location: history.location, navigationType: history.action })
  const [isPending, startTransition] = useTransition()
  const shown = useRef(visit.location.pathname)
  useLayoutEffect(() => {
    shown.current = visit.location.pathname
  }, [visit])
  useLayoutEffect(
    () =>
      history.listen(({ location, action }) => {
        const follow = () => setVisit({ location, navigationType: action })
        // What changes within a page, like a filter that is typed, changes at once.
        if (location.pathname === shown.current) follow()
        else startTransition(follow)
      }),
    [],
  )
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={visit}>
        <NextPagePending value={isPending}>{children}</NextPagePending>
      </LocationContext>
    </NavigationContext>
  )
}
