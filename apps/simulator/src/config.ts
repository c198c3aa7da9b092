import { parseArgs } from 'node:util'
import { reasonOf } from '@shipminer/domain/reason-of'
import { z } from 'zod'
import { modelNames } from './models/catalogue.ts'
import type { FleetEntry } from './ship/plan.ts'

const Count = z.coerce.number().int().min(0).max(5000)
const Port = z.coerce.number().int().min(0).max(65_535)
const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** More units of any model: `whatsminer-m50s=2,avalon-q=1`. */
const Fleet = z.string().transform((text, context): FleetEntry[] => {
  const entries: FleetEntry[] = []
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', count = '1'] = part.split('=').map((one) => one.trim())
    const model = modelNames.find((one) => one === name)
    const parsed = Count.safeParse(count)
    if (model === undefined || !parsed.success) {
      context.addIssue({ code: 'custom', message: `'${part}' is not <model>=<count>` })
      return z.NEVER
    }
    entries.push({ model, count: parsed.data })
  }
  return entries
})

/** Every setting of the process: flag `--name`, environment `SIM_NAME`. */
const ConfigSchema = z.object({
  name: z.string().min(1).default('Simulated ship'),
  seed: z.string().min(1).default('ship'),
  miners: Count.default(3),
  model: z.enum(modelNames).default('s19xp-hyd'),
  lottery: Count.default(1),
  bitaxes: Count.default(0),
  fleet: Fleet.default([]),
  ports: z.enum(['ephemeral', 'standard']).default('ephemeral'),
  host: z.ipv4().optional(),
  'web-port': Port.default(80),
  'admin-port': Port.default(4080),
  'age-hours': z.coerce.number().min(0).max(10_000).default(6),
  /** Share of the one to three minutes that stock Antminers take to rest; 0: at once. */
  'rest-pace': z.coerce.number().min(0).max(10).default(1),
  user: z.string().min(1).default('root'),
  password: z.string().min(1).default('root'),
  scenario: z.string().min(1).optional(),
  /** Capacity of the generator, kW; 0: none is simulated. */
  'generator-kw': z.coerce.number().min(0).max(100_000).default(0),
  /** What the ship itself always takes, kW. */
  'ship-kw': z.coerce.number().min(0).max(100_000).default(20),
  /** A crane or thruster: so many kW for two minutes out of every 21; 0: none. */
  'crane-kw': z.coerce.number().min(0).max(100_000).default(0),
  'allow-non-loopback': Flag.default(false),
})

/** The settings after parsing. */
export type Config = z.infer<typeof ConfigSchema>

const names = Object.keys(ConfigSchema.shape) as (keyof Config)[]

/** Where a setting comes from besides its flag. */
export const envName = (name: string) => `SIM_${name.toUpperCase().replaceAll('-', '_')}`

/** Reads the settings; a flag beats the environment. All problems come back in one list. */
export function parseConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  let flags: Record<string, string | boolean | undefined>
  try {
    flags = parseArgs({
      args: [...args],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    }).values as Record<string, string | undefined>
  } catch (error) {
    return { ok: false, problems: [reasonOf(error)] }
  }
  const given = Object.fromEntries(
    names.map((name) => [name, flags[name] ?? env[envName(name)]]).filter(([, value]) => value !== undefined),
  )
  const parsed = ConfigSchema.safeParse(given)
  if (parsed.success) return { ok: true, config: parsed.data }
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return `--${name} (${envName(name)}): ${issue.message}`
  })
  return { ok: false, problems }
}

/** The settings of this process. */
export function readConfig() {
  return parseConfig(process.argv.slice(2), process.env)
}
