import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@shipminer/contract/endpoints'
import { errorCodes } from '@shipminer/contract/errors'
import { describe, expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { coverageOf } from './contract-coverage.ts'
import { listSourceFiles, type SourceFile } from './source-files.ts'

const sources = listSourceFiles(REPO_ROOT, (path) => /^(apps|packages|e2e|scripts)\/.*\.(ts|tsx)$/.test(path))
const missing = coverageOf(sources)

test.each(Object.entries(endpoints))(
  '%s has a route, a caller or a reason for none, and a test',
  (name, { path }) => expect(missing(name, path)).toEqual([]),
)

describe('coverageOf', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text })
  const route = file('apps/server/src/a.routes.ts', 'router.route(shipEndpoints.ships, …)')
  const page = file('apps/web/src/api.ts', 'call(shipEndpoints.ships)')
  const own = file('apps/server/src/a.routes.test.ts', "get('/user/ships')")
  const found = (...files: SourceFile[]) => coverageOf(files)('ships', '/user/ships')

  test('finds nothing where all is there', () => expect(found(route, page, own)).toEqual([]))
  test.each([
    ['ships has no route', [page, own]],
    ['ships has no caller, and no reason for none', [route, own]],
    ['ships has no test', [route, page]],
  ])('finds that %s', (says, files) => expect(found(...files)).toEqual([says]))

  test('takes a path with anything for its parameter, and a caller of the box for one', () => {
    const box = file('apps/controller/src/a.ts', `fetch(\`\${url}/api/uplink/7/now\`)`)
    const journey = file('e2e/a.test.ts', `call(\`/uplink/\${id}/now\`)`)
    const bound = file('apps/server/src/b.routes.ts', 'route(uplinkEndpoints.uplinkNow)')
    expect(coverageOf([bound, box, journey])('uplinkNow', '/uplink/{id}/now')).toEqual([])
  })

  test('finds a reason for no caller that holds no longer', () => {
    const caller = file('apps/web/src/api.ts', 'call(alertEndpoints.findAlerts)')
    expect(coverageOf([caller])('findAlerts', '/alerts/find')).toContainEqual(
      'findAlerts has a caller now: take it off the list',
    )
  })
})

describe('error codes', () => {
  const words = JSON.parse(readFileSync(join(REPO_ROOT, 'packages/i18n/src/locales/en/errors.json'), 'utf8'))
  test.each(errorCodes)('%s has words in the reader’s language', (code) =>
    expect(Object.keys(words)).toContain(code),
  )
})
