import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { testCache } from '../../apps/server/test/embedded-template.ts'
import { isTest, listSourceFiles } from '../../scripts/check/source-files.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'

/** Files beside a module are found from where its source is, not from where the program is written. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    const own = JSON.stringify(pathToFileURL(id.split('?')[0] ?? id).href)
    return { code: code.replaceAll('import.meta.url', own), map: null }
  },
}

function hashOfSources(): string {
  const isSource = (path: string) =>
    !isTest(path) && (/^(apps\/server|packages\/\w+)\//.test(path) || path === 'package-lock.json')
  const hash = createHash('sha256')
  for (const { path, text } of listSourceFiles(REPO_ROOT, isSource)) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}

/**
 * The server with all its imports as one program, kept for as long as its sources stay the same: loading its three thousand modules one by
 * one takes three quarters of the processor time of a start. Threads of the server, and the tests that start it as people do, use the sources.
 *
 * @returns the path from the root of the checkout.
 */
async function bundleServer(): Promise<string> {
  const name = `server-${hashOfSources()}.mjs`
  const program = join(testCache, name)
  if (existsSync(program)) return relative(REPO_ROOT, program)
  const own = join(testCache, `bundle-${process.pid}`)
  mkdirSync(own, { recursive: true })
  await build({
    configFile: false,
    root: REPO_ROOT,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownPlaces],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(REPO_ROOT, 'apps/server/src/main.ts'),
      outDir: own,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        // Compiled for each machine, and an extra that is not installed.
        external: [/^@node-rs\//, /^pg-native$/],
        output: { codeSplitting: false, entryFileNames: name },
      },
    },
  })
  for (const file of readdirSync(testCache))
    if (/^server-\w+\.mjs$/.test(file)) rmSync(join(testCache, file), { force: true })
  renameSync(join(own, name), program)
  rmSync(own, { recursive: true, force: true })
  return relative(REPO_ROOT, program)
}

let prepared: Promise<string> | null = null

/** The same, made at most once in a process. */
export function prepareServerBundle(): Promise<string> {
  prepared ??= bundleServer()
  return prepared
}
