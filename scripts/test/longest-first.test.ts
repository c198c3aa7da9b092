import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { LONGEST_FILES, longestFirst } from './longest-first.ts'

test('the longest of each project begin; projects stay together, and the others as they came', () => {
  const [first, second] = ['e2e/server/demo.test.ts', 'apps/server/test/route-guards.test.ts']
  const files = [
    { project: 'server', path: 'apps/server/src/b.test.ts' },
    { project: 'server', path: 'apps/server/src/a.test.ts' },
    { project: 'server', path: second },
    { project: 'journeys', path: 'e2e/x.test.ts' },
    { project: 'journeys', path: first },
  ]
  expect(longestFirst(files).map(({ path }) => path)).toEqual([
    second,
    'apps/server/src/b.test.ts',
    'apps/server/src/a.test.ts',
    first,
    'e2e/x.test.ts',
  ])
})

test('every file that is named is there', () => {
  expect(LONGEST_FILES.filter((path) => !existsSync(join(REPO_ROOT, path)))).toEqual([])
})
