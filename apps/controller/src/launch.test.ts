import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installedState, readSwitch, switchTo, versionEntry, writeSwitch } from './update/switch-state.ts'

const launcher = fileURLToPath(new URL('./launch.ts', import.meta.url))
const offerId = '6f1c1a5e-0f8e-4a53-9c55-0d6a4a1f4c11'

/** Gives signs of life, and says on its output what it was started with. */
const alive = `import { writeFileSync } from 'node:fs'
let count = 0
setInterval(() => writeFileSync(process.env.DATA_DIR + '/update/alive', String(count++)), 20)
console.log('started ' + import.meta.url + ' ' + process.argv.slice(2))`

let dataDir: string
let shore: Server
let isReachable: boolean
let asked: number
let onAsked: () => void
let child: ChildProcess
let log: string
let onLog: () => void

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'launch-'))
  isReachable = false
  asked = 0
  onAsked = () => {}
  onLog = () => {}
  log = ''
  shore = createServer((_, response) => {
    asked += 1
    // A login page of a harbour's network answers everything with something of its own.
    if (isReachable) response.setHeader('content-type', 'application/json').end('{"success":true,"data":{}}')
    else response.end('<html>Please sign in</html>')
    onAsked()
  })
  await new Promise<void>((resolve) => shore.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve))
  shore.closeAllConnections()
  await new Promise((resolve) => shore.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

function install(version: string, program: string): void {
  const entry = versionEntry(dataDir, version)
  mkdirSync(dirname(entry), { recursive: true })
  writeFileSync(entry, program)
}

function launch(): void {
  child = spawn(process.execPath, [launcher], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SERVER_URL: `http://127.0.0.1:${(shore.address() as AddressInfo).port}`,
      UPDATE_REPORT_MS: '200',
    },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log += chunk
      onLog()
    })
}

const logged = (pattern: RegExp) =>
  new Promise<void>((resolve) => {
    onLog = () => pattern.test(log) && resolve()
    onLog()
  })
const askedTimes = (count: number) =>
  new Promise<void>((resolve) => {
    onAsked = () => asked >= count && resolve()
    onAsked()
  })

describe('the launcher', () => {
  test('a version on trial without a line to shore goes on; with a line that it alone cannot use it goes back', async () => {
    install('1.0.0', alive)
    install('1.1.0', alive)
    writeSwitch(dataDir, switchTo({ ...installedState, current: '1.0.0' }, '1.1.0', offerId))
    launch()
    await logged(/started \S+1\.1\.0\S+ --launched/)
    // Queried for far longer than it would take, without a single answer of the server.
    await askedTimes(20)
    expect(readSwitch(dataDir)).toMatchObject({ current: '1.1.0', trial: { starts: 1, proven: false } })
    isReachable = true
    await logged(/started \S+1\.0\.0\S+ --launched/)
    expect(readSwitch(dataDir)).toEqual({
      current: '1.0.0',
      previous: null,
      trial: null,
      outcome: { offerId, version: '1.1.0', reason: 'not-reported-in', detail: null },
    })
  })

  test('stopped from outside, the start does not count; a version that is not on trial takes the process over', async () => {
    install('1.1.0', alive)
    writeSwitch(dataDir, switchTo(installedState, '1.1.0', offerId))
    launch()
    await logged(/started/)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(readSwitch(dataDir).trial?.starts).toBe(0)
    writeSwitch(dataDir, { ...installedState, current: '1.1.0' })
    install('1.1.0', "console.log('runs as ' + process.pid); setInterval(() => {}, 1000)")
    launch()
    await logged(/runs as/)
    expect(log).toContain(`runs as ${child.pid}`)
  })

  test('a damaged state and a program that is not there lead to what was installed', async () => {
    mkdirSync(join(dataDir, 'update'))
    writeFileSync(join(dataDir, 'update', 'switch.json'), '{"current":"1.1.0","prev')
    launch()
    // Without settings the installed controller reports that.
    await logged(/settings of the controller are not complete/)
  })
})
