/**
 * Writes the server with all its imports as a program of a few files: `node scripts/lib/server-bundle.ts <folder beside apps/server/dist>`.
 * A process of its own, so that the bundler's memory is not the server's; server-build.ts starts it.
 */
import { join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { REPO_ROOT } from './repo.ts'

const server = join(REPO_ROOT, 'apps/server')

/** The server, and its threads. */
const programs = {
  main: 'src/main.ts',
  'embedded-worker': 'src/platform/db/embedded/embedded-worker.ts',
  'statement-worker': 'src/modules/bank/statement-worker.ts',
}

const threads = /new URL\((["'])\.\/([\w-]+-worker)\.ts\1, import\.meta\.url\)/g

/**
 * A file beside a module is found from where its source is, not from where the program is written, and by a relative path: a release can be
 * moved after it was built. A thread is the program made of it.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    const source = relative(join(server, 'dist'), id.split('?')[0] ?? id).replaceAll('\\', '/')
    const parts = code.replaceAll(threads, "new URL('./$2.mjs', HERE)").split('import.meta.url')
    const own = `new URL(${JSON.stringify(source)}, import.meta.url).href`
    return { code: parts.join(own).replaceAll(', HERE)', ', import.meta.url)'), map: null }
  },
}

await build({
  configFile: false,
  root: REPO_ROOT,
  mode: 'production',
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownPlaces],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: resolve(process.argv[2] ?? join(server, 'dist')),
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(server, path)])),
      // Compiled for each machine or with files of its own beside it, and an extra that is not installed.
      external: [/^@node-rs\//, /^@electric-sql\/pglite/, /^pg-native$/],
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: 'part-[name]-[hash].mjs',
        sourcemapExcludeSources: true,
        // The text of a program stays in memory. Names stay too: errors are distinguished by them.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
