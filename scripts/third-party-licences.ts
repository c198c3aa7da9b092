/**
 * The packages of the lock file with their licences, as docs/third-party-licences.md.
 *
 *   node scripts/third-party-licences.ts          says whether the document is up to date
 *   node scripts/third-party-licences.ts --fix    writes it
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, REPO_ROOT } from './lib/repo.ts'
import { type Lock, readLock } from './lockfile.ts'

const DOCUMENT = 'docs/third-party-licences.md'

/** Licences whose terms are met by naming them. Anything else needs a decision before it is shipped. */
const ACCEPTED =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|Python-2\.0|CC0-1\.0)$/

/** Packages whose package.json names no licence; their licence file was read. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

type Row = { readonly name: string; readonly version: string; readonly licence: string }
export type Licences = { readonly shipped: Row[]; readonly development: Row[]; readonly errors: string[] }

/** Every package once for each version. A variant for one platform is listed only where its licence differs from its package's. */
export function listLicences(lock: Lock): Licences {
  const wantedBy = new Map<string, string>()
  for (const locked of Object.values(lock.packages)) {
    for (const name of Object.keys(locked.optionalDependencies ?? {}))
      wantedBy.set(name, textOf(locked['license']))
  }
  const rows = new Map<string, Row & { isShipped: boolean }>()
  const errors: string[] = []
  for (const [where, locked] of Object.entries(lock.packages)) {
    if (!where.includes('node_modules/') || locked['link'] === true) continue
    const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isVariant = locked['os'] !== undefined || locked['cpu'] !== undefined
    const own = READ_BY_HAND[name] ?? textOf(locked['license'])
    if (isVariant && (own === '' || own === wantedBy.get(name))) continue
    const version = locked.version ?? ''
    const isShipped = locked.dev !== true && locked['devOptional'] !== true
    if (own === '') errors.push(`${name} ${version} names no licence`)
    if (isShipped && own !== '' && !isAccepted(own)) errors.push(`${name} ${version} is shipped under ${own}`)
    const key = `${name} ${version}`
    rows.set(key, { name, version, licence: own, isShipped: isShipped || rows.get(key)?.isShipped === true })
  }
  const sorted = [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const pick = (wanted: boolean) =>
    sorted
      .filter(({ isShipped }) => isShipped === wanted)
      .map(({ name, version, licence }) => ({ name, version, licence }))
  return { shipped: pick(true), development: pick(false), errors }
}

/** Of alternatives one has to be accepted, of several that hold together all of them. */
function isAccepted(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '')
  return plain.split(' OR ').some((one) => one.split(' AND ').every((part) => ACCEPTED.test(part)))
}

export function formatLicences({ shipped, development }: Licences): string {
  const table = (rows: readonly Row[]) =>
    ['| Package | Version | Licence |', '|---|---|---|']
      .concat(rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))
      .join('\n')
  return `# Third-party licences

Generated from the lock file by \`node scripts/third-party-licences.ts --fix\`; \`npm run check\` says when it is out of date.
The licence of this repository itself is for its owner to decide; until then it is \`UNLICENSED\`.

## Beside the packages

| What | Licence |
|---|---|
| Node.js, fetched by the launcher where it is missing | MIT |
| PostgreSQL, inside @electric-sql/pglite | PostgreSQL |
| fonts Atkinson Hyperlegible Mono, Big Shoulders, Familjen Grotesk | SIL OFL 1.1 |
| captured device answers in \`apps/controller/src/drivers/fixtures\` | named in the README there |

## Shipped

${table(shipped)}

## Development only

${table(development)}
`
}

/** What is wrong with the document or the licences; empty when nothing is. */
export function checkLicences(): string[] {
  const licences = listLicences(readLock())
  const file = join(REPO_ROOT, DOCUMENT)
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === formatLicences(licences)
  const stale = `${DOCUMENT} is out of date: node scripts/third-party-licences.ts --fix`
  return isCurrent ? licences.errors : [...licences.errors, stale]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

if (isMain(import.meta.url)) {
  if (process.argv.includes('--fix')) {
    writeFileSync(join(REPO_ROOT, DOCUMENT), formatLicences(listLicences(readLock())))
  }
  const errors = checkLicences()
  for (const error of errors) console.error(error)
  if (errors.length > 0) process.exitCode = 1
}
