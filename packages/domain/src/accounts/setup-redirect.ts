/** What the redirect rule looks at. `pathname` is the page now shown. */
export type SetupRedirectInput = {
  isLoading: boolean
  isConnected: boolean
  needsSetup: boolean
  pathname: string
}

/**
 * Where a person must be sent, or null to stay (docs/product.md 4.3): while loading nothing happens; a connected user who needs
 * setup goes to /welcome-setup from any other page; one who does not is sent from there to /dashboard.
 */
export function setupRedirect(input: SetupRedirectInput): '/welcome-setup' | '/dashboard' | null {
  if (input.isLoading || !input.isConnected) return null
  const atSetup = input.pathname.replace(/\/+$/, '') === '/welcome-setup'
  if (input.needsSetup) return atSetup ? null : '/welcome-setup'
  return atSetup ? '/dashboard' : null
}
