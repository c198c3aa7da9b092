import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isTest, listSourceFiles } from '../check/source-files.ts'
import { REPO_ROOT } from './repo.ts'
import { runNode } from './run-command.ts'

const SERVER = join(REPO_ROOT, 'apps/server')
const DIST = join(SERVER, 'dist')
const STAMP = join(DIST, '.sources')

/** The server as one program, from the root of the checkout. */
export const serverProgram = 'apps/server/dist/main.mjs'

/** What a server that runs may still load from an earlier build is kept for this long. */
const keptMs = 7 * 24 * 60 * 60_000

/**
 * Makes the server's program when its sources are others than at the last build: loading its three thousand modules one by one takes most
 * of the processor time of a start. Throws when it cannot be made.
 */
export async function ensureServerBuilt(): Promise<void> {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== hashOfSources()) await buildServer()
}

/** Makes it aside, then puts each file in its place, the programs last: a server that starts meanwhile finds all of one build. */
export async function buildServer(): Promise<void> {
  const wanted = hashOfSources()
  const aside = join(SERVER, `.dist-${process.pid}`)
  try {
    const bundler = join(REPO_ROOT, 'scripts/lib/server-bundle.ts')
    const { exitCode, output } = await runNode(bundler, [aside], { output: 'capture' })
    if (exitCode !== 0) throw new Error(`the server could not be built (exit code ${exitCode})\n${output}`)
    mkdirSync(DIST, { recursive: true })
    const isPart = (name: string) => name.startsWith('part-')
    const files = readdirSync(aside)
    for (const name of [...files.filter(isPart), ...files.filter((one) => !isPart(one))]) {
      copyFileSync(join(aside, name), join(DIST, `${name}.${process.pid}`))
      renameSync(join(DIST, `${name}.${process.pid}`), join(DIST, name))
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  writeFileSync(STAMP, wanted)
  for (const name of readdirSync(DIST)) {
    const file = join(DIST, name)
    if (statSync(file).mtimeMs < Date.now() - keptMs) rmSync(file, { force: true })
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const isSource = (path: string) =>
    !isTest(path) &&
    (/^apps\/server\/(src|migrations)\/|^apps\/server\/package.json$/.test(path) ||
      /^packages\/(domain|contract|i18n)\//.test(path) ||
      path === 'package-lock.json' ||
      path === 'scripts/lib/server-bundle.ts')
  for (const { path, text } of listSourceFiles(REPO_ROOT, isSource)) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex')
}
