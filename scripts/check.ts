/**
 * What can be checked without running the product: format and lint, types, boundaries, unused code, locales, the lock
 * file. `npm run check` runs all, `npm run check -- types locales` only the named ones.
 */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findMissingPlaces, findViolations, type Violation } from './check/boundaries.ts'
import { findUncovered } from './check/contract-coverage.ts'
import { findCrowdedFolders } from './check/folder-sizes.ts'
import { findForbiddenWords } from './check/forbidden-words.ts'
import { findLongFunctions } from './check/function-lengths.ts'
import { checkLocales } from './check/locales.ts'
import { findMissingSections, PRODUCT_DOCUMENT } from './check/product-sections.ts'
import {
  findForgotten,
  findForgottenSettings,
  findMissingDevices,
  findUnjudgedJobs,
  findUnlistedMigrations,
  findUnshownFields,
  findUnusableChains,
  knownDevices,
} from './check/recipes.ts'
import { findSameStyles } from './check/same-styles.ts'
import { isTypeScript, listPaths, listSourceFiles } from './check/source-files.ts'
import { findTextViolations } from './check/source-rules.ts'
import { isMain, REPO_ROOT } from './lib/repo.ts'
import { formatDuration, formatTable } from './lib/report.ts'
import { runNode } from './lib/run-command.ts'
import { listMissingVariants, readLock } from './lockfile.ts'
import { checkLicences } from './third-party-licences.ts'

type Finding = { readonly ok: boolean; readonly output: string }
type Check = {
  readonly name: string
  readonly run: () => Promise<Finding>
  /** Begins first, so that no core waits for it at the end. */
  readonly isLong?: boolean
}
export type CheckOutcome = Finding & { readonly name: string; readonly durationMs: number }

const TEXT_FILE = /\.(ts|tsx|mts|cjs|mjs|js|css|html|sql|sh|md|json|svg|yml|yaml|service)$/

/** In the order in which they are most useful to a reader. */
export const CHECKS: readonly Check[] = [
  {
    name: 'format and lint',
    run: () =>
      tool('node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--max-diagnostics=50', '.'),
  },
  { name: 'types', isLong: true, run: () => checkTypes('tsconfig.json') },
  { name: 'types of the web', isLong: true, run: checkWebTypes },
  { name: 'types of the journeys', run: () => checkTypes('e2e/tsconfig.json') },
  { name: 'boundaries', run: async () => report(checkBoundaries()) },
  { name: 'source rules', run: async () => report(checkSourceRules()) },
  { name: 'folders', run: async () => report(checkFolders()) },
  { name: 'locales', run: checkTexts },
  { name: 'recipes', run: checkRecipes },
  { name: 'lock file', run: checkLockFile },
  {
    name: 'third-party licences',
    run: async () => ({ ok: checkLicences().length === 0, output: checkLicences().join('\n') }),
  },
  {
    name: 'unused code',
    isLong: true,
    run: () => tool('node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  },
  {
    // Types that only tests name are part of what they test.
    name: 'unused in production',
    run: () =>
      tool(
        'node_modules/knip/bin/knip.js',
        '--no-progress',
        '--no-config-hints',
        '--production',
        '--exclude',
        'types',
      ),
  },
]

/** Runs the named checks (all when none is named), two at a time, and prints a table; the output of those that fail. */
export async function runChecks(names: readonly string[]): Promise<CheckOutcome[]> {
  const chosen = CHECKS.filter(
    ({ name }) => names.length === 0 || names.some((wanted) => name.includes(wanted)),
  )
  const waiting = chosen.toSorted((a, b) => Number(b.isLong ?? false) - Number(a.isLong ?? false))
  const outcomes: CheckOutcome[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedMs = performance.now()
      const finding = await check.run()
      outcomes.push({ name: check.name, ...finding, durationMs: performance.now() - startedMs })
    }
  }
  await Promise.all([work(), work()])
  outcomes.sort(
    (a, b) =>
      chosen.findIndex(({ name }) => name === a.name) - chosen.findIndex(({ name }) => name === b.name),
  )
  for (const { name, ok, output } of outcomes) {
    if (!ok || (output !== '' && name === 'locales')) console.log(`\n--- ${name}\n${output.trim()}`)
  }
  console.log(
    `\n${formatTable(outcomes.map(({ name, ok, durationMs }) => [ok ? 'ok' : 'FAILED', name, formatDuration(durationMs)]))}`,
  )
  return outcomes
}

async function tool(script: string, ...args: string[]): Promise<Finding> {
  const { exitCode, output } = await runNode(join(REPO_ROOT, script), args, { output: 'capture' })
  return { ok: exitCode === 0, output }
}

async function checkWebTypes(): Promise<Finding> {
  if (!existsSync(join(REPO_ROOT, 'apps/web/src'))) return { ok: true, output: '' }
  return checkTypes('apps/web/tsconfig.json')
}

/** By as few checkers as keep the cores busy: each checks again what several of them need, and four take twice the processor time of one. */
function checkTypes(project: string): Promise<Finding> {
  const checkers = Math.max(1, Math.floor(availableParallelism() / 4))
  return tool('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', String(checkers), '-p', project)
}

function checkBoundaries(): Violation[] {
  const files = listSourceFiles(REPO_ROOT, (path) => /^(apps|packages|scripts|e2e|bench)\//.test(path))
  const paths = new Set(files.map(({ path }) => path))
  return [
    ...findMissingPlaces(paths),
    ...findViolations(
      files.filter(({ path }) => isTypeScript(path)),
      paths,
    ),
  ]
}

function checkSourceRules(): Violation[] {
  const files = listSourceFiles(REPO_ROOT, (path) => TEXT_FILE.test(path) || path === '.ci/run')
  const product = readFileSync(join(REPO_ROOT, PRODUCT_DOCUMENT), 'utf8')
  const readers = files.filter(({ path }) => !path.startsWith('scripts/check/product-sections'))
  return [
    ...findTextViolations(files),
    ...findMissingSections(product, readers),
    ...findLongFunctions(files),
    ...findSameStyles(files),
  ]
}

function checkFolders(): Violation[] {
  const inTree = /^(apps|packages|scripts|e2e|bench|deploy|docs)\//
  return findCrowdedFolders(listPaths(REPO_ROOT).filter((path) => inTree.test(path)))
}

function report(violations: readonly Violation[]): Finding {
  const lines = violations.map(({ rule, path, line, says }) => `${path}:${line}  ${rule}: ${says}`)
  return { ok: violations.length === 0, output: lines.join('\n') }
}

async function checkTexts(): Promise<Finding> {
  const locales = listSourceFiles(REPO_ROOT, (path) => /^packages\/i18n\/src\/locales\/.*\.json$/.test(path))
  const onBoard = listSourceFiles(REPO_ROOT, (path) =>
    /^apps\/controller\/src\/status-page\/(.+\/)?[\w-]*texts\.ts$/.test(path),
  )
  const { errors, warnings } = checkLocales(locales)
  errors.push(...findForbiddenWords([...locales, ...onBoard]))
  return {
    ok: errors.length === 0,
    output: [...errors, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'),
  }
}

async function checkRecipes(): Promise<Finding> {
  const isText = (path: string) => /(^|\/)locales\/.*\.json$/.test(path)
  const locales = listSourceFiles(join(REPO_ROOT, 'packages/i18n'), isText)
  const sources = listSourceFiles(REPO_ROOT, (path) => /^(apps|packages|e2e|scripts)\/.*\.tsx?$/.test(path))
  const jobs = sources.filter(({ path }) => path.endsWith('.job.ts'))
  const read = (path: string) => readFileSync(join(REPO_ROOT, path), 'utf8')
  const forgotten = [
    ...findForgotten(locales, new Set(sources.map(({ path }) => path))),
    ...findForgottenSettings(locales, {
      runbook: read('docs/runbook.md'),
      installNote: read('docs/install-controller.md'),
      example: read('deploy/server.env.example'),
    }),
    ...findUnshownFields(read('apps/web/src/features/profile/components/ship-editor.tsx')),
    ...findUnjudgedJobs(jobs, read('apps/server/src/isolated-jobs.test.ts')),
    ...findUnusableChains(),
    ...findUnlistedMigrations(listPaths(REPO_ROOT), read('apps/server/src/platform/db/migrations.ts')),
    ...findUncovered(sources),
    ...findMissingDevices(read('docs/devices.md'), knownDevices()),
  ]
  return { ok: forgotten.length === 0, output: forgotten.join('\n') }
}

async function checkLockFile(): Promise<Finding> {
  const missing = listMissingVariants(readLock()).map(({ name }) => `${name} is not described`)
  const said = readFileSync(join(REPO_ROOT, '.npmrc'), 'utf8').includes('ignore-scripts=true')
    ? missing
    : [...missing, '.npmrc must keep ignore-scripts=true: no package runs code when it is installed']
  return { ok: said.length === 0, output: `${said.join('\n')}\nnode scripts/lockfile.ts --fix completes it` }
}

if (isMain(import.meta.url)) {
  const outcomes = await runChecks(process.argv.slice(2))
  if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1
}
