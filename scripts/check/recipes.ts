/**
 * What a recipe of CONTRIBUTING.md could forget: lists that have to name the same things, and texts that a new entry needs.
 * To add one: a line in `findForgotten`.
 */
import { LanguageSchema } from '@shipminer/contract/account/account'
import { auditNouns } from '@shipminer/contract/desk/audit'
import { ShipInputSchema } from '@shipminer/contract/ships'
import { PaymentMethodSchema } from '@shipminer/contract/shop/orders'
import { alertKindNames } from '@shipminer/domain/alerts/alert-kinds'
import { paymentMethods } from '@shipminer/domain/orders/order'
import { evmChainNames } from '@shipminer/domain/payments/network-names'
import { languages } from '@shipminer/i18n/languages'
import { settingsTable as boxSettings } from '../../apps/controller/src/config.ts'
import { ownDevices } from '../../apps/controller/src/drivers/fixtures/recorded-devices.ts'
import { drivers } from '../../apps/controller/src/drivers/registry.ts'
import { LANGUAGES } from '../../apps/controller/src/status-page/texts.ts'
import { settingsMarkdown, settingsTable } from '../../apps/server/src/admin/settings-table.ts'
import { explorerUrlOf, knownTokens } from '../../apps/server/src/modules/payments/payment-networks.ts'
import { modelNames } from '../../apps/simulator/src/models/catalogue.ts'
import { ruleGroups } from '../../apps/web/src/features/alerts/lib/rule-groups.ts'
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

const NOUN_TEXTS: readonly TextPlace[] = [['desk-audit', 'subject.*']]

/** Settings that the systemd unit sets, or that production refuses: they do not stand in `deploy/server.env.example`. */
export const settingsOutsideExample: readonly string[] = [
  'AUTH_TEST',
  'DATA_DIR',
  'DEMO',
  'PAYMENT_TEST',
  'PAYMENT_TEST_PRODUCT',
  'PORT',
  'WEBHOOK_ALLOW_LOOPBACK',
]

/** What is missing in a checkout with these text files and paths; empty when nothing is. */
export function findForgotten(locales: readonly SourceFile[], paths: ReadonlySet<string>): string[] {
  const texts = textsOf(locales)
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
    ...compareLists('alert kinds', alertKindNames, {
      'apps/web/src/features/alerts/lib/rule-groups.ts': Object.values(ruleGroups).flat(),
    }),
    ...findMissing('alert kind', alertKindNames, ALERT_TEXTS),
    ...findMissing('noun of the audit log', auditNouns, NOUN_TEXTS),
    ...findMissing('payment method', paymentMethods, METHOD_TEXTS),
    ...drivers
      .map(({ name }) => `e2e/drivers/${name.replace(/-v\d+$/, '')}.test.ts`)
      .filter((path) => !paths.has(path))
      .map((path) => `a driver has no contract test against its simulated device: ${path}`),
  ]
}

/** Texts by `<language>/<file>` and key. */
const textsOf = (locales: readonly SourceFile[]) =>
  new Map(
    locales.map(({ path, text }) => [
      path.replace(/^.*locales\//, '').replace('.json', ''),
      JSON.parse(text) as Record<string, string>,
    ]),
  )

/** Pages and files in which every setting stands, as they are. */
type SettingsPages = { runbook: string; installNote: string; example: string }

/** Settings of the server and the box that a page, the desk's texts or the example file lack, or say otherwise. */
export function findForgottenSettings(
  locales: readonly SourceFile[],
  { runbook, installNote, example }: SettingsPages,
): string[] {
  const texts = textsOf(locales)
  const settings = settingsTable({})
  const names = settings.map(({ setting }) => setting)
  return [
    ...compareLists('settings', rowsOf(settingsMarkdown()), { 'docs/runbook.md': rowsOf(runbook) }),
    ...compareLists('settings', rowsOf(boxSettings()), { 'docs/install-controller.md': rowsOf(installNote) }),
    ...languages.flatMap((language) =>
      compareLists('settings', names, {
        [`${language}/desk-settings.json`]: Object.keys(texts.get(`${language}/desk-settings`) ?? {}),
      }),
    ),
    ...settings
      .filter(({ setting, meaning }) => {
        const said = texts.get('en/desk-settings')?.[setting]
        return said !== undefined && said.replaceAll('\u00a0', ' ') !== meaning
      })
      .map(({ setting, meaning }) => `settings: ${setting}: en/desk-settings.json must say “${meaning}”`),
    ...compareLists(
      'settings',
      names.filter((name) => !settingsOutsideExample.includes(name)),
      {
        'deploy/server.env.example': [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(
          ([, name = '']) => name,
        ),
      },
    ),
  ]
}

/** The rows of the first table of settings in a page. */
function rowsOf(page: string): string[] {
  const table = /\| Setting \| Default \| Meaning \|\n\|-.*\n((?:\|.*(?:\n|$))+)/.exec(page)?.[1] ?? ''
  return table.split('\n').filter(Boolean)
}

/** Chains by id whose payments nobody could ask for, or look at. */
export function findUnusableChains(names: Readonly<Record<number, string>> = evmChainNames): string[] {
  const ids = [...new Set([...Object.keys(names), ...Object.keys(knownTokens)].map(Number))]
  const where = 'apps/server/src/modules/payments/payment-networks.ts'
  return ids.flatMap((chainId) => [
    ...(names[chainId] === undefined ? [`chain ${chainId} has tokens in ${where} and no name`] : []),
    ...(knownTokens[chainId]?.some(({ isAccepted }) => isAccepted)
      ? []
      : [`chain ${chainId} has no token that is accepted in ${where}`]),
    ...(explorerUrlOf({ chainId }, 'mainnet', '') === null
      ? [`chain ${chainId} has no explorer in ${where}`]
      : []),
  ])
}

/** Jobs of files `*.job.ts` that `isolated-jobs.test.ts` does not name: what becomes of the others when one of many fails. */
export function findUnjudgedJobs(jobs: readonly SourceFile[], isolation: string): string[] {
  const named = new Set([...isolation.matchAll(/^\s+'?([a-z][a-z-]+)'?[:,]/gm)].map(([, name]) => name))
  return jobs
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ +name: '([a-z-]+)',$/gm)].map(([, name = '']) => ({ path, name })),
    )
    .filter(({ name }) => !named.has(name))
    .map(
      ({ path, name }) =>
        `${path}: isolated-jobs.test.ts does not say how the job ${name} is kept from failing for all`,
    )
}

/** Migrations that no server would run, since `migrations.ts` does not name them. */
export function findUnlistedMigrations(paths: readonly string[], list: string): string[] {
  return paths
    .map((path) => /^apps\/server\/migrations\/(.+)\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined && !list.includes(`  '${name}': `))
    .map((name) => `the migration ${name} is not named in apps/server/src/platform/db/migrations.ts`)
}

/** Fields of a ship that its form does not show. */
export function findUnshownFields(editor: string): string[] {
  return Object.keys(ShipInputSchema.shape)
    .filter((field) => !editor.includes(`value={form.${field}}`))
    .map((field) => `the field ${field} of a ship stands in no form: ship-editor.tsx`)
}

/** The drivers, recorded answers and simulated models that there are. */
export function knownDevices() {
  const recorded = ownDevices().map(({ name }) => name)
  return { drivers: drivers.map(({ name }) => name), recorded, models: modelNames }
}

/** What the table of `docs/devices.md` names wrongly or not at all. */
export function findMissingDevices(
  table: string,
  known: { drivers: readonly string[]; recorded: readonly string[]; models: readonly string[] },
): string[] {
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
  const cells = rows.map((row) => row.split('|'))
  const listed = cells.flatMap((row) => namesIn(row[1] ?? ''))
  const tested = cells.flatMap((row) => namesIn(row.at(-2) ?? ''))
  const untested = cells.filter((row) => namesIn(row.at(-2) ?? '').length === 0)
  return [
    ...untested.map((row) => `docs/devices.md:${row[1]}has no recorded answers and no simulated device`),
    ...compareLists('docs/devices.md', [...known.drivers, ...known.recorded, ...known.models], {
      'its table': [...listed, ...tested],
    }),
  ]
}

export function compareLists(
  what: string,
  wanted: readonly string[],
  lists: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(lists).flatMap(([where, list]) => [
    ...listWithout(wanted, list).map((name) => `${what}: ${where} lacks ${name}`),
    ...listWithout(list, wanted).map(
      (name) => `${what}: ${where} has ${name}, which is none or is there twice`,
    ),
  ])
}

/** What is left of a list when everything of another one is taken from it, each as often as it is there. */
function listWithout(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return list.filter((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
