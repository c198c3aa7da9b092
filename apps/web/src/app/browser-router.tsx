import { type ReactNode, useLayoutEffect, useState } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router'

const history = createBrowserHistory({ v5Compat: true })
const navigation = { basename: '/', navigator: history, static: false, useTransitions: undefined, future: {} }

/**
 * What the router's hooks stand on, over the browser's history. The router's own component does the same, but carries 4 kB of route
 * matching and data loading along, which this site does not use: its pages are picked by the table in `pages.ts`.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [visit, setVisit] = useState({ location: history.location, navigationType: history.action })
  useLayoutEffect(
    () => history.listen(({ location, action }) => setVisit({ location, navigationType: action })),
    [],
  )
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={visit}>{children}</LocationContext>
    </NavigationContext>
  )
}
