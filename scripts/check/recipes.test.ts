import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drivers } from '../../apps/controller/src/drivers/registry.ts'
import { REPO_ROOT } from '../lib/repo.ts'
import { compareLists, findForgotten, findUntold, knownDevices } from './recipes.ts'
import { listSourceFiles } from './source-files.ts'

const locales = listSourceFiles(join(REPO_ROOT, 'packages/i18n'), (path) => /locales\/.*\.json$/.test(path))
const paths = new Set(drivers.map(({ name }) => `e2e/drivers/${name.replace(/-v\d+$/, '')}.test.ts`))

describe('findForgotten', () => {
  test('finds nothing in this checkout', () => expect(findForgotten(locales, paths)).toEqual([]))

  test.each([
    ['ro/fleet', 'alerts.overheat', 'alert kind overheat'],
    ['de/mail', 'alert.overheat', 'alert kind overheat'],
    ['nl/overview', 'alert.overheat', 'alert kind overheat'],
    ['en/koop', 'pay.usdt.title', 'payment method usdt'],
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

test('compareLists names the list that differs', () => {
  expect(compareLists('languages', ['nl', 'en'], { a: ['en', 'nl'], b: ['nl'] })).toEqual([
    'languages: b has nl, and not en, nl',
  ])
})

describe('findUntold', () => {
  const table = readFileSync(join(REPO_ROOT, 'docs/devices.md'), 'utf8')
  test('finds nothing in this checkout', () => expect(findUntold(table, knownDevices())).toEqual([]))
  test.each([
    ['a driver', { drivers: ['toaster'] }],
    ['a recorded device', { recorded: ['toaster-v1'] }],
    ['a model', { models: [] }],
  ])('finds %s that the table and the product do not share', (_, more) =>
    expect(findUntold(table, { ...knownDevices(), ...more })).toHaveLength(1),
  )
})
