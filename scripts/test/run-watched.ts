/**
 * Runs a test runner that writes run events, says every few seconds how far it is, and ends it when nothing has happened for long. There is no
 * limit on the whole: a slow machine takes longer. However the runner ends, what it had reported is counted.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { REPO_ROOT } from '../lib/repo.ts'
import { plainOutput, remember } from '../lib/run-command.ts'
import { formatProgress } from './progress.ts'
import { EVENTS_FILE_VARIABLE, parseEvents, type RunState, summarizeEvents } from './run-events.ts'

export type WatchOptions = {
  readonly eventsFile: string
  readonly env?: Readonly<Record<string, string>>
  readonly say: (line: string) => void
  readonly sayEveryMs: number
  /** The runner is ended when it has reported nothing for this long. */
  readonly stallMs: number
  /** And at this time of `performance.now()`: nothing may run for ever. */
  readonly deadlineMs: number
  /** What it prints: passed on, or kept away from the terminal. */
  readonly output: 'show' | 'hide'
}

export type WatchedRun = {
  readonly exitCode: number
  /** Why it was cut off, when it was. */
  readonly cutOff: string | null
  readonly state: RunState
}

const LOOK_EVERY_MS = 250
/** Time from requesting the runner to end to killing everything that it started. */
const GRACE_MS = 20_000

export async function runWatched(args: readonly string[], options: WatchOptions): Promise<WatchedRun> {
  const { eventsFile, say } = options
  rmSync(eventsFile, { force: true })
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...args], {
    cwd: REPO_ROOT,
    env: { ...process.env, ...plainOutput, ...options.env, [EVENTS_FILE_VARIABLE]: eventsFile },
    stdio: options.output === 'show' ? ['ignore', 'inherit', 'inherit'] : 'ignore',
    // A group of its own, so that what it started can be ended with it.
    detached: process.platform !== 'win32',
  })
  const forget = remember(child)
  let cutOff: string | null = null
  const end = (reason: string) => {
    cutOff = reason
    say(`!!! ${reason}: ending what runs`)
    child.kill('SIGTERM')
    setTimeout(() => killGroup(child.pid), GRACE_MS).unref()
  }
  let seenBytes = 0
  let changedMs = startedMs
  let saidMs = startedMs
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const size = existsSync(eventsFile) ? statSync(eventsFile).size : 0
    if (size !== seenBytes) [seenBytes, changedMs] = [size, nowMs]
    if (nowMs - saidMs >= options.sayEveryMs) {
      saidMs = nowMs
      say(formatProgress(readState(eventsFile), nowMs - startedMs))
    }
    if (cutOff !== null) return
    if (nowMs - changedMs >= options.stallMs)
      end(`nothing was reported for ${Math.round(options.stallMs / 1_000)} s`)
    else if (nowMs >= options.deadlineMs) end('the time for the whole run is over')
  }, LOOK_EVERY_MS)
  const exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : 15)))
  })
  clearInterval(timer)
  if (cutOff !== null) killGroup(child.pid)
  forget()
  return { exitCode, cutOff, state: readState(eventsFile) }
}

/** What a run had reported, also when it is still going on or was killed. */
export function readState(eventsFile: string): RunState {
  return summarizeEvents(existsSync(eventsFile) ? parseEvents(readFileSync(eventsFile, 'utf8')) : [])
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
