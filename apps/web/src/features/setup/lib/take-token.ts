/**
 * The token behind the `#` of a mail's link, where no server log ever sees it. It is taken out of the address bar, so that it stays in
 * no history and no screenshot.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token || null
}
