import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findPostgresqlBinaries,
  startThrowawayPostgresql,
  type ThrowawayPostgresql,
} from '../../apps/server/src/platform/db/throwaway-postgresql.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { ensureServerBuilt, serverProgram } from '../../scripts/lib/server-build.ts'

/**
 * The upgrade by one command, on two copies that run: to a release that works, to one whose tables cannot be made, and to one that does not start,
 * with the way back that the command says.
 *
 * Real: the script, the server, its backup, PostgreSQL. Simulated: systemd, by this test; the releases are links to this one.
 */
const binaries = findPostgresqlBinaries(process.env.PATH ?? '')
const isRoot = process.getuid?.() === 0
const canRun = binaries !== null && isRoot && existsSync('/usr/sbin/runuser') && existsSync('/usr/bin/curl')
if (!canRun) console.warn('skipped: no upgrade was tried: it takes root, runuser, curl and PostgreSQL')

type Ending = { code: number; said: string }

describe.runIf(canRun)('the upgrade by one command', () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-upgrade-'))
  const link = join(root, 'current')
  const backups = join(root, 'backups')
  const settingsFile = join(root, 'server.env')
  const settings: Record<string, string> = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
    MAIL_FROM: 'Shipminer, tried <noreply@shipminer.example>',
    NETWORK_SOURCES: '',
    PRICE_SOURCES: '',
    PAYMENT_RATE_SOURCES: '',
    VIES_URL: 'off',
  }
  const copies = new Map<number, ChildProcess>()
  let database: ThrowawayPostgresql
  let units: Server
  let ports: number[]

  /** A folder with what a built release has; `own` are files that are others in it. */
  function release(name: string, own: Record<string, string> = {}): string {
    const folder = join(root, name)
    mkdirSync(join(folder, 'apps/server/dist'), { recursive: true })
    mkdirSync(join(folder, 'apps/web/dist/assets'), { recursive: true })
    mkdirSync(join(folder, 'scripts'))
    const linked = [serverProgram, 'node_modules', 'scripts/backup.ts', 'scripts/db-migrate.ts']
    for (const path of linked.filter((path) => !(path in own)))
      symlinkSync(join(REPO_ROOT, path), join(folder, path))
    for (const [path, text] of Object.entries(own)) writeFileSync(join(folder, path), text)
    return folder
  }

  async function end(port: number): Promise<void> {
    const child = copies.get(port)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }

  /** As the unit: the program of the release that the link names now. */
  async function restart(port: number): Promise<void> {
    await end(port)
    const folder = realpathSync(link)
    const child = spawn(process.execPath, [join(folder, serverProgram)], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        ...settings,
        PORT: String(port),
        DATA_DIR: join(root, 'data', String(port)),
      },
      stdio: 'ignore',
    })
    copies.set(port, child)
  }

  const isHealthy = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok === true
  const allHealthy = async () => (await Promise.all(ports.map(isHealthy))).every(Boolean)
  const pids = () => ports.map((port) => copies.get(port)?.pid)

  function upgrade(to: string, more: Record<string, string> = {}): Promise<Ending> {
    const environment = {
      PATH: process.env.PATH,
      NODE: process.execPath,
      SHIPMINER_LINK: link,
      SHIPMINER_ENV: settingsFile,
      SHIPMINER_DATA: join(root, 'data'),
      SHIPMINER_BACKUPS: backups,
      SHIPMINER_USER: userInfo().username,
      SHIPMINER_RESTART: join(root, 'restart.sh'),
      ...more,
    }
    return new Promise((resolve) => {
      execFile(
        'bash',
        [join(REPO_ROOT, 'deploy/upgrade.sh'), to, ...ports.map(String)],
        { env: environment },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
    })
  }

  beforeAll(async () => {
    if (!binaries) return
    await ensureServerBuilt()
    database = await startThrowawayPostgresql(binaries)
    settings.DATABASE_URL = database.urlOf('postgres')
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    writeFileSync(settingsFile, `# Settings of both copies\n${lines.join('\n')}\n`)
    mkdirSync(backups)
    ports = [await freePort(), await freePort()]
    units = createServer((request, answer) => {
      void restart(Number(request.url?.slice(1))).then(() => answer.end())
    })
    await once(units.listen(0, '127.0.0.1'), 'listening')
    const { port } = units.address() as AddressInfo
    writeFileSync(join(root, 'restart.sh'), `#!/bin/bash\nexec curl -sf http://127.0.0.1:${port}/$1\n`)
    chmodSync(join(root, 'restart.sh'), 0o700)
    symlinkSync(release('1.0.0'), link)
    for (const port of ports) await restart(port)
    while (!(await allHealthy())) await sleep(200)
  }, 300_000)

  afterAll(async () => {
    for (const port of copies.keys()) await end(port)
    units?.close()
    await database?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('what is no built release, or runs already, changes nothing', { timeout: 60_000 }, async () => {
    const before = pids()
    const unbuilt = join(root, 'unbuilt')
    mkdirSync(unbuilt)
    expect(await upgrade(unbuilt)).toMatchObject({ code: 2, said: expect.stringContaining('is not built') })
    expect(await upgrade(join(root, '1.0.0'))).toMatchObject({
      code: 2,
      said: expect.stringContaining('runs already'),
    })
    const elsewhere = await upgrade(unbuilt, { SHIPMINER_DATA: join(root, 'nowhere') })
    expect(elsewhere).toMatchObject({ code: 2, said: expect.stringContaining('there is no copy on port') })
    const unset = await upgrade(unbuilt, { SHIPMINER_ENV: join(root, 'none.env') })
    expect(unset).toMatchObject({ code: 2, said: expect.stringContaining('none.env is not there') })
    expect(pids()).toEqual(before)
    expect(readdirSync(backups)).toEqual([])
  })

  test('without a backup nothing is changed', { timeout: 120_000 }, async () => {
    const before = pids()
    const file = join(root, 'a file')
    writeFileSync(file, '')
    const { code, said } = await upgrade(release('1.0.1'), { SHIPMINER_BACKUPS: file })
    expect(code, said).toBe(1)
    expect(said).toContain('no backup could be made: nothing was changed')
    expect(realpathSync(link)).toBe(realpathSync(join(root, '1.0.0')))
    expect(pids()).toEqual(before)
  })

  test('tables that cannot be made leave the old release where it is', { timeout: 120_000 }, async () => {
    const before = pids()
    const broken = release('1.1.0', { 'scripts/db-migrate.ts': "throw new Error('no such table')\n" })
    const { code, said } = await upgrade(broken)
    expect(code, said).toBe(1)
    expect(said).toContain('no such table')
    expect(said).toContain('FAILED; this is the way back')
    expect(said, 'the link was not moved').not.toContain('ln -sfn')
    expect(realpathSync(link)).toBe(realpathSync(join(root, '1.0.0')))
    expect(pids()).toEqual(before)
    expect(await allHealthy()).toBe(true)
  })

  test('two copies move to a new release, one after the other', { timeout: 300_000 }, async () => {
    const before = pids()
    const taken = readdirSync(backups).length
    const over = new AbortController()
    let lookedAt = 0
    let bothAway = 0
    const looking = (async () => {
      while (!over.signal.aborted) {
        const healthy = await Promise.all(ports.map(isHealthy))
        lookedAt += 1
        if (!healthy.some(Boolean)) bothAway += 1
        await sleep(50)
      }
    })()
    const next = release('2.0.0')
    const { code, said } = await upgrade(next)
    over.abort()
    await looking
    expect(code, said).toBe(0)
    expect(said).toContain(`done: 2.0.0 runs on ${ports.join(' ')}`)
    expect(realpathSync(link)).toBe(realpathSync(next))
    for (const [at, pid] of pids().entries()) expect(pid).not.toBe(before[at])
    expect(await allHealthy()).toBe(true)
    expect(lookedAt).toBeGreaterThan(10)
    expect(bothAway, 'one of them answered at every moment').toBe(0)
    expect(readdirSync(backups)).toHaveLength(taken + 1)
    const backup = join(backups, readdirSync(backups).toSorted().at(-1) ?? '')
    expect(lstatSync(backup).size).toBeGreaterThan(1_000)
    expect(lstatSync(backup).mode & 0o077).toBe(0)
  })

  test('a release that does not start: the other copy goes on, and the way back is as it says', {
    timeout: 300_000,
  }, async () => {
    const [first = 0, second = 0] = ports
    const before = pids()
    const old = realpathSync(link)
    const broken = release('3.0.0', { [serverProgram]: 'process.exit(1)\n' })
    const { code, said } = await upgrade(broken, { SHIPMINER_WAIT_SECONDS: '5' })
    expect(code, said).toBe(1)
    expect(said).toContain(`copy ${first} is not healthy after 5 seconds`)
    expect(await isHealthy(first)).toBe(false)
    expect(await isHealthy(second)).toBe(true)
    expect(pids()[1]).toBe(before[1])
    const [, back] = /^upgrade: {3}(ln -sfn .*)$/m.exec(said) ?? []
    await promisify(execFile)('bash', ['-c', back ?? 'false'])
    expect(realpathSync(link)).toBe(old)
    await restart(first)
    await expect.poll(allHealthy, { timeout: 120_000, interval: 200 }).toBe(true)
    const [, backup] = /npm run restore in \S+ with (\S+) /.exec(said) ?? []
    expect(lstatSync(backup ?? '').size).toBeGreaterThan(1_000)
  })
})
