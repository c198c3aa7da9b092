import * as z from 'zod'
import { ConfigSchema } from '../config.ts'

/** Every setting with its default and meaning, as rows of the runbook's table. Secrets show that they exist, not what they are. */
export function settingsTable(
  environment: Record<string, string | undefined>,
): { setting: string; default: string; source: string; meaning: string }[] {
  return Object.entries(ConfigSchema.shape).map(([setting, schema]) => {
    const fallback = schema.safeParse(undefined)
    const value = fallback.success ? fallback.data : undefined
    return {
      setting,
      default: value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value),
      source: environment[setting] ? 'environment' : 'default',
      meaning: z.globalRegistry.get(schema)?.description ?? '',
    }
  })
}

/** The table of the runbook. Its test prints what has to stand there. */
export function settingsMarkdown(): string {
  const rows = settingsTable({}).map(
    ({ setting, default: fallback, meaning }) =>
      `| \`${setting}\` | ${fallback === '' ? 'none' : `\`${fallback.replaceAll(',', ', ')}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
