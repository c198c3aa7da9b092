/**
 * What a recipe of CONTRIBUTING.md could forget: lists that have to name the same things, and texts that a new entry needs.
 * To add one: a line in `findForgotten`.
 */
import { LanguageSchema } from '@shipminer/contract/account/account'
import { PaymentMethodSchema } from '@shipminer/contract/shop/orders'
import { alertKindNames } from '@shipminer/domain/alerts/alert-kinds'
import { paymentMethods } from '@shipminer/domain/orders/order'
import { languages } from '@shipminer/i18n/languages'
import { ownDevices } from '../../apps/controller/src/drivers/fixtures/recorded-devices.ts'
import { drivers } from '../../apps/controller/src/drivers/registry.ts'
import { LANGUAGES } from '../../apps/controller/src/status-page/texts.ts'
import { modelNames } from '../../apps/simulator/src/models/catalogue.ts'
import { LOCALES } from './locales.ts'
import type { SourceFile } from './source-files.ts'

/** Where a name needs a text: a file of `packages/i18n`, and the key with `*` for the name. */
type TextPlace = readonly [file: string, key: string]

const ALERT_TEXTS: readonly TextPlace[] = [
  ['fleet', 'alerts.*'],
  ['fleet', 'alerts.advice.*'],
  ['overview', 'alert.*'],
  ['alert-settings', 'kind.*'],
  ['desk-fleet', 'alert.*'],
  ['mail', 'alert.*'],
]
const METHOD_TEXTS: readonly TextPlace[] = [
  ['koop', 'pay.*.title'],
  ['koop', 'pay.*.text'],
  ['order', 'method.*'],
  ['payment', 'method.*'],
  ['mail', 'method.*'],
]

/** What is missing in a checkout with these text files and paths; empty when nothing is. */
export function findForgotten(locales: readonly SourceFile[], paths: ReadonlySet<string>): string[] {
  const texts = new Map(
    locales.map(({ path, text }) => [
      path.replace(/^.*locales\//, '').replace('.json', ''),
      JSON.parse(text) as Record<string, unknown>,
    ]),
  )
  const findMissing = (what: string, names: readonly string[], places: readonly TextPlace[]) =>
    languages.flatMap((language) =>
      places.flatMap(([file, key]) =>
        names
          .map((name) => ({ name, full: key.replace('*', name) }))
          .filter(({ full }) => texts.get(`${language}/${file}`)?.[full] === undefined)
          .map(({ name, full }) => `${what} ${name} has no text ${full} in ${language}/${file}`),
      ),
    )
  return [
    ...compareLists('languages', languages, {
      'packages/contract/src/account/account.ts': LanguageSchema.options,
      'the on-board page': LANGUAGES,
      'scripts/check/locales.ts': LOCALES,
    }),
    ...compareLists('payment methods', paymentMethods, {
      'packages/contract/src/shop/orders.ts': PaymentMethodSchema.options,
    }),
    ...findMissing('alert kind', alertKindNames, ALERT_TEXTS),
    ...findMissing('payment method', paymentMethods, METHOD_TEXTS),
    ...drivers
      .map(({ name }) => `e2e/drivers/${name.replace(/-v\d+$/, '')}.test.ts`)
      .filter((path) => !paths.has(path))
      .map((path) => `a driver has no contract test against its simulated device: ${path}`),
  ]
}

/** The drivers, recorded answers and simulated models that there are. */
export function knownDevices() {
  const recorded = ownDevices().map(({ name }) => name)
  return { drivers: drivers.map(({ name }) => name), recorded, models: modelNames }
}

/** What the table of `docs/devices.md` names wrongly or not at all. */
export function findUntold(
  table: string,
  known: { drivers: readonly string[]; recorded: readonly string[]; models: readonly string[] },
): string[] {
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
  const cells = rows.map((row) => row.split('|'))
  const listed = cells.flatMap((row) => namesIn(row[1] ?? ''))
  const tested = cells.flatMap((row) => namesIn(row.at(-2) ?? ''))
  return compareLists('docs/devices.md', [...known.drivers, ...known.recorded, ...known.models], {
    'its table': [...listed, ...tested],
  })
}

export function compareLists(
  what: string,
  wanted: readonly string[],
  lists: Readonly<Record<string, readonly string[]>>,
): string[] {
  const order = (list: readonly string[]) => [...list].sort().join(', ')
  return Object.entries(lists)
    .filter(([, list]) => order(list) !== order(wanted))
    .map(([where, list]) => `${what}: ${where} has ${order(list)}, and not ${order(wanted)}`)
}
