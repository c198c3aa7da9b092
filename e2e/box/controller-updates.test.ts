import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleController } from '../../scripts/lib/bundle-controller.ts'
import { makeReleaseFile, releasePublicKey } from '../../scripts/lib/release-file.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { createController, type ServerProcess } from '../../scripts/lib/stack.ts'
import { operate } from '../support/operate.ts'
import { startServer } from '../support/start-server.ts'

/**
 * Releases from the signing desk to the ship and back. Real: the server and its database, the launcher, the controller as it is installed
 * and as it is bundled, both lines between them. The test takes the place of systemd: it starts the launcher again whenever it ends.
 */
const { privateKey } = generateKeyPairSync('ed25519')
const releaseKey = releasePublicKey(privateKey)
let root: string
let server: ServerProcess
let controllerId: string
let log = ''
let child: ChildProcess | null = null
let isOn = false
/** Long, so that a slow machine is not taken for a bad version; short once it is proven. */
let reportMs = '600000'
const watchers = new Set<() => void>()

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sm-update-'))
  server = await startServer({
    dataDir: join(root, 'server'),
    env: { LOG_LEVEL: 'warn', RELEASE_PUBLIC_KEY: releaseKey },
  })
  const created = await createController(server, 'Ms Update', 'Bow')
  controllerId = created.controllerId
  switchOn(created.enrolmentToken)
  await logged(/uplink live/)
}, 240_000)

afterAll(async () => {
  isOn = false
  powerCut()
  await server?.kill()
  rmSync(root, { recursive: true, force: true })
})

/** What systemd does, and what a power cut leaves to it. */
function switchOn(enrolmentToken = ''): void {
  isOn = true
  const start = () => {
    const started = spawn(process.execPath, [join(REPO_ROOT, 'apps/controller/src/launch.ts')], {
      // Of its own group, so that a power cut takes the launcher and what it started.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        SERVER_URL: server.url,
        CONTROLLER_ID: controllerId,
        ENROLMENT_TOKEN: enrolmentToken,
        RELEASE_PUBLIC_KEY: releaseKey,
        DATA_DIR: join(root, 'board'),
        SCAN_RANGES: '127.0.0.1:1',
        STATUS_PORT: '0',
        UPDATE_REPORT_MS: reportMs,
      },
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => {
        log += chunk
        for (const watcher of watchers) watcher()
      })
    started.once('exit', () => isOn && start())
  }
  start()
}

function powerCut(): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, 'SIGKILL')
}

/** Resolves when the board has logged something. */
function logged(pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!pattern.test(log)) return
      watchers.delete(look)
      resolve()
    }
    watchers.add(look)
    look()
  })
}

async function publish(version: string, files: { path: string; content: Uint8Array }[]): Promise<void> {
  const file = join(root, `${version}.release`)
  const made = makeReleaseFile({ version, minimumNode: '24.0.0', allowsDowngrade: false, files, privateKey })
  writeFileSync(file, made.bytes)
  await operate(server, 'release:publish', { file })
}

const rollOut = (version: string) =>
  operate(server, 'rollout:start', { version, stages: `${controllerId},100%`, reason: 'the journey' })
const standing = async () => ((await operate(server, 'rollout:show')) as Record<string, unknown>[])[0]

test('a release reaches the ship through a power cut at every step, and one that is broken goes back by itself', async () => {
  const files = await bundleController('1.1.0')
  await publish('1.1.0', files)
  await rollOut('1.1.0')
  for (const moment of [
    /"state":"downloading"/,
    /"state":"installing"/,
    /switching to the new version/,
    /"version":"1\.1\.0".*controller starting/,
  ]) {
    await logged(moment)
    powerCut()
  }
  await expect
    .poll(standing, { timeout: 120_000 })
    .toMatchObject({ version: '1.1.0', state: 'reported-in', runs: '1.1.0', rollout: 'done' })
  // Restarted cleanly with a short trial, of which only the time has yet to pass.
  reportMs = '1000'
  child?.kill('SIGTERM')
  await logged(/the new version stays/)

  const crashing = `if (process.argv.includes('--self-test')) console.log(JSON.stringify({ selfTest: 'passed', version: '1.2.0' }))
else process.exit(3)`
  await publish('1.2.0', [{ path: 'app/controller.mjs', content: new TextEncoder().encode(crashing) }])
  await rollOut('1.2.0')
  await expect.poll(standing, { timeout: 120_000 }).toMatchObject({
    version: '1.2.0',
    state: 'rolled-back',
    reason: 'crashed',
    runs: '1.1.0',
    rollout: 'halted',
  })
  expect(log).toContain('going back from 1.2.0 to 1.1.0')
}, 300_000)
