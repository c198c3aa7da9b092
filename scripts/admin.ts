import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createAdminCommands } from '../apps/server/src/admin/commands.ts'
import {
  createDoctorCommand,
  DoctorReportSchema,
  doctorReportText,
} from '../apps/server/src/admin/doctor/doctor-command.ts'
import { mailDoctorReport } from '../apps/server/src/admin/doctor/mail-report.ts'
import { parseConfig } from '../apps/server/src/config.ts'
import { callAdminSocket, runAdminCommand } from '../apps/server/src/platform/admin/admin-socket.ts'
import { migrateToLatest } from '../apps/server/src/platform/db/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/db/open-database.ts'
import type { Store } from '../apps/server/src/platform/db/store.ts'
import { failureInWords } from '../apps/server/src/platform/failure-in-words.ts'
import { keepPrivate } from '../apps/server/src/platform/private-files.ts'
import { findKeyTexts, loadSecretKey } from '../apps/server/src/platform/secret-key/load-secret-key.ts'
import type { SecretKey } from '../apps/server/src/platform/secret-key/secret-key.ts'

const silent = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * `npm run admin -- <command> [--name value …]`: sends a command to the running server over its local socket, and opens the database itself
 * only when no server runs.
 */
async function main(): Promise<number> {
  const { positionals, tokens } = parseArgs({ strict: false, allowPositionals: true, tokens: true })
  const args: Record<string, string> = {}
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    if (token.kind !== 'option') continue
    const value = token.value ?? (next?.kind === 'positional' ? next.value : '')
    args[token.name] = value
  }
  const command = positionals[0]
  // The server reads it, and does so from its own folder.
  if (args.file) args.file = resolve(args.file)
  const config = parseConfig(process.env)
  // Mailed by this process: a server that does not run cannot.
  const isMailed = command === 'doctor' && args.mail !== undefined
  if (isMailed) Reflect.deleteProperty(args, 'mail')
  const answer =
    (command ? await callAdminSocket(config.DATA_DIR, command, args) : null) ??
    (await runHere(config, command, args))
  if (!answer.ok) {
    console.error(answer.error)
    return 1
  }
  const doctor = DoctorReportSchema.safeParse(answer.result)
  if (doctor.success) {
    console.log(doctorReportText(doctor.data))
    if (isMailed) console.log(await mailDoctorReport(config, doctor.data))
    return doctor.data.sound ? 0 : 1
  }
  if (Array.isArray(answer.result)) console.table(answer.result)
  else for (const [name, value] of Object.entries(answer.result as object)) console.log(`${name}: ${value}`)
  return 0
}

async function runHere(
  config: ReturnType<typeof parseConfig>,
  command: string | undefined,
  args: Record<string, string>,
) {
  const offline = createAdminCommands({
    config,
    store: undefined as never,
    secretKey: undefined as never,
    environment: process.env,
  })
  if (!command || !Object.hasOwn(offline, command)) {
    const lines = Object.entries(offline).map(([name, { describe }]) => `  ${name.padEnd(20)} ${describe}`)
    return { ok: false as const, error: `Usage: npm run admin -- <command>\n\n${lines.join('\n')}` }
  }
  if (command === 'settings') return runAdminCommand(offline, command, args)
  if (command === 'doctor') return doctorHere(config, args)
  keepPrivate(config.DATA_DIR)
  const secretKey = loadSecretKey(config)
  const store = await openDatabase({ config, logger: silent })
  try {
    await migrateToLatest(store)
    return await runAdminCommand(
      createAdminCommands({ config, store, secretKey, environment: process.env }),
      command,
      args,
    )
  } finally {
    await store.close()
  }
}

/** One that this user cannot read is named with the other files. */
function readableKey(config: ReturnType<typeof parseConfig>): SecretKey | null {
  try {
    return findKeyTexts(config) === null ? null : loadSecretKey(config)
  } catch (error) {
    console.error(failureInWords(error))
    return null
  }
}

/** Looks at what is there and mends nothing: no tables are made, no modes are changed. */
async function doctorHere(config: ReturnType<typeof parseConfig>, args: Record<string, string>) {
  let store: Store | undefined
  const commands = createDoctorCommand({
    config,
    async openStore() {
      if (config.DATABASE_URL === null && !existsSync(join(config.DATA_DIR, 'db')))
        throw new Error(`there is none in ${config.DATA_DIR} yet; the first start of the server makes it.`)
      store = await openDatabase({ config, logger: silent })
      return store
    },
    secretKey: readableKey(config),
    clock: Date.now,
    fetch: globalThis.fetch,
    checkup: null,
  })
  try {
    return await runAdminCommand(commands, 'doctor', args)
  } finally {
    await store?.close()
  }
}

process.exitCode = await main().catch((error) => {
  console.error(failureInWords(error))
  return 1
})
