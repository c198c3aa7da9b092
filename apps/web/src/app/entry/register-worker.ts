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
const firstWaitMs = 10_000
const longestWaitMs = 600_000

/**
 * Registers the service worker that has the offline page ready. A server that goes away meanwhile leaves none behind: then it is tried again
 * for as long as the page is open. Where the browser refuses, all else stays as it is.
 */
export function registerWorker(wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))) {
  if (!('serviceWorker' in navigator)) return Promise.resolve()
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // The policy of the page lets no plain text become a script's address; this is the one there is.
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address })
  return keepTrying(navigator.serviceWorker, policy?.createScriptURL(address) ?? address, wait)
}

async function keepTrying(
  workers: ServiceWorkerContainer,
  script: string,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const isInstalled = await workers.register(script).then(endOfInstallation, isRefused)
    if (isInstalled) return
    await wait(waitMs)
  }
}

/** What the browser does not allow stays not allowed; a script that did not arrive may arrive later. */
const isRefused = (error: unknown) => !(error instanceof TypeError)

/** Whether a worker is there once what is being installed has been, or has failed because a file that it keeps did not arrive. */
function endOfInstallation({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing === null) return Promise.resolve(active !== null || waiting !== null)
  return new Promise((resolve) => {
    const look = () => {
      if (installing.state === 'redundant') resolve(active !== null)
      else if (installing.state !== 'installing') resolve(true)
    }
    installing.addEventListener('statechange', look)
    look()
  })
}
