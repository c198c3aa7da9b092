import type { Setting } from '@shipminer/contract/desk/catalogue'
import * as z from 'zod'
import { type Config, ConfigSchema, exampleSettings, parseConfig } from '../config.ts'
import type { Queryable } from '../platform/db/store.ts'
import type { Settings } from '../platform/settings/settings.ts'

type Environment = Record<string, string | undefined>

/** Settings whose values are never shown. Addresses from the environment may contain a password or key, so those are hidden too. */
const secretName = /(^|_)(KEY|TOKEN|SECRET|PASSWORD|XPUB|KEY_OLD)$/
const publicAddresses: ReadonlySet<string> = new Set(['PUBLIC_URL'])

/**
 * Every setting with its value, source, default and meaning. What was stored at run time (`stored`) wins over the environment.
 */
export function settingsTable(
  environment: Environment,
  stored: Readonly<Record<string, string>> = {},
): Setting[] {
  const config = parseConfig(environment)
  const examples = new Set(exampleSettings(config))
  return Object.entries(ConfigSchema.shape).map(([setting, schema]) => {
    const fallback = schema.safeParse(undefined)
    const preset = fallback.success ? fallback.data : undefined
    const text = textOf(preset)
    // An empty value counts as not set, except for a list: there it means an empty list.
    const named = environment[setting] ?? null
    const given = named === '' && !Array.isArray(preset) ? null : named
    const storedValue = stored[setting] ?? null
    const source = storedValue !== null ? 'database' : given !== null ? 'environment' : 'default'
    const isExample = examples.has(setting)
    const isAddress = given?.includes('://') === true && !publicAddresses.has(setting)
    const isSecret = secretName.test(setting) || isAddress
    const value = storedValue ?? given ?? (isExample ? exampleValue(config, setting) : text)
    return {
      setting,
      meaning: z.globalRegistry.get(schema)?.description ?? '',
      value: isSecret || value === '' ? null : value,
      default: text,
      source,
      isSecret,
      isSet: value !== '' && !isExample,
      isExample,
    }
  })
}

/** `settingsTable` including the values stored in the database. */
export async function readSettingsTable(
  db: Queryable,
  settings: Settings,
  environment: Environment,
): Promise<Setting[]> {
  const orders = await settings.inspect(db, 'orders.enabled')
  return settingsTable(environment, orders.version > 0 ? { ORDERS_ENABLED: String(orders.value) } : {})
}

/** The table of the runbook. Its test prints the expected table, and `npm run check -- recipes` the rows that are missing. */
export function settingsMarkdown(): string {
  const rows = settingsTable({}).map(
    ({ setting, default: fallback, meaning }) =>
      `| \`${setting}\` | ${fallback === '' ? 'none' : `\`${fallback.replaceAll(',', ', ')}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** What visitors see in place of a company detail that has not been set. */
function exampleValue({ company, bank }: Pick<Config, 'company' | 'bank'>, setting: string): string {
  if (setting === 'COMPANY_IBAN') return bank.iban
  const name = setting.replace('COMPANY_', '').toLowerCase()
  return (name === 'vat_id' ? company.vatId : company[name as keyof typeof company]).value
}
