import { expect, test } from 'vitest'
import { findMissingPlaces, findViolations, RULES } from './boundaries.ts'
import type { SourceFile } from './source-files.ts'

function check(...files: [path: string, text: string][]): string[] {
  const sources: SourceFile[] = files.map(([path, text]) => ({ path, text }))
  return findViolations(sources, new Set(files.map(([path]) => path))).map(
    ({ rule, path }) => `${rule} ${path}`,
  )
}

/** One import that the rule forbids: rule, importing file, specifier, and the file it points at. */
const FORBIDDEN: [rule: string, from: string, specifier: string, target: string | null][] = [
  ['import-exists', 'apps/server/src/a.ts', './b.ts', null],
  ['domain-imports-nothing', 'packages/domain/src/a.ts', 'zod', null],
  ['domain-imports-nothing', 'packages/domain/src/a.ts', 'node:fs', null],
  [
    'domain-imports-nothing',
    'packages/domain/src/a.ts',
    '@shipminer/contract/b',
    'packages/contract/src/b.ts',
  ],
  ['contract-imports-domain-and-zod', 'packages/contract/src/a.ts', 'node:fs', null],
  [
    'contract-imports-domain-and-zod',
    'packages/contract/src/a.ts',
    '@shipminer/i18n/b',
    'packages/i18n/src/b.ts',
  ],
  ['i18n-stands-alone', 'packages/i18n/src/a.ts', '@shipminer/contract/b', 'packages/contract/src/b.ts'],
  ['i18n-for-web-and-server', 'apps/controller/src/a.ts', '@shipminer/i18n/b', 'packages/i18n/src/b.ts'],
  ['app-not-app', 'apps/controller/src/a.ts', '../../server/src/b.ts', 'apps/server/src/b.ts'],
  ['app-not-app', 'apps/web/src/a.test.ts', '@shipminer/server/b', 'apps/server/src/b.ts'],
  ['package-not-app', 'packages/testkit/src/a.ts', '../../../apps/web/src/b.ts', 'apps/web/src/b.ts'],
  ['testkit-from-tests', 'apps/server/src/a.ts', '@shipminer/testkit/b', 'packages/testkit/src/b.ts'],
  ['sql-and-http-in-server', 'apps/controller/src/a.ts', 'kysely', null],
  ['dom-in-web', 'apps/server/src/a.ts', 'react', null],
  ['web-in-the-browser', 'apps/web/src/lib/a.ts', 'node:crypto', null],
  ['web-layers', 'apps/web/src/ui/a.ts', '../features/claim/b.ts', 'apps/web/src/features/claim/b.ts'],
  ['web-layers', 'apps/web/src/lib/a.ts', '../features/claim/b.ts', 'apps/web/src/features/claim/b.ts'],
  ['web-layers', 'apps/web/src/features/claim/a.ts', '../../app/b.ts', 'apps/web/src/app/b.ts'],
  [
    'feature-not-feature',
    'apps/web/src/features/claim/a.ts',
    '../fleet/b.ts',
    'apps/web/src/features/fleet/b.ts',
  ],
  ['server-layers', 'apps/server/src/platform/a.ts', '../modules/m/b.ts', 'apps/server/src/modules/m/b.ts'],
  ['server-layers', 'apps/server/src/modules/m/a.ts', '../../app.ts', 'apps/server/src/app.ts'],
  [
    'app-opens-modules',
    'apps/server/src/app.ts',
    './modules/m/m.service.ts',
    'apps/server/src/modules/m/m.service.ts',
  ],
  [
    'app-opens-modules',
    'apps/server/src/admin/a.ts',
    '../modules/m/m.module.ts',
    'apps/server/src/modules/m/m.module.ts',
  ],
  [
    'module-by-port',
    'apps/server/src/modules/m/m.module.ts',
    '../n/n.module.ts',
    'apps/server/src/modules/n/n.module.ts',
  ],
  [
    'job-by-module',
    'apps/server/src/modules/m/m.service.ts',
    './m.job.ts',
    'apps/server/src/modules/m/m.job.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.job.ts',
    './m.routes.ts',
    'apps/server/src/modules/m/m.routes.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.routes.ts',
    './m.module.ts',
    'apps/server/src/modules/m/m.module.ts',
  ],
  [
    'module-by-port',
    'apps/server/src/modules/m/a.ts',
    '../n/n.service.ts',
    'apps/server/src/modules/n/n.service.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.routes.ts',
    './m.repository.ts',
    'apps/server/src/modules/m/m.repository.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.repository.ts',
    './m.service.ts',
    'apps/server/src/modules/m/m.service.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.presenter.ts',
    './m.repository.ts',
    'apps/server/src/modules/m/m.repository.ts',
  ],
  [
    'module-order',
    'apps/server/src/modules/m/m.policy.ts',
    '../../platform/db.ts',
    'apps/server/src/platform/db.ts',
  ],
  [
    'controller-layers',
    'apps/controller/src/drivers/x/a.ts',
    '../../poll/b.ts',
    'apps/controller/src/poll/b.ts',
  ],
  [
    'controller-layers',
    'apps/controller/src/spool/a.ts',
    '../uplink/b.ts',
    'apps/controller/src/uplink/b.ts',
  ],
  [
    'controller-layers',
    'apps/controller/src/generator/a.ts',
    '../acting/b.ts',
    'apps/controller/src/acting/b.ts',
  ],
  [
    'controller-layers',
    'apps/controller/src/identity/a.ts',
    '../controller.ts',
    'apps/controller/src/controller.ts',
  ],
  ['controller-layers', 'apps/controller/src/poll/a.ts', '../main.ts', 'apps/controller/src/main.ts'],
]

test.each(FORBIDDEN)('%s: %s may not import %s', (rule, from, specifier, target) => {
  const files: [string, string][] = [[from, `import { x } from '${specifier}'\n`]]
  if (target !== null) files.push([target, 'export const x = 1\n'])
  expect(check(...files)).toContain(`${rule} ${from}`)
})

test('every rule is shown to bite', () => {
  expect([...new Set(FORBIDDEN.map(([rule]) => rule))].sort()).toEqual(RULES.map(({ name }) => name).sort())
})

test.each([
  ["export { x } from 'zod'"],
  ["export * from 'zod'"],
  ["import type { z } from 'zod'"],
  ["import 'zod'"],
  ["const z = await import('zod')"],
])('sees %s', (text) => {
  expect(check(['packages/domain/src/a.ts', text])).toEqual([
    'domain-imports-nothing packages/domain/src/a.ts',
  ])
})

test('finds a circle once and names it', () => {
  expect(
    check(
      ['apps/server/src/a.ts', "import { b } from './b.ts'\nexport const a = b"],
      ['apps/server/src/b.ts', "import { c } from './c.ts'\nexport const b = c"],
      ['apps/server/src/c.ts', "import { a } from './a.ts'\nexport const c = a"],
    ),
  ).toEqual(['no-circle apps/server/src/c.ts'])
})

test('finds two modules that know each other, though no file imports itself in the end', () => {
  const module = 'apps/server/src/modules'
  expect(
    check(
      [`${module}/m/m.port.ts`, 'export type M = 1'],
      [`${module}/m/m.service.ts`, "import type { N } from '../n/n.port.ts'"],
      [`${module}/n/n.port.ts`, 'export type N = 1'],
      [`${module}/n/n.service.ts`, "import type { M } from '../m/m.port.ts'"],
    ),
  ).toEqual([`no-module-circle ${module}/n/n.service.ts`])
})

test('tells of places that rules name and nobody finds, and of folders that no rule guards', () => {
  const says = findMissingPlaces(
    new Set(['apps/controller/src/poll/a.ts', 'apps/controller/src/new/a.ts']),
  ).map((violation) => violation.says)
  expect(says).toContain('names apps/controller/src/spool, which is not there')
  expect(says).toContain('names packages/domain, which is not there')
  expect(says).not.toContain('names apps/controller/src/poll, which is not there')
  expect(says).toContain('guards nothing in apps/controller/src/new: give it a row in CONTROLLER_LAYERS')
})

test('finds a barrel', () => {
  expect(check(['packages/domain/src/index.ts', 'export const a = 1'])).toEqual([
    'no-barrel packages/domain/src/index.ts',
  ])
})

test('lets through what the layers allow', () => {
  expect(
    check(
      ['packages/domain/src/d.ts', 'export const d = 1'],
      ['packages/domain/src/d.test.ts', "import { test } from 'vitest'\nimport { d } from './d.ts'"],
      ['packages/contract/src/c.ts', "import { z } from 'zod/mini'\nimport { d } from '@shipminer/domain/d'"],
      ['packages/testkit/src/t.ts', "import { c } from '@shipminer/contract/c'"],
      ['apps/server/src/modules/m/m.port.ts', 'export const p = 1'],
      ['apps/server/src/modules/m/m.repository.ts', 'export type Row = { id: string }'],
      ['apps/server/src/modules/m/m.presenter.ts', "import type { Row } from './m.repository.ts'"],
      ['apps/server/src/modules/m/m.policy.ts', "import { d } from '@shipminer/domain/d'"],
      ['apps/server/src/modules/m/other.repository.ts', "import type { Kept } from './m.policy.ts'"],
      ['apps/server/src/modules/n/n.service.ts', "import { p } from '../m/m.port.ts'"],
      [
        'apps/server/src/modules/n/n.routes.ts',
        "import { s } from './n.service.ts'\nimport fastify from 'fastify'",
      ],
      ['apps/server/src/modules/n/n.job.ts', "import { s } from './n.service.ts'"],
      [
        'apps/server/src/modules/n/n.module.ts',
        "import { j } from './n.job.ts'\nimport type { p } from '../m/m.port.ts'\nimport { r } from './n.routes.ts'",
      ],
      ['apps/server/src/app.ts', "import { o } from './modules/n/n.module.ts'"],
      ['apps/server/src/modules/n/n.test.ts', "import { t } from '@shipminer/testkit/t'"],
      ['apps/web/src/app/a.tsx', "import { f } from '../features/f/f.ts'"],
      ['apps/web/src/features/f/f.ts', "import { u } from '../../ui/u.ts'"],
      ['apps/web/src/ui/u.ts', 'export const u = 1'],
    ),
  ).toEqual([])
})
