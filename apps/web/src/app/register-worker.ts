/** The part of Trusted Types that is used here; not every browser has it. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

const address = '/sw.js'

/** Registers the service worker that has the offline page ready. Without one, or where the browser refuses, all else stays as it is. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // The policy of the page lets no plain text become a script's address; this is the one there is.
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address })
  await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address)
}
