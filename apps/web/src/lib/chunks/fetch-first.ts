/** What is there or on its way, by address. The scripts that the page started with are run only once all of them are there. */
const fetched = new Map(startScripts().map((address) => [address, Promise.resolve()]))

function startScripts(): string[] {
  return document.querySelector<HTMLScriptElement>('script[data-load]')?.dataset.load?.split(' ') ?? []
}

/** Into the cache of the browser, from where the import takes it: a failed preload or import would be remembered. */
async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(String(answer.status))
  await answer.arrayBuffer()
}

async function linkSheet(address: string): Promise<void> {
  // Those whose rules are part of the page are linked in it already, switched off.
  if (document.querySelector(`link[rel="stylesheet"][href="${address}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  }).catch((error) => {
    link.remove()
    throw error
  })
}

function fetchFile(address: string): Promise<void> {
  const known = fetched.get(address)
  if (known) return known
  const fetching = (address.endsWith('.css') ? linkSheet : fetchScript)(address).catch((cause) => {
    fetched.delete(address)
    throw new TypeError(`Failed to fetch dynamically imported module: ${new URL(address, location.href)}`, {
      cause,
    })
  })
  fetched.set(address, fetching)
  return fetching
}

/**
 * Fetches the files of a piece of the site, then imports it. A failed import can be final: the module map of a page may keep the failure for
 * as long as the page lives, also of a script that another one needs. A file that could not be fetched is requested anew the next time.
 *
 * @param files below the root of the site, without a slash in front
 * @throws TypeError in the words of a failed import, with the address of the file
 */
export async function fetchFirst<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const addresses = files.map((file) => `/${file}`)
  await Promise.all(addresses.map(fetchFile))
  // What a script needs is named after it. Each is run in a task of its own, between which the page answers to a touch.
  for (const address of addresses.toReversed())
    if (address.endsWith('.js')) await import(/* @vite-ignore */ address)
  return load()
}
