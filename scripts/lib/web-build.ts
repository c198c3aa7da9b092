import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, listSourceFiles } from '../check/source-files.ts'
import { REPO_ROOT } from './repo.ts'
import { runNode } from './run-command.ts'

const STAMP = join(REPO_ROOT, 'apps/web/dist/.sources')

/** Settings that end up inside the pages. */
const BUILD_SETTINGS = ['PRODUCT_NAME', 'PUBLIC_URL']

/**
 * Builds the web when its sources or settings are others than at the last build.
 * Resolves to whether it was built; throws when the build fails.
 */
export async function ensureWebBuilt(): Promise<boolean> {
  const wanted = hashOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false
  await buildWeb()
  return true
}

/** Builds the web and remembers from what. Throws when the build fails. */
export async function buildWeb(): Promise<void> {
  const wanted = hashOfSources()
  const { exitCode } = await runNode(join(REPO_ROOT, 'apps/web/scripts/build.ts'), [], { output: 'show' })
  if (exitCode !== 0) throw new Error(`the web could not be built (exit code ${exitCode})`)
  writeFileSync(STAMP, wanted)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const isSource = (path: string) =>
    !isTest(path) &&
    (/^apps\/web\//.test(path) ||
      /^packages\/(domain|contract|i18n)\//.test(path) ||
      path === 'package-lock.json' ||
      path === 'tsconfig.base.json')
  for (const { path, text } of listSourceFiles(REPO_ROOT, isSource)) hash.update(`${path}\0${text}\0`)
  for (const name of BUILD_SETTINGS) hash.update(`${name}=${process.env[name] ?? ''}\0`)
  return hash.digest('hex')
}
