/** Calls of the contract without a route, a caller or a test: found by their names in the sources, or by the fixed parts of their paths. */
import { endpoints } from '@shipminer/contract/endpoints'
import { isTest, type SourceFile } from './source-files.ts'

/** Calls that the product's own pages and controller do not make: they are there for other programs. Each with why. */
const forOtherPrograms: Readonly<Record<string, string>> = {
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

/** What is missing of one call; empty when nothing is. */
type Missing = (name: string, path: string) => string[]

/** Looks through these sources once, for every call that is asked about. */
export function coverageOf(sources: readonly SourceFile[]): Missing {
  const textOf = (isWanted: (path: string) => boolean) =>
    sources
      .filter(({ path }) => isWanted(path))
      .map(({ text }) => text)
      .join('\n')
  const namesIn = (text: string) =>
    new Set([...text.matchAll(/[eE]ndpoints\.(\w+)/g)].map(([, name]) => name))
  const routes = namesIn(textOf((path) => path.startsWith('apps/server/src/') && !isTest(path)))
  const pages = namesIn(textOf((path) => path.startsWith('apps/web/') && !isTest(path)))
  // The controller has no table of calls: it knows the one address it needs.
  const daemon = textOf((path) => path.startsWith('apps/controller/') && !isTest(path))
  const tests = textOf(isTest)
  const tested = namesIn(tests)
  return (name, path) => {
    const byPath = pathPattern(path)
    const isCalled = pages.has(name) || byPath.test(daemon)
    return [
      ...(routes.has(name) ? [] : [`${name} has no route`]),
      ...(isCalled || name in forOtherPrograms ? [] : [`${name} has no caller, and no reason for none`]),
      ...(isCalled && name in forOtherPrograms ? [`${name} has a caller now: take it off the list`] : []),
      ...(tested.has(name) || byPath.test(tests) ? [] : [`${name} has no test`]),
    ]
  }
}

/** What is missing of all calls of the contract. */
export function findUncovered(sources: readonly SourceFile[]): string[] {
  const missing = coverageOf(sources)
  return Object.entries(endpoints).flatMap(([name, { path }]) => missing(name, path))
}

/** The fixed parts of a path, with anything in place of a parameter. */
const pathPattern = (path: string) =>
  new RegExp(
    path
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[\\.*+?^${}()|[\]]/g, '\\$&'))
      .join('[^\'"`\\s]+'),
  )
