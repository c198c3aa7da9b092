import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { REPO_ROOT } from '../lib/repo.ts'
import { runCommand } from '../lib/run-command.ts'

const TRIED = join(REPO_ROOT, '.cache/system')
const RETRY_AFTER_MS = 24 * 3_600_000

/** Whether a program of that name is in one of the folders of the PATH. */
export function isInPath(name: string, path: string | undefined): boolean {
  return (path ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))
}

/** Whether PostgreSQL's server programs are on this machine, or a server is named by TEST_DATABASE_URL. */
export function hasPostgresql(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment.TEST_DATABASE_URL) return true
  if (isInPath('initdb', environment.PATH)) return true
  const versions = '/usr/lib/postgresql'
  return (
    existsSync(versions) &&
    readdirSync(versions).some((name) => existsSync(join(versions, name, 'bin/initdb')))
  )
}

/**
 * Installs a Debian package when this is root on Debian; resolves to whether it is there now. What could not be
 * installed is not tried again for a day, so that a machine without a network does not wait in every run.
 */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const tried = join(TRIED, `${name}.tried`)
  if (existsSync(tried) && Date.now() - statSync(tried).mtimeMs < RETRY_AFTER_MS) return false
  const apt = (...args: string[]) =>
    runCommand(
      'apt-get',
      [
        '-o',
        'Acquire::Retries=1',
        '-o',
        'Acquire::http::Timeout=15',
        '-o',
        'DPkg::Lock::Timeout=60',
        ...args,
      ],
      {
        output: 'capture',
        env: { DEBIAN_FRONTEND: 'noninteractive' },
        timeoutMs: 240_000,
      },
    )
  const install = () => apt('install', '-y', '--no-install-recommends', name)
  if ((await install()).exitCode === 0) return true
  if ((await apt('update')).exitCode === 0 && (await install()).exitCode === 0) return true
  mkdirSync(TRIED, { recursive: true })
  writeFileSync(tried, '')
  return false
}
