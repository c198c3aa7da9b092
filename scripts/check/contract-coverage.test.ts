import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@shipminer/contract/endpoints'
import { errorCodes } from '@shipminer/contract/errors'
import { describe, expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { isTest, listSourceFiles } from './source-files.ts'

/** Calls that the product's own pages and controller do not make: they are there for other programs. Each with why. */
const forOtherPrograms: Record<string, string> = {
  miningDevices: 'the plain list of docs/product.md 7.1; the dashboard reads /mining/fleet',
  dashboardMiners: 'all miners at once, of docs/product.md 7.1; the dashboard reads /mining/fleet in pages',
  miningStats: 'the list of means of docs/product.md 7.1; the dashboard’s charts read /performance',
  findMiningStats: 'the second form of the same in docs/product.md 7.1',
  miningDeviceStats: 'the second address of the same figures in docs/product.md 7.1',
  findAlerts: 'the second form of the same list in docs/product.md 7.1, with the filter in the body',
  cryptoPrices: 'the calculator’s answer carries the price with its source already',
  productPricing:
    'the plain call of docs/product.md 7.1; the page asks for a quote, which knows the buyer’s country',
}

const sources = listSourceFiles(REPO_ROOT, (path) => /^(apps|packages|e2e|scripts)\/.*\.(ts|tsx)$/.test(path))
const textsOf = (isWanted: (path: string) => boolean) =>
  sources.filter(({ path }) => isWanted(path)).map(({ text }) => text)
const pages = textsOf((path) => path.startsWith('apps/web/') && !isTest(path))
/** The controller has no table of calls: it knows the one address it needs. */
const daemon = textsOf((path) => path.startsWith('apps/controller/') && !isTest(path))
const tests = textsOf(isTest)
const serverSources = textsOf((path) => path.startsWith('apps/server/src/') && !isTest(path))

describe.each(Object.entries(endpoints))('%s', (name, endpoint) => {
  const byName = new RegExp(`[eE]ndpoints\\.${name}\\b`)
  // The fixed parts of the path, with anything in place of a parameter.
  const byPath = new RegExp(
    endpoint.path
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[\\.*+?^${}()|[\]]/g, '\\$&'))
      .join('[^\'"`\\s]+'),
  )

  test('has a route', () => expect(serverSources.some((text) => byName.test(text))).toBe(true))
  test('has a caller, or a reason for none', () => {
    const isCalled = pages.some((text) => byName.test(text)) || daemon.some((text) => byPath.test(text))
    expect(isCalled || name in forOtherPrograms).toBe(true)
    expect(isCalled && name in forOtherPrograms, 'it has a caller now: take it off the list').toBe(false)
  })
  test('has a test', () => expect(tests.some((text) => byName.test(text) || byPath.test(text))).toBe(true))
})

describe('error codes', () => {
  const words = JSON.parse(readFileSync(join(REPO_ROOT, 'packages/i18n/src/locales/en/errors.json'), 'utf8'))
  test.each(errorCodes)('%s has words in the reader’s language', (code) =>
    expect(Object.keys(words)).toContain(code),
  )
})
