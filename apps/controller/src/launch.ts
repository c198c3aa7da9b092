/*
 * What the system starts on board: runs the version in use, watches a new one until it has shown that it works, and goes back to the one
 * before when it does not. Releases never replace it, so it uses Node's own modules only, and is kept small.
 *
 * A version that is not on trial takes this process over; nothing of the launcher stays in memory.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assessTrial, hangMs } from './update/assess-trial.ts'
import {
  aliveFile,
  giveStartBack,
  launchedArgument,
  planStart,
  readSwitch,
  rollBack,
  type SwitchState,
  switchedExitCode,
  versionEntry,
  writeSwitch,
} from './update/switch-state.ts'

const restartPauseMs = 1_000
const killAfterMs = 20_000
const lookMs = 1_000
/** How often to check whether the server can be reached. */
const probeMs = 15_000

// What is written in this process, and in those that it starts, is for its own user only.
process.umask(0o077)
const dataDir = resolve(process.env.DATA_DIR?.trim() || './data/controller')
const serverUrl = process.env.SERVER_URL?.trim().replace(/\/+$/, '') ?? ''
const reportMs = Number(process.env.UPDATE_REPORT_MS) || 600_000
const installed = fileURLToPath(new URL('./main.ts', import.meta.url))

let child: ChildProcess | null = null
let isStopping = false

function say(message: string): void {
  console.log(JSON.stringify({ level: 40, time: Date.now(), name: 'launcher', msg: message }))
}

const entryOf = (version: string | null) => (version === null ? installed : versionEntry(dataDir, version))

/** Writes the state down; a disk that takes nothing must not keep the ship without a controller. */
function keep(state: SwitchState): boolean {
  try {
    writeSwitch(dataDir, state)
    return true
  } catch (error) {
    say(`the state of the update could not be written: ${error}`)
    return false
  }
}

/** The version to start now, with the state on disk to match. */
function next(): { entry: string; onTrial: boolean } {
  const before = readSwitch(dataDir)
  const plan = planStart(before, (version) => existsSync(versionEntry(dataDir, version)))
  const isSame = JSON.stringify(plan.state) === JSON.stringify(before)
  if (before.current !== plan.run)
    say(`going back from ${before.current} to ${plan.run ?? 'what was installed'}`)
  if (!isSame && !keep(plan.state) && plan.state.trial !== null)
    // A version on trial is not started when the start cannot be counted.
    return { entry: entryOf(before.previous), onTrial: false }
  return { entry: entryOf(plan.run), onTrial: plan.state.trial !== null }
}

function readAlive(): string {
  try {
    return readFileSync(aliveFile(dataDir), 'utf8')
  } catch {
    return ''
  }
}

/** Whether the server answers, by its own words and not those of a login page of some network. */
async function reachesServer(): Promise<boolean> {
  try {
    const answer = await fetch(`${serverUrl}/api/health`, { signal: AbortSignal.timeout(10_000) })
    const body: unknown = await answer.json()
    return (
      answer.ok && typeof body === 'object' && body !== null && 'success' in body && body.success === true
    )
  } catch {
    return false
  }
}

type End = { code: number | null; takenBack: 'hung' | 'not-reported-in' | null }

/** Runs a program to its end. A version on trial is ended when it does not show that it works. */
function run(entry: string, onTrial: boolean): Promise<End> {
  const started = spawn(process.execPath, [...process.execArgv, entry, launchedArgument], {
    stdio: 'inherit',
  })
  child = started
  let takenBack: End['takenBack'] = null
  let looking: NodeJS.Timeout | null = null
  if (onTrial) {
    let alive = readAlive()
    let aliveAt = performance.now()
    let reachedMs = 0
    let askedAt = performance.now()
    let asking = false
    looking = setInterval(
      () => {
        const now = performance.now()
        const seen = readAlive()
        if (seen !== alive) {
          alive = seen
          aliveAt = now
        }
        const { trial } = readSwitch(dataDir)
        const isDue = now - askedAt >= Math.min(probeMs, reportMs / 8)
        if (trial !== null && !trial.proven && !asking && isDue) {
          asking = true
          void reachesServer().then((isReached) => {
            const answeredAt = performance.now()
            if (isReached) reachedMs += answeredAt - askedAt
            askedAt = answeredAt
            asking = false
          })
        }
        const proven = trial?.proven ?? true
        const silentMs = trial === null ? 0 : now - aliveAt
        takenBack ??= assessTrial({ proven, silentMs, reachedMs }, { reportMs, hangMs })
        if (takenBack !== null) end(started)
      },
      Math.min(lookMs, reportMs / 16),
    )
  }
  return new Promise((done) => {
    const finish = (code: number | null) => {
      if (looking !== null) clearInterval(looking)
      child = null
      done({ code, takenBack })
    }
    started.once('error', (error) => {
      say(`the controller could not be started: ${error.message}`)
      finish(1)
    })
    started.once('exit', finish)
  })
}

function end(process: ChildProcess): void {
  process.kill('SIGTERM')
  setTimeout(() => process.kill('SIGKILL'), killAfterMs).unref()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    isStopping = true
    child?.kill(signal)
  })

for (;;) {
  const { entry, onTrial } = next()
  if (!onTrial && typeof process.execve === 'function' && process.platform === 'linux') {
    const args = [process.execPath, ...process.execArgv, entry, launchedArgument]
    process.execve(process.execPath, args, process.env)
  }
  const { code, takenBack } = await run(entry, onTrial)
  const state = readSwitch(dataDir)
  if (isStopping) {
    keep(giveStartBack(state))
    process.exit(code ?? 0)
  }
  if (takenBack !== null && state.trial !== null) {
    keep(rollBack(state, takenBack, null))
    say(`the new version is taken back: ${takenBack}`)
    continue
  }
  if (code === switchedExitCode) continue
  if (state.trial === null) process.exit(code ?? 1)
  say(`the new version ended with ${code ?? 'a signal'}, start ${state.trial.starts}`)
  await new Promise((resume) => setTimeout(resume, restartPauseMs))
}
