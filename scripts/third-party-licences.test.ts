import { expect, test } from 'vitest'
import { checkLicences, formatLicences, listLicences } from './third-party-licences.ts'

const lock = (packages: Record<string, Record<string, unknown>>) => ({ packages })
const list = (packages: Record<string, Record<string, unknown>>) => listLicences(lock(packages))

test('tells what is shipped from what is for development', () => {
  const { shipped, development, errors } = list({
    '': { name: 'root' },
    'apps/server': { name: '@shipminer/server' },
    'node_modules/@shipminer/server': { link: true },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/a': { version: '2.0.0', license: 'ISC' },
    'node_modules/c': { version: '3.0.0', license: 'LGPL-3.0-or-later', dev: true },
  })
  expect(shipped.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 2.0.0', 'b 1.0.0'])
  expect(development).toEqual([{ name: 'c', version: '3.0.0', licence: 'LGPL-3.0-or-later' }])
  expect(errors).toEqual([])
})

test('a package that is shipped somewhere is shipped', () => {
  const a = { version: '1.0.0', license: 'MIT' }
  const { shipped, development } = list({
    'node_modules/a': { ...a, dev: true },
    'node_modules/b/node_modules/a': a,
  })
  expect([shipped.length, development.length]).toEqual([1, 0])
})

test.each([
  ['GPL-3.0-only', 1],
  ['MIT AND GPL-3.0-only', 1],
  ['(MIT OR GPL-3.0-only)', 0],
  ['(Apache-2.0 AND MIT)', 0],
  [undefined, 1],
])('shipped under %s', (license, count) => {
  expect(list({ 'node_modules/a': { version: '1.0.0', license } }).errors).toHaveLength(count)
})

test('variants for one platform stand for themselves only where their licence differs', () => {
  const { shipped, errors } = list({
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' },
    },
    'node_modules/a-linux': { version: '1.0.0', license: 'MIT', os: ['linux'], optional: true },
    'node_modules/a-mac': { version: '1.0.0', os: ['darwin'], optional: true },
    'node_modules/a-lib': { version: '1.0.0', license: 'Apache-2.0', os: ['darwin'], optional: true },
  })
  expect(shipped.map(({ name }) => name)).toEqual(['a', 'a-lib'])
  expect(errors).toEqual([])
})

test('the document is that of the lock file', () => {
  expect(checkLicences()).toEqual([])
  expect(formatLicences(list({ 'node_modules/a': { version: '1.0.0', license: 'MIT' } }))).toContain(
    '| a | 1.0.0 | MIT |',
  )
})
