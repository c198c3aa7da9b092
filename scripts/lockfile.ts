/**
 * The lock file must name every platform's variant of a native package, also of the platforms that the registry in
 * use does not carry: otherwise `npm ci` refuses it elsewhere, and here. npm leaves out what it could not look up.
 *
 *   node scripts/lockfile.ts          says what is missing, ends with 1 when something is
 *   node scripts/lockfile.ts --fix    adds it (name, version and platform; without a checksum, which only the
 *                                     registry knows)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, REPO_ROOT } from './lib/repo.ts'

type LockedPackage = {
  readonly version?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** The part of a lock file that is looked at; the rest goes through unchanged. */
export type Lock = {
  readonly packages: Readonly<Record<string, LockedPackage>>
  readonly [field: string]: unknown
}

export type MissingVariant = { readonly name: string; readonly version: string; readonly wantedBy: string }

/** Optional dependencies that the lock names but does not describe; only exactly pinned ones can be checked. */
export function listMissingVariants(lock: Lock): MissingVariant[] {
  const missing: MissingVariant[] = []
  for (const [wantedBy, locked] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      if (!isExact(version) || platformOf(name) === null) continue
      if (!isReachable(lock, wantedBy, name)) missing.push({ name, version, wantedBy })
    }
  }
  return missing
}

/** The lock with an entry for every missing variant, in npm's order. */
export function withVariants(lock: Lock, missing: readonly MissingVariant[]): Lock {
  const packages: Record<string, LockedPackage> = { ...lock.packages }
  for (const { name, version, wantedBy } of missing) {
    const top = packages[`node_modules/${name}`]
    const where = top && top.version !== version ? `${wantedBy}/node_modules/${name}` : `node_modules/${name}`
    const dev = packages[wantedBy]?.dev === true ? { dev: true } : {}
    packages[where] = { version, ...platformOf(name), ...dev, optional: true }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

/** Operating system, processor and C library as the name of a native package gives them; null when it gives none. */
export function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | null {
  const words = name.split('/').pop()?.split('-') ?? []
  const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
  const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64']
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu) return null
  if (os !== 'linux') return { os: [os], cpu: [cpu] }
  if (words.some((word) => word.startsWith('musl'))) return { os: [os], cpu: [cpu], libc: ['musl'] }
  if (words.some((word) => word.startsWith('gnu'))) return { os: [os], cpu: [cpu], libc: ['glibc'] }
  return { os: [os], cpu: [cpu] }
}

/** The lock file of this checkout. Throws when it is no lock file. */
export function readLock(root = REPO_ROOT): Lock {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (!isLock(lock)) throw new Error('package-lock.json has no packages')
  return lock
}

function isLock(value: unknown): value is Lock {
  if (typeof value !== 'object' || value === null || !('packages' in value)) return false
  return typeof value.packages === 'object' && value.packages !== null
}

function isExact(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)
}

function isReachable(lock: Lock, from: string, name: string): boolean {
  if (lock.packages[`${from}/node_modules/${name}`]) return true
  return lock.packages[`node_modules/${name}`] !== undefined
}

if (isMain(import.meta.url)) {
  const lock = readLock()
  const missing = listMissingVariants(lock)
  if (process.argv.includes('--fix')) {
    writeFileSync(
      join(REPO_ROOT, 'package-lock.json'),
      `${JSON.stringify(withVariants(lock, missing), null, 2)}\n`,
    )
    console.log(`added ${missing.length} platform variants to package-lock.json`)
  } else {
    for (const { name, version, wantedBy } of missing)
      console.log(`${name}@${version}, wanted by ${wantedBy}`)
    if (missing.length > 0) {
      console.log('package-lock.json is incomplete: run `node scripts/lockfile.ts --fix`')
      process.exitCode = 1
    }
  }
}
