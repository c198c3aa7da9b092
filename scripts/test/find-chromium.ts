/**
 * A Chromium for the browser journeys: the one that is there, or else one that this user can install. Not finding one is
 * not fatal: the journeys are then skipped, and the run reports that.
 */
import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium } from '@playwright/test'
import { REPO_ROOT } from '../lib/repo.ts'
import { runCommand, runNode } from '../lib/run-command.ts'
import { installDebianPackage } from './system-packages.ts'

/** Best first: the build without a window takes a third less processor time for the same journeys. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const CACHE = join(REPO_ROOT, '.cache')
const PLAYWRIGHT_CACHE = join(CACHE, 'playwright')

/** A build for servers without any browser or its libraries; pinned, unpacked by us, needs no rights. */
const PORTABLE = { name: '@sparticuz/chromium', version: '153.0.0' }
const PORTABLE_FOLDER = join(CACHE, 'chromium', PORTABLE.version)
const PORTABLE_PROGRAM = join(PORTABLE_FOLDER, 'start.sh')

/** The program to start, or null when there is none and none could be installed. Every program returned has been started once. */
export async function findChromium(
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<string | null> {
  for (const candidate of installedCandidates(environment)) if (await starts(candidate)) return candidate
  const attempts: [label: string, install: () => Promise<boolean>][] = [
    ['the system package chromium-headless-shell', () => installDebianPackage('chromium-headless-shell')],
    ['the system package chromium', () => installDebianPackage('chromium')],
    ["Playwright's own Chromium", installFromPlaywright],
    ['the portable Chromium from the npm registry', installPortable],
  ]
  for (const [label, install] of attempts) {
    say(`no Chromium found; trying ${label}`)
    if (!(await install())) continue
    for (const candidate of installedCandidates(environment)) if (await starts(candidate)) return candidate
  }
  return null
}

/** Existing programs in the order in which they are tried. */
export function installedCandidates(environment: Readonly<Record<string, string | undefined>>): string[] {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...(environment.CHROMIUM_PATH ? [environment.CHROMIUM_PATH] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...playwrightPrograms(environment.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')),
    ...playwrightPrograms(PLAYWRIGHT_CACHE),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    PORTABLE_PROGRAM,
  ]
  return [...new Set(candidates)].filter((candidate) => existsSync(candidate))
}

function playwrightPrograms(folder: string): string[] {
  if (!existsSync(folder)) return []
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-linux-arm64/chrome',
    'chrome-win64/chrome.exe',
  ]
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => inside.map((program) => join(folder, name, program)))
}

async function starts(program: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath: program,
      timeout: 30_000,
      args: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    })
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>starts</title>')
    const title = await page.title()
    await browser.close()
    return title === 'starts'
  } catch {
    return false
  }
}

async function installFromPlaywright(): Promise<boolean> {
  const { exitCode } = await runNode(
    join(REPO_ROOT, 'node_modules/@playwright/test/cli.js'),
    ['install', 'chromium'],
    { output: 'capture', env: { PLAYWRIGHT_BROWSERS_PATH: PLAYWRIGHT_CACHE }, timeoutMs: 180_000 },
  )
  return exitCode === 0
}

async function installPortable(): Promise<boolean> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  try {
    mkdirSync(join(CACHE, 'chromium'), { recursive: true })
    const aside = await mkdtemp(join(CACHE, 'chromium', 'new-'))
    await writeFile(join(aside, 'package.json'), '{ "private": true }\n')
    const { exitCode } = await runCommand(
      'npm',
      [
        'install',
        '--prefix',
        aside,
        '--no-package-lock',
        '--ignore-scripts',
        `${PORTABLE.name}@${PORTABLE.version}`,
      ],
      { output: 'capture', env: { npm_config_cache: join(CACHE, 'npm') }, timeoutMs: 180_000 },
    )
    if (exitCode !== 0) return false
    const packed = join(aside, 'node_modules', PORTABLE.name, 'bin')
    const unpacked = join(aside, 'unpacked')
    mkdirSync(unpacked)
    await pipeline(
      createReadStream(join(packed, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(unpacked, 'chromium'), { mode: 0o755 }),
    )
    for (const name of ['al2023', 'swiftshader', 'fonts'])
      await unpackTar(join(packed, `${name}.tar.br`), unpacked)
    await writeFile(
      join(unpacked, 'start.sh'),
      `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`,
    )
    await chmod(join(unpacked, 'start.sh'), 0o755)
    await rm(PORTABLE_FOLDER, { recursive: true, force: true })
    await rename(unpacked, PORTABLE_FOLDER)
    await rm(aside, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

async function unpackTar(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))))
  })
  await Promise.all([pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin), ended])
}
