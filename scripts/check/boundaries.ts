/**
 * Who may import whom. To add a rule: one entry in RULES and one line in the table of the test.
 *
 * ```
 * domain ← contract ← { web, server, controller, simulator }      i18n ← web, server
 * web:        app → features → { ui, lib, config }      feature ↛ feature
 * server:     app → <m>.module → routes, jobs, services → platform      module → another module's <m>.port.ts only
 *             inside a module: routes → service → { repository, policy, presenter }; the last two are pure
 * controller: main → acting → { generator, commands, poll, status page } → { drivers, spool } → platform
 * apps ↛ apps, packages ↛ apps, testkit only from tests, no circles, not between modules either, no barrels
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

/** Every place that a rule names. A rule for a place that is gone would guard nothing: `findMissingPlaces` reports it. */
const PLACES = {
  domain: 'packages/domain',
  contract: 'packages/contract',
  i18n: 'packages/i18n',
  testkit: 'packages/testkit',
  web: 'apps/web',
  webApp: 'apps/web/src/app',
  webFeatures: 'apps/web/src/features',
  webUi: 'apps/web/src/ui',
  webLib: 'apps/web/src/lib',
  webConfig: 'apps/web/src/config',
  server: 'apps/server',
  serverApp: 'apps/server/src/app.ts',
  serverMining: 'apps/server/src/open-mining.ts',
  serverMain: 'apps/server/src/main.ts',
  modules: 'apps/server/src/modules',
  platform: 'apps/server/src/platform',
  controller: 'apps/controller',
  simulator: 'apps/simulator',
  scripts: 'scripts',
  e2e: 'e2e',
  bench: 'bench',
} as const

const opensModules = (from: string) => from === PLACES.serverApp || from === PLACES.serverMining

const CONTROLLER = 'apps/controller/src'
/** Folders of the controller, each with those that it may use. Files beside them (`main.ts`, `controller.ts` …) put them together. */
const CONTROLLER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  acting: ['commands', 'discovery', 'drivers', 'generator', 'platform', 'poll', 'ship-bus', 'status-page'],
  'ship-bus': ['generator', 'platform'],
  'status-page': ['platform', 'ship-bus', 'update'],
  firmware: ['commands', 'drivers', 'platform', 'update'],
  update: ['commands', 'platform'],
  uplink: ['identity', 'platform', 'spool'],
  poll: ['drivers', 'platform', 'spool'],
  commands: ['drivers', 'platform'],
  discovery: ['drivers', 'platform'],
  generator: ['drivers', 'platform'],
  identity: ['platform'],
  spool: ['platform'],
  drivers: [],
  platform: [],
}
/** What puts the controller together; nothing in a folder knows it. */
const CONTROLLER_TOP = ['main.ts', 'commission.ts', 'controller.ts', 'launch.ts', 'search-loop.ts']

export const RULES: readonly Rule[] = [
  {
    name: 'import-exists',
    because: 'the file is not there',
    forbids: ({ to }) => to.kind === 'missing',
  },
  {
    name: 'domain-imports-nothing',
    because: 'the rules of the business depend on nothing',
    forbids: ({ from, to }) => isIn(from, PLACES.domain) && !isTest(from) && !isFileIn(to, PLACES.domain),
  },
  {
    name: 'contract-imports-domain-and-zod',
    because: 'the wire is written down once, for every process',
    forbids: ({ from, to }) =>
      isIn(from, PLACES.contract) &&
      !isTest(from) &&
      !isFileIn(to, PLACES.contract, PLACES.domain) &&
      !isPackage(to, /^zod$/),
  },
  {
    name: 'i18n-stands-alone',
    because: 'texts belong to no part of the program',
    forbids: ({ from, to }) =>
      isIn(from, PLACES.i18n) && !isTest(from) && to.kind === 'file' && !isFileIn(to, PLACES.i18n),
  },
  {
    name: 'i18n-for-web-and-server',
    because: 'only the pages and the mails have translated texts',
    forbids: ({ from, to }) =>
      isFileIn(to, PLACES.i18n) && (isIn(from, PLACES.controller) || isIn(from, PLACES.simulator)),
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
    forbids: ({ from, to }) =>
      isIn(from, 'packages') && isFileIn(to, 'apps', PLACES.scripts, PLACES.e2e, PLACES.bench),
  },
  {
    name: 'testkit-from-tests',
    because: 'test helpers do not run in production',
    forbids: ({ from, to }) => isFileIn(to, PLACES.testkit) && !isIn(from, PLACES.testkit) && !isTest(from),
  },
  {
    name: 'sql-and-http-in-server',
    because: 'only the server knows HTTP serving and SQL',
    forbids: ({ from, to }) => isProduct(from) && !isIn(from, PLACES.server) && isPackage(to, SERVER_ONLY),
  },
  {
    name: 'dom-in-web',
    because: 'only the web knows the DOM',
    forbids: ({ from, to }) => isProduct(from) && !isIn(from, PLACES.web) && isPackage(to, BROWSER_ONLY),
  },
  {
    name: 'web-in-the-browser',
    because: 'a browser has no Node',
    forbids: ({ from, to }) => isIn(from, `${PLACES.web}/src`) && !isTest(from) && to.kind === 'builtin',
  },
  {
    name: 'web-layers',
    because: 'app → features → { ui, lib, config }',
    forbids: ({ from, to }) =>
      (isIn(from, PLACES.webFeatures) && isFileIn(to, PLACES.webApp)) ||
      (isIn(from, PLACES.webUi, PLACES.webLib, PLACES.webConfig) &&
        isFileIn(to, PLACES.webFeatures, PLACES.webApp)),
  },
  {
    name: 'feature-not-feature',
    because: 'a page in app/routes puts two features together',
    forbids: ({ from, to }) => crosses(from, to, PLACES.webFeatures),
  },
  {
    name: 'server-layers',
    because: 'app → modules → platform',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      ((isIn(from, PLACES.platform) && isFileIn(to, PLACES.modules)) ||
        (isIn(from, PLACES.modules, PLACES.platform) &&
          isFileIn(to, PLACES.serverApp, PLACES.serverMining, PLACES.serverMain))),
  },
  {
    name: 'app-opens-modules',
    because:
      'only app.ts, with its part open-mining.ts, opens a module; everything else of the server reaches it through its <m>.port.ts',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      isIn(from, `${PLACES.server}/src`) &&
      !isIn(from, PLACES.modules) &&
      to.kind === 'file' &&
      isIn(to.path, PLACES.modules) &&
      roleOf(to.path) !== 'port' &&
      !(opensModules(from) && roleOf(to.path) === 'module'),
  },
  {
    name: 'job-by-module',
    because: 'a job is handed to the server by its <m>.module.ts, so that none is forgotten or runs twice',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      isFileIn(to, `${PLACES.server}/src`) &&
      to.kind === 'file' &&
      roleOf(to.path) === 'job' &&
      roleOf(from) !== 'module' &&
      !opensModules(from),
  },
  {
    name: 'module-by-port',
    because: 'another module is reached through its <m>.port.ts only',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      crosses(from, to, PLACES.modules) &&
      to.kind === 'file' &&
      !to.path.endsWith('.port.ts'),
  },
  {
    name: 'module-order',
    because: 'routes → service → { repository, policy, presenter }; policy and presenter are pure',
    forbids: (one) => !isTest(one.from) && isIn(one.from, PLACES.modules) && breaksModuleOrder(one),
  },
  {
    name: 'controller-layers',
    because: 'a folder of the controller uses only those that the table CONTROLLER_LAYERS gives it',
    forbids: ({ from, to }) => {
      const here = group(from, CONTROLLER)
      if (isTest(from) || here === null || !isFileIn(to, CONTROLLER) || to.kind !== 'file') return false
      if (here.endsWith('.ts')) return to.path === `${CONTROLLER}/main.ts`
      const there = group(to.path, CONTROLLER) ?? ''
      if (there.endsWith('.ts')) return CONTROLLER_TOP.includes(there)
      return there !== here && !CONTROLLER_LAYERS[here]?.includes(there)
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
  return [...violations, ...findBarrels(sources), ...findCircles(imports), ...findModuleCircles(imports)]
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

/** Two modules that import each other, also by their ports, also by types alone: neither can be read, moved or opened without the other. */
function findModuleCircles(imports: readonly Import[]): Violation[] {
  const between = imports.flatMap((one) => {
    if (isTest(one.from) || !crosses(one.from, one.to, PLACES.modules) || one.to.kind !== 'file') return []
    const [from, to] = [group(one.from, PLACES.modules), group(one.to.path, PLACES.modules)]
    return from === null || to === null ? [] : [{ ...one, path: one.from, from, to }]
  })
  const violations: Violation[] = []
  const done = new Set<string>()
  const visit = (module: string, trail: readonly string[]) => {
    for (const { path, line, to } of between.filter(({ from }) => from === module)) {
      const start = trail.indexOf(to)
      if (start >= 0) {
        const says = `closes a circle of modules: ${[...trail.slice(start), to].join(' → ')}`
        violations.push({ rule: 'no-module-circle', path, line, says })
      } else if (!done.has(to)) {
        visit(to, [...trail, to])
      }
    }
    done.add(module)
  }
  for (const { from } of between) if (!done.has(from)) visit(from, [from])
  return violations
}

/** Places that a rule names and that are gone, and folders of the controller that no rule names. */
export function findMissingPlaces(paths: ReadonlySet<string>): Violation[] {
  const all = [...paths]
  const exists = (place: string) => all.some((path) => isIn(path, place))
  const folders = new Set(
    all.flatMap((path) => (path.startsWith(`${CONTROLLER}/`) ? [group(path, CONTROLLER) ?? ''] : [])),
  )
  const guarded = Object.keys(CONTROLLER_LAYERS)
  const named = [
    ...Object.values(PLACES),
    ...guarded.map((folder) => `${CONTROLLER}/${folder}`),
    ...CONTROLLER_TOP.map((file) => `${CONTROLLER}/${file}`),
  ]
  const table = 'scripts/check/boundaries.ts'
  const violation = (says: string) => ({ rule: 'places-exist', path: table, line: 1, says })
  return [
    ...named
      .filter((place) => !exists(place))
      .map((place) => violation(`names ${place}, which is not there`)),
    ...[...folders]
      .filter((folder) => !folder.includes('.') && !guarded.includes(folder))
      .map((folder) =>
        violation(`guards nothing in ${CONTROLLER}/${folder}: give it a row in CONTROLLER_LAYERS`),
      ),
  ]
}

/** Roles of a module from outside to inside, and the roles that each may use within its own module. */
const MODULE_ROLES: Readonly<Record<string, readonly string[]>> = {
  module: ['job', 'routes', 'service', 'repository', 'presenter', 'policy', 'schemas', 'port'],
  job: ['service', 'repository', 'policy', 'port'],
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
  if (role === 'policy' && (isFileIn(to, PLACES.platform) || isPackage(to, SERVER_ONLY))) return true
  if (to.kind !== 'file') return false
  const target = roleOf(to.path)
  // A presenter turns rows into the contract's entities, and a repository rows into what a policy judges: both know the types.
  if (isTypeOnly && (role === 'presenter' || (role === 'repository' && target === 'policy'))) return false
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
