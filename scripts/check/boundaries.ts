/**
 * Who may import whom. To add a rule: one entry in RULES and one line in the table of the test.
 *
 * ```
 * domain ← contract ← { web, server, controller, simulator }      i18n ← web, server
 * web:        app → features → { ui, lib, config }      feature ↛ feature
 * server:     app → modules → platform                  module → another module's <m>.port.ts only
 *             inside a module: routes → service → { repository, policy, presenter }; the last two are pure
 * controller: main → { discovery, poll, power, uplink, status page } → { drivers, spool }
 * apps ↛ apps, packages ↛ apps, testkit only from tests, no circles, no barrels
 * ```
 */
import { type Import, listImports, type Target } from './imports.ts'
import { isTest, isTypeScript, type SourceFile } from './source-files.ts'

export type Violation = {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly says: string
}

type Rule = { readonly name: string; readonly because: string; readonly forbids: (one: Import) => boolean }

const SERVER_ONLY = /^(fastify|@fastify\/.+|kysely|pg|pg-.+|@electric-sql\/.+)$/
const BROWSER_ONLY = /^(react|react-dom|react-router|react-i18next|@tanstack\/react-.+|uplot|lucide-react)$/

export const RULES: readonly Rule[] = [
  {
    name: 'import-exists',
    because: 'the file is not there',
    forbids: ({ to }) => to.kind === 'missing',
  },
  {
    name: 'domain-imports-nothing',
    because: 'the rules of the business depend on nothing',
    forbids: ({ from, to }) =>
      isIn(from, 'packages/domain') && !isTest(from) && !isFileIn(to, 'packages/domain'),
  },
  {
    name: 'contract-imports-domain-and-zod',
    because: 'the wire is written down once, for every process',
    forbids: ({ from, to }) =>
      isIn(from, 'packages/contract') &&
      !isTest(from) &&
      !isFileIn(to, 'packages/contract', 'packages/domain') &&
      !isPackage(to, /^zod$/),
  },
  {
    name: 'i18n-stands-alone',
    because: 'texts belong to no part of the program',
    forbids: ({ from, to }) =>
      isIn(from, 'packages/i18n') && !isTest(from) && to.kind === 'file' && !isFileIn(to, 'packages/i18n'),
  },
  {
    name: 'i18n-for-web-and-server',
    because: 'only the pages and the mails have translated texts',
    forbids: ({ from, to }) =>
      isFileIn(to, 'packages/i18n') && (isIn(from, 'apps/controller') || isIn(from, 'apps/simulator')),
  },
  {
    name: 'app-not-app',
    because: 'processes meet on the wire only',
    forbids: ({ from, to }) =>
      group(from, 'apps') !== null &&
      to.kind === 'file' &&
      group(to.path, 'apps') !== null &&
      group(from, 'apps') !== group(to.path, 'apps'),
  },
  {
    name: 'package-not-app',
    because: 'a package serves every app',
    forbids: ({ from, to }) => isIn(from, 'packages') && isFileIn(to, 'apps', 'scripts', 'e2e', 'bench'),
  },
  {
    name: 'testkit-from-tests',
    because: 'test helpers do not run in production',
    forbids: ({ from, to }) =>
      isFileIn(to, 'packages/testkit') && !isIn(from, 'packages/testkit') && !isTest(from),
  },
  {
    name: 'sql-and-http-in-server',
    because: 'only the server knows HTTP serving and SQL',
    forbids: ({ from, to }) => isProduct(from) && !isIn(from, 'apps/server') && isPackage(to, SERVER_ONLY),
  },
  {
    name: 'dom-in-web',
    because: 'only the web knows the DOM',
    forbids: ({ from, to }) => isProduct(from) && !isIn(from, 'apps/web') && isPackage(to, BROWSER_ONLY),
  },
  {
    name: 'web-in-the-browser',
    because: 'a browser has no Node',
    forbids: ({ from, to }) => isIn(from, 'apps/web/src') && !isTest(from) && to.kind === 'builtin',
  },
  {
    name: 'web-layers',
    because: 'app → features → { ui, lib, config }',
    forbids: ({ from, to }) =>
      (isIn(from, 'apps/web/src/features') && isFileIn(to, 'apps/web/src/app')) ||
      (isIn(from, 'apps/web/src/ui', 'apps/web/src/lib', 'apps/web/src/config') &&
        isFileIn(to, 'apps/web/src/features', 'apps/web/src/app')),
  },
  {
    name: 'feature-not-feature',
    because: 'a page in app/routes puts two features together',
    forbids: ({ from, to }) => crosses(from, to, 'apps/web/src/features'),
  },
  {
    name: 'server-layers',
    because: 'app → modules → platform',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      ((isIn(from, 'apps/server/src/platform') &&
        isFileIn(to, 'apps/server/src/modules', 'apps/server/src/jobs', 'apps/server/src/app.ts')) ||
        (isIn(from, 'apps/server/src/modules', 'apps/server/src/platform', 'apps/server/src/jobs') &&
          isFileIn(to, 'apps/server/src/app.ts', 'apps/server/src/main.ts'))),
  },
  {
    name: 'module-by-port',
    because: 'another module is reached through its <m>.port.ts only',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      crosses(from, to, 'apps/server/src/modules') &&
      to.kind === 'file' &&
      !to.path.endsWith('.port.ts'),
  },
  {
    name: 'module-order',
    because: 'routes → service → { repository, policy, presenter }; policy and presenter are pure',
    forbids: (one) =>
      !isTest(one.from) && isIn(one.from, 'apps/server/src/modules') && breaksModuleOrder(one),
  },
  {
    name: 'controller-layers',
    because: 'main → { discovery, poll, power, uplink, status page } → { drivers, spool }',
    forbids: ({ from, to }) => {
      if (isTest(from)) return false
      const own = (...folders: string[]) => folders.map((folder) => `apps/controller/src/${folder}`)
      const upper = own('main.ts', 'discovery', 'poll', 'power', 'uplink', 'status-page')
      if (isIn(from, ...own('drivers'))) return isFileIn(to, ...upper, ...own('spool'))
      if (isIn(from, ...own('spool'))) return isFileIn(to, ...upper, ...own('drivers'))
      return isIn(from, 'apps/controller/src') && isFileIn(to, ...own('main.ts'))
    },
  },
]

/** Checks every import of the tree, circles and barrels. `paths` names all files, also those that are not parsed. */
export function findViolations(files: readonly SourceFile[], paths: ReadonlySet<string>): Violation[] {
  const sources = files.filter(({ path }) => isTypeScript(path))
  const imports = listImports(sources, paths)
  const violations = imports.flatMap((one) =>
    RULES.filter((rule) => rule.forbids(one)).map((rule) => ({
      rule: rule.name,
      path: one.from,
      line: one.line,
      says: `imports ${nameOf(one.to)}: ${rule.because}`,
    })),
  )
  return [...violations, ...findBarrels(sources), ...findCircles(imports)]
}

function findBarrels(sources: readonly SourceFile[]): Violation[] {
  return sources
    .filter(({ path }) => /^(apps|packages)\/[^/]+\/src\/(.+\/)?index\.tsx?$/.test(path))
    .map(({ path }) => ({
      rule: 'no-barrel',
      path,
      line: 1,
      says: 'is an index file: import the file that is meant',
    }))
}

function findCircles(imports: readonly Import[]): Violation[] {
  const next = new Map<string, Import[]>()
  for (const one of imports) {
    if (one.to.kind === 'file' && one.to.path !== one.from)
      next.set(one.from, [...(next.get(one.from) ?? []), one])
  }
  const violations: Violation[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    for (const one of next.get(path) ?? []) {
      if (one.to.kind !== 'file') continue
      const start = trail.indexOf(one.to.path)
      if (start >= 0) {
        const circle = [...trail.slice(start), one.to.path].join(' → ')
        violations.push({ rule: 'no-circle', path, line: one.line, says: `closes a circle: ${circle}` })
      } else if (!done.has(one.to.path)) {
        visit(one.to.path, [...trail, one.to.path])
      }
    }
    done.add(path)
  }
  for (const path of next.keys()) if (!done.has(path)) visit(path, [path])
  return violations
}

/** Roles of a module from outside to inside, and the roles that each may use within its own module. */
const MODULE_ROLES: Readonly<Record<string, readonly string[]>> = {
  routes: ['service', 'presenter', 'policy', 'schemas', 'port'],
  service: ['repository', 'policy', 'presenter', 'port'],
  repository: [],
  policy: [],
  presenter: ['policy'],
}

function breaksModuleOrder({ from, to, isTypeOnly }: Import): boolean {
  const role = roleOf(from)
  const allowed = role === null ? undefined : MODULE_ROLES[role]
  if (allowed === undefined) return false
  if (role === 'policy' && (isFileIn(to, 'apps/server/src/platform') || isPackage(to, SERVER_ONLY)))
    return true
  // The types of rows are what a presenter turns into the contract's entities.
  if (to.kind !== 'file' || (role === 'presenter' && isTypeOnly)) return false
  const target = roleOf(to.path)
  return target !== null && target in MODULE_ROLES && target !== role && !allowed.includes(target)
}

function roleOf(path: string): string | null {
  return /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? null
}

function isIn(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function isFileIn(to: Target, ...folders: string[]): boolean {
  return to.kind === 'file' && isIn(to.path, ...folders)
}

function isPackage(to: Target, name: RegExp): boolean {
  return to.kind === 'package' && name.test(to.name)
}

/** Product code, as against tests, scripts, benchmarks and configuration files. */
function isProduct(path: string): boolean {
  return /^(apps|packages)\/[^/]+\/src\//.test(path) && !isTest(path)
}

function group(path: string, folder: string): string | null {
  return path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null
}

function crosses(from: string, to: Target, folder: string): boolean {
  if (to.kind !== 'file') return false
  const [here, there] = [group(from, folder), group(to.path, folder)]
  return here !== null && there !== null && here !== there
}

function nameOf(to: Target): string {
  switch (to.kind) {
    case 'file':
      return to.path
    case 'missing':
      return to.specifier
    case 'package':
    case 'builtin':
      return to.name
  }
}
