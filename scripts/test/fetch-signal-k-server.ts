import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REPO_ROOT } from '../lib/repo.ts'
import { runCommand } from '../lib/run-command.ts'

const FOLDER = join(REPO_ROOT, '.cache/signalk')
/** Where it is made, and renamed when it is whole: what broke off half-way is never taken for a server. */
const ASIDE = `${FOLDER}.new`
const PROGRAM = 'node_modules/signalk-server/bin/signalk-server'
const PACKAGE = 'signalk-server@2.23.0'
const TRIED = join(REPO_ROOT, '.cache/system/signalk-server.tried')
const RETRY_AFTER_MS = 24 * 3_600_000
const INSTALL_MS = 120_000

/** The start file of the fetched server, or null when it is not available here. Fetched once; a failed attempt is not repeated for a day. */
export async function fetchSignalK(
  say: (line: string) => void,
  options: { isForced?: boolean } = {},
): Promise<string | null> {
  const program = join(FOLDER, PROGRAM)
  if (existsSync(program)) return program
  const wasTriedLately = existsSync(TRIED) && Date.now() - statSync(TRIED).mtimeMs < RETRY_AFTER_MS
  if (wasTriedLately && !options.isForced) return null
  say(`fetching a Signal K server (${PACKAGE}) for the tests`)
  rmSync(ASIDE, { recursive: true, force: true })
  mkdirSync(ASIDE, { recursive: true })
  // Without a package of its own npm would install into the checkout around it.
  writeFileSync(join(ASIDE, 'package.json'), '{ "name": "signal-k-for-tests", "private": true }\n')
  const { exitCode, output } = await runCommand(
    'npm',
    [
      'install',
      '--prefix',
      ASIDE,
      PACKAGE,
      '--omit=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=1',
    ],
    { output: 'capture', timeoutMs: INSTALL_MS },
  )
  if (exitCode === 0 && existsSync(join(ASIDE, PROGRAM))) {
    rmSync(FOLDER, { recursive: true, force: true })
    renameSync(ASIDE, FOLDER)
    return program
  }
  say(`no Signal K server: npm ended with ${exitCode}. ${output.trim().slice(-300)}`)
  rmSync(ASIDE, { recursive: true, force: true })
  mkdirSync(dirname(TRIED), { recursive: true })
  writeFileSync(TRIED, '')
  return null
}
