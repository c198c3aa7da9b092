import { resolve } from 'node:path'
import { z } from 'zod'
import {
  type AddressRange,
  describeAddressRangeError,
  parseAddressRanges,
} from './discovery/address-range.ts'

/** Marks the three logging words that pino and the operator share. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const whole = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, `must lie between ${lowest} and ${highest}`)

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

const addressRanges = z.string().transform((text, context): AddressRange[] => {
  if (text === '') return []
  const parsed = parseAddressRanges(text)
  if (parsed.ok) return parsed.ranges
  context.addIssue({ code: 'custom', message: describeAddressRangeError(parsed.error) })
  return z.NEVER
})

type Setting = { schema: z.ZodType<unknown, string>; fallback: string | null; meaning: string }

/** Every setting of the controller: its rule, its default (null: none), and what it means. To add a setting, add a row and its field in `ControllerConfig`. */
const settings = {
  SERVER_URL: {
    schema: z
      .string()
      .refine(
        (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
        'must be an http:// or https:// address',
      )
      .transform((text) => new URL(text).href.replace(/\/+$/, '')),
    fallback: null,
    meaning: 'Address of the server on shore. Required. Use `https://` outside of a test.',
  },
  CONTROLLER_ID: {
    schema: z.string().regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible characters without spaces'),
    fallback: null,
    meaning: 'Id of this controller, from the card that came with it. Required.',
  },
  ENROLMENT_TOKEN: {
    schema: z.string().max(200, 'must be at most 200 characters'),
    fallback: null,
    meaning: 'One-time token of the first start. Not needed afterwards.',
  },
  DATA_DIR: {
    schema: z.string().transform((path) => resolve(path)),
    fallback: './data/controller',
    meaning: 'Folder of the key, the device list and the spool.',
  },
  SCAN_RANGES: {
    schema: addressRanges,
    fallback: '',
    meaning:
      'Where miners are looked for, separated by commas: `192.168.1.0/24`, `192.168.1.10-40`, `192.168.1.7`, each with an optional `:port`. When not set: the networks that the box itself is in, 256 addresses of each.',
  },
  SCAN_INTERVAL_MS: {
    schema: whole(10_000, 86_400_000),
    fallback: '300000',
    meaning: 'Time between two searches for miners, in ms.',
  },
  POLL_INTERVAL_MS: {
    schema: whole(5_000, 300_000).refine(
      (value) => value % 1_000 === 0 && 300_000 % value === 0,
      'must be whole seconds that divide five minutes, such as 5000, 10000, 15000, 30000 or 60000',
    ),
    fallback: '30000',
    meaning: 'Every miner is asked once in this time, in ms; 5000 to 300000, a divisor of five minutes.',
  },
  POLL_CONCURRENCY: {
    schema: whole(1, 1_024),
    fallback: '64',
    meaning: 'How many miners are asked at the same moment.',
  },
  DEVICE_TIMEOUT_MS: {
    schema: whole(200, 60_000),
    fallback: '5000',
    meaning: 'Time budget of one miner in one poll, in ms; shorter than the poll interval.',
  },
  SPOOL_MAX_BYTES: {
    schema: whole(4 * 2 ** 20, 2 ** 40),
    fallback: String(2 ** 30),
    meaning:
      'Disk space for samples that the server does not have yet, in bytes. The oldest go first when it is used up.',
  },
  DEVICE_LOGINS: {
    schema: z.string().transform((path) => resolve(path)),
    fallback: null,
    meaning:
      'File with logins of miners, taken over into the sealed store at the start and to be removed then: `{"*": {"user": "root", "password": "…"}}`, by device key, IP address or `*`.',
  },
  GENERATOR_FILE: {
    schema: z.string().transform((path) => resolve(path)),
    fallback: null,
    meaning:
      'File that says where the generator’s load is read and what the crew limits, see [safety.md](safety.md). Without it nothing is followed; the master stop works all the same.',
  },
  STATUS_HOST: {
    schema: z.string(),
    fallback: '127.0.0.1',
    meaning: "Address of the status page; the box's own address or `0.0.0.0` shows it on the ship's network.",
  },
  STATUS_PORT: {
    schema: whole(0, 65_535),
    fallback: '8480',
    meaning: 'Port of the status page; 0 takes any free port.',
  },
  STATUS_NAMES: {
    schema: list.transform((names) => names.map((name) => name.toLowerCase())),
    fallback: '',
    meaning:
      'Host names under which the status page may be opened, besides IP addresses and `localhost`, separated by commas.',
  },
  RELEASE_PUBLIC_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be the base64 text that release:key printed'),
    fallback: null,
    meaning:
      'Public half of the key that releases are signed with. Without it the box takes no updates over the line, and says so.',
  },
  UPDATE_REPORT_MS: {
    schema: whole(1_000, 86_400_000),
    fallback: '600000',
    meaning:
      'A new version that was not welcomed by the server in this time, while the server can be reached, is taken back; after as long of running well it stays. In ms.',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
    fallback: 'info',
    meaning: 'Least severe message that is logged.',
  },
} satisfies Record<string, Setting>

type SettingName = keyof typeof settings

export type ControllerConfig = {
  serverUrl: string
  controllerId: string
  /** null after the first start. Never logged. */
  enrolmentToken: string | null
  dataDir: string
  /** Empty: the box's own networks. */
  scanRanges: AddressRange[]
  scanIntervalMs: number
  pollIntervalMs: number
  pollConcurrency: number
  deviceTimeoutMs: number
  spoolMaxBytes: number
  /** null: none given. */
  deviceLogins: string | null
  generatorFile: string | null
  statusHost: string
  statusPort: number
  statusNames: string[]
  /** null: no updates. */
  releaseKey: string | null
  updateReportMs: number
  logLevel: (typeof LOG_LEVELS)[number]
}

export type ConfigResult = { ok: true; config: ControllerConfig } | { ok: false; problems: string[] }

/** Reads all settings; on failure every problem is named, not only the first. An empty value counts as not set. */
export function parseControllerConfig(environment: Record<string, string | undefined>): ConfigResult {
  const problems: string[] = []
  function read<Name extends SettingName>(name: Name): z.output<(typeof settings)[Name]['schema']> | null {
    const setting: Setting = settings[name]
    const text = environment[name]?.trim() || setting.fallback
    if (text === null) return null
    const parsed = setting.schema.safeParse(text)
    if (parsed.success) return parsed.data as z.output<(typeof settings)[Name]['schema']>
    problems.push(`${name} ${parsed.error.issues.map((issue) => issue.message).join(', ')}`)
    return null
  }
  const serverUrl = read('SERVER_URL')
  const controllerId = read('CONTROLLER_ID')
  const enrolmentToken = read('ENROLMENT_TOKEN')
  const dataDir = read('DATA_DIR')
  const scanRanges = read('SCAN_RANGES')
  const scanIntervalMs = read('SCAN_INTERVAL_MS')
  const pollIntervalMs = read('POLL_INTERVAL_MS')
  const pollConcurrency = read('POLL_CONCURRENCY')
  const deviceTimeoutMs = read('DEVICE_TIMEOUT_MS')
  const spoolMaxBytes = read('SPOOL_MAX_BYTES')
  const deviceLogins = read('DEVICE_LOGINS')
  const generatorFile = read('GENERATOR_FILE')
  const statusHost = read('STATUS_HOST')
  const statusPort = read('STATUS_PORT')
  const statusNames = read('STATUS_NAMES')
  const releaseKey = read('RELEASE_PUBLIC_KEY')
  const updateReportMs = read('UPDATE_REPORT_MS')
  const logLevel = read('LOG_LEVEL')
  for (const name of ['SERVER_URL', 'CONTROLLER_ID'] as const) {
    if (!environment[name]?.trim()) problems.push(`${name} is not set`)
  }
  if (deviceTimeoutMs !== null && pollIntervalMs !== null && deviceTimeoutMs >= pollIntervalMs) {
    problems.push(
      `DEVICE_TIMEOUT_MS (${deviceTimeoutMs}) must be shorter than POLL_INTERVAL_MS (${pollIntervalMs})`,
    )
  }
  if (
    serverUrl === null ||
    controllerId === null ||
    dataDir === null ||
    scanRanges === null ||
    scanIntervalMs === null ||
    pollIntervalMs === null ||
    pollConcurrency === null ||
    deviceTimeoutMs === null ||
    spoolMaxBytes === null ||
    statusHost === null ||
    statusPort === null ||
    statusNames === null ||
    updateReportMs === null ||
    logLevel === null ||
    problems.length > 0
  ) {
    return { ok: false, problems }
  }
  return {
    ok: true,
    config: {
      serverUrl,
      controllerId,
      enrolmentToken,
      dataDir,
      scanRanges,
      scanIntervalMs,
      pollIntervalMs,
      pollConcurrency,
      deviceTimeoutMs,
      spoolMaxBytes,
      deviceLogins,
      generatorFile,
      statusHost,
      statusPort,
      statusNames,
      releaseKey,
      updateReportMs,
      logLevel,
    },
  }
}

/** The settings of this process: the only reader of its environment. */
export function readControllerConfig(): ConfigResult {
  return parseControllerConfig(process.env)
}

/** The environment as it is, for handing it on to the process that takes this one's place. */
export function controllerEnvironment(): NodeJS.ProcessEnv {
  return process.env
}

/** The settings as a Markdown table, as the install note shows them. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { fallback, meaning }]: [string, Setting]) =>
      `| \`${name}\` | ${fallback === null || fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`,
  )
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
