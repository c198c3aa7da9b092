import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evmChainNames } from '@shipminer/domain/payments/network-names'
import { describe, expect, test } from 'vitest'
import { drivers } from '../../apps/controller/src/drivers/registry.ts'
import { REPO_ROOT } from '../lib/repo.ts'
import {
  compareLists,
  findForgotten,
  findForgottenSettings,
  findMissingDevices,
  findUnjudgedJobs,
  findUnlistedMigrations,
  findUnshownFields,
  findUnusableChains,
  knownDevices,
} from './recipes.ts'
import { listPaths, listSourceFiles } from './source-files.ts'

const read = (path: string) => readFileSync(join(REPO_ROOT, path), 'utf8')

const locales = listSourceFiles(join(REPO_ROOT, 'packages/i18n'), (path) => /locales\/.*\.json$/.test(path))
const paths = new Set(drivers.map(({ name }) => `e2e/drivers/${name.replace(/-v\d+$/, '')}.test.ts`))

describe('findForgotten', () => {
  test('finds nothing in this checkout', () => expect(findForgotten(locales, paths)).toEqual([]))

  test.each([
    ['ro/fleet', 'alerts.overheat', 'alert kind overheat'],
    ['de/mail', 'alert.overheat', 'alert kind overheat'],
    ['nl/overview', 'alert.overheat', 'alert kind overheat'],
    ['en/koop', 'pay.usdt.title', 'payment method usdt'],
    ['ro/desk-audit', 'subject.refund', 'noun of the audit log refund'],
  ])('finds that %s has no %s', (name, key, what) => {
    const without = locales.map((file) =>
      file.path.endsWith(`${name}.json`)
        ? { ...file, text: JSON.stringify({ ...JSON.parse(file.text), [key]: undefined }) }
        : file,
    )
    expect(findForgotten(without, paths)).toEqual([`${what} has no text ${key} in ${name}`])
  })

  test('finds a driver without a contract test', () =>
    expect(
      findForgotten(locales, new Set([...paths].filter((path) => !path.includes('vnish')))),
    ).toHaveLength(1))
})

test('compareLists names what a list lacks, what it should not have, and what it has twice', () => {
  const lists = { a: ['en', 'nl'], b: ['nl'], c: ['nl', 'en', 'nl'], d: ['en', 'nl', 'fr'] }
  expect(compareLists('languages', ['nl', 'en'], lists)).toEqual([
    'languages: b lacks en',
    'languages: c has nl, which is none or is there twice',
    'languages: d has fr, which is none or is there twice',
  ])
})

describe('findForgottenSettings', () => {
  const pages = {
    runbook: read('docs/runbook.md'),
    installNote: read('docs/install-controller.md'),
    example: read('deploy/server.env.example'),
  }
  test('finds nothing in this checkout', () => expect(findForgottenSettings(locales, pages)).toEqual([]))

  test.each([
    ['a row of the runbook', 'runbook', /\n\| `HOST`.*/, '', 'docs/runbook.md lacks | `HOST`'],
    ['a row that is gone', 'runbook', '\n| `HOST`', '\n| `OLD` | none | Gone |\n| `HOST`', 'has | `OLD`'],
    ['a row of a box', 'installNote', '| `30000` |', '| `1` |', 'lacks | `POLL_INTERVAL_MS`'],
    ['a line of the example', 'example', /\n#?SMTP_URL=.*/, '', 'deploy/server.env.example lacks SMTP_URL'],
  ] as const)('finds %s', (_, page, from, to, says) =>
    expect(
      findForgottenSettings(locales, { ...pages, [page]: pages[page].replace(from, to) }),
    ).toContainEqual(expect.stringContaining(says)),
  )

  test.each([
    ['ro', undefined, 'settings: ro/desk-settings.json lacks HOST'],
    ['en', 'Another meaning', 'settings: HOST: en/desk-settings.json must say'],
  ])('finds a text of the desk that is missing or says something else: %s', (language, text, says) => {
    const changed = locales.map((file) =>
      file.path.endsWith(`${language}/desk-settings.json`)
        ? { ...file, text: JSON.stringify({ ...JSON.parse(file.text), HOST: text }) }
        : file,
    )
    const [first, ...others] = findForgottenSettings(changed, pages)
    expect(first).toContain(says)
    expect(others).toEqual([])
  })
})

test('findUnusableChains finds a chain without a token that is accepted, an explorer or a name', () => {
  expect(findUnusableChains()).toEqual([])
  const named: Record<number, string> = { ...evmChainNames, 424242: 'Another' }
  delete named[42161]
  expect(findUnusableChains(named).map((line) => line.replace(/ in apps.*/, ''))).toEqual([
    'chain 424242 has no token that is accepted',
    'chain 424242 has no explorer',
    'chain 42161 has tokens',
  ])
})

test('findUnjudgedJobs finds a job of which nobody says what happens when one of many fails', () => {
  const jobs = listSourceFiles(REPO_ROOT, (path) => path.endsWith('.job.ts'))
  const isolation = read('apps/server/src/isolated-jobs.test.ts')
  expect(jobs.length).toBeGreaterThan(30)
  expect(findUnjudgedJobs(jobs, isolation)).toEqual([])
  const without = isolation.replace(/\n {2}'old-prices',/, '')
  expect(findUnjudgedJobs(jobs, without)).toEqual([expect.stringContaining('the job old-prices')])
})

test('findUnlistedMigrations finds one that no server would run', () => {
  const list = read('apps/server/src/platform/db/migrations.ts')
  const paths = listPaths(REPO_ROOT)
  expect(findUnlistedMigrations(paths, list)).toEqual([])
  const more = [...paths, 'apps/server/migrations/9999-forgotten.ts']
  expect(findUnlistedMigrations(more, list)).toEqual([expect.stringContaining('9999-forgotten')])
})

test('findUnshownFields finds a field of a ship that no form shows', () => {
  const editor = read('apps/web/src/features/profile/components/ship-editor.tsx')
  expect(findUnshownFields(editor)).toEqual([])
  expect(findUnshownFields(editor.replace('value={form.homePort}', ''))).toEqual([
    expect.stringContaining('homePort'),
  ])
})

describe('findUntold', () => {
  const table = readFileSync(join(REPO_ROOT, 'docs/devices.md'), 'utf8')
  test('finds nothing in this checkout', () => expect(findMissingDevices(table, knownDevices())).toEqual([]))
  const known = knownDevices()
  test.each([
    ['a driver', { drivers: [...known.drivers, 'toaster'] }, 'its table lacks toaster'],
    ['a recorded device', { recorded: [...known.recorded, 'toaster-v1'] }, 'its table lacks toaster-v1'],
    ['a model', { models: known.models.slice(1) }, `its table has ${known.models[0]}, which is none`],
  ])('finds %s that the table and the product do not share', (_, more, says) =>
    expect(findMissingDevices(table, { ...known, ...more })).toEqual([expect.stringContaining(says)]),
  )
})
