import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reasonOf } from '@shipminer/domain/reason-of'
import { REPO_ROOT } from '../lib/repo.ts'
import { runCommand } from '../lib/run-command.ts'

const FOLDER = join(REPO_ROOT, '.cache/bitcoin')
const PROGRAM = join(FOLDER, 'bitcoind')
const PACKAGE = 'bitcoin-knots'
const TRIED = join(REPO_ROOT, '.cache/system/bitcoin-knots.tried')
const RETRY_AFTER_MS = 24 * 3_600_000
const SOURCES = '/etc/apt/sources.list.d'
/** The release that has the package; the machine's own may be older. */
const SUITE = 'sid'

/** The program that starts the fetched node, or null when it is not available here. Fetched once; a failed attempt is not repeated for a day. */
export async function fetchBitcoind(
  say: (line: string) => void,
  options: { isForced?: boolean } = {},
): Promise<string | null> {
  if (existsSync(PROGRAM)) return PROGRAM
  const wasTriedLately = existsSync(TRIED) && Date.now() - statSync(TRIED).mtimeMs < RETRY_AFTER_MS
  if (wasTriedLately && !options.isForced) return null
  const mirror = debianMirror()
  if (mirror === null) {
    say('no Bitcoin node: this is not a Debian with apt sources that are understood')
    return null
  }
  say(`fetching a Bitcoin node (${PACKAGE}) for the tests`)
  const root = join(FOLDER, 'root')
  try {
    await download(mirror)
    await unpack(root)
    writeFileSync(
      PROGRAM,
      `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)/root
loader=$(ls "$here"/usr/lib64/ld-linux-*.so.2 "$here"/usr/lib/ld-linux-*.so.1 2>/dev/null | head -1)
exec "$loader" --library-path "$(echo "$here"/usr/lib/*-linux-gnu)" "$here/usr/bin/bitcoind" "$@"
`,
    )
    await chmod(PROGRAM, 0o755)
    const { exitCode } = await runCommand(PROGRAM, ['-version'], { output: 'capture', timeoutMs: 20_000 })
    if (exitCode !== 0) throw new Error('the program does not start')
    rmSync(join(FOLDER, 'apt'), { recursive: true, force: true })
    return PROGRAM
  } catch (error) {
    say(`no Bitcoin node: ${reasonOf(error)}`)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(dirname(TRIED), { recursive: true })
    writeFileSync(TRIED, '')
    return null
  }
}

/** A sources entry of this machine with its release replaced, so that mirrors and keys stay the machine's own. */
function debianMirror(): string | null {
  if (process.platform !== 'linux' || !existsSync(SOURCES)) return null
  for (const name of readdirSync(SOURCES).filter((file) => file.endsWith('.sources'))) {
    for (const paragraph of readFileSync(join(SOURCES, name), 'utf8').split(/\n\s*\n/)) {
      const suites = /^Suites:\s*(.*)$/m.exec(paragraph)?.[1] ?? ''
      const isMain = /^Types:.*\bdeb\b/m.test(paragraph) && !/security/.test(paragraph)
      if (isMain && suites !== '')
        return `${paragraph.replace(/^#.*\n?/gm, '').replace(/^Suites:.*$/m, `Suites: ${SUITE}`)}\n`
    }
  }
  return null
}

/** Downloads the package and everything it needs with lists of their own; the machine's package system is not touched. */
async function download(mirror: string): Promise<void> {
  const apt = join(FOLDER, 'apt')
  for (const folder of ['lists/partial', 'cache/archives/partial', 'etc'])
    mkdirSync(join(apt, folder), { recursive: true })
  writeFileSync(join(apt, 'status'), '')
  writeFileSync(join(apt, 'etc/own.sources'), mirror)
  const config = join(apt, 'apt.conf')
  writeFileSync(
    config,
    [
      'Dir::Etc::sourcelist "/dev/null";',
      `Dir::Etc::sourceparts "${join(apt, 'etc')}";`,
      `Dir::State::lists "${join(apt, 'lists')}";`,
      `Dir::Cache "${join(apt, 'cache')}";`,
      `Dir::State::status "${join(apt, 'status')}";`,
      'APT::Install-Recommends "false";',
      'APT::Sandbox::User "root";',
      'Acquire::Retries "1";',
      'Acquire::http::Timeout "15";',
    ].join('\n'),
  )
  for (const args of [['update'], ['-y', '--download-only', 'install', PACKAGE]]) {
    const { exitCode, output } = await runCommand('apt-get', ['-qq', ...args], {
      output: 'capture',
      env: { APT_CONFIG: config, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: 180_000,
    })
    if (exitCode !== 0) throw new Error(`apt-get ${args.at(-1)} failed: ${output.slice(-300)}`)
  }
}

async function unpack(root: string): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    if (!existsSync(join(root, name))) await symlink(`usr/${name}`, join(root, name))
  }
  const archives = join(FOLDER, 'apt/cache/archives')
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const command = `dpkg-deb --fsys-tarfile "$1" | tar x --keep-directory-symlink -C "$2"`
    const { exitCode } = await runCommand('sh', ['-c', command, 'unpack', join(archives, name), root], {
      output: 'capture',
      timeoutMs: 60_000,
    })
    if (exitCode !== 0) throw new Error(`${name} could not be unpacked`)
  }
}
