import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const preloadHelper = '\0vite/preload-helper.js'
const fetchFirst = fileURLToPath(new URL('../src/lib/chunks/fetch-first.ts', import.meta.url))

/**
 * Puts `fetchFirst` in the place of the bundler's own helper around each dynamic import: that one preloads as modules, and a browser may
 * remember for as long as the page lives that a module could not be fetched.
 */
export function fetchBeforeImport(): Plugin {
  return {
    name: 'shipminer:fetch-before-import',
    enforce: 'pre',
    load: (id) =>
      id === preloadHelper
        ? `export { fetchFirst as __vitePreload } from ${JSON.stringify(fetchFirst)}`
        : null,
  }
}

/** The files that an import needs; the bundler names none where that is only the script itself. */
export const filesOfImport = (
  script: string,
  files: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] => (hostType === 'js' && files.length === 0 ? [script] : files)
