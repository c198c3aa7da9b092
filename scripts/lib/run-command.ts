import { type ChildProcess, spawn } from 'node:child_process'
import { REPO_ROOT } from './repo.ts'

export type CommandResult = {
  /** 128 and more: ended by a signal. */
  readonly exitCode: number
  /** What it wrote, in order, when it was captured; otherwise empty. */
  readonly output: string
  readonly durationMs: number
}

export type CommandOptions = {
  /** `show` passes the terminal on, `capture` keeps the output for later. */
  readonly output: 'show' | 'capture'
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The program is ended after this time; the result then has exit code 124. */
  readonly timeoutMs?: number
}

/** Without a terminal no program colours its output. */
export const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

const running = new Set<ChildProcess>()
let isInterrupted = false

/** Runs a program in the root of the checkout to its end. Never throws: a program that is not there has exit code 127. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: REPO_ROOT,
      env: { ...process.env, ...plainOutput, ...options.env },
      stdio: options.output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const forget = remember(child)
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    let isLate = false
    const timer = options.timeoutMs && setTimeout(() => (isLate = child.kill('SIGTERM')), options.timeoutMs)
    const finish = (exitCode: number, more = '') => {
      if (timer) clearTimeout(timer)
      forget()
      const durationMs = performance.now() - startedMs
      resolve({
        exitCode: isLate ? 124 : exitCode,
        output: Buffer.concat(chunks).toString() + more,
        durationMs,
      })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code, signal) => finish(code ?? 128 + (signal === 'SIGINT' ? 2 : 15)))
  })
}

/** Runs a JavaScript program that a package of this checkout brings, under the Node that runs this one. */
export function runNode(
  script: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return runCommand(process.execPath, [script, ...args], options)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends the programs, then this one. Listens only while one runs: afterwards signals belong to the next listener. */
function endAll(signal: NodeJS.Signals): void {
  isInterrupted = true
  for (const child of running) child.kill(signal)
  setTimeout(() => process.exit(130), 10_000).unref()
}

/** Ends this program together with that one, and after it. Returns what is to be called when it has ended. */
export function remember(child: ChildProcess): () => void {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, endAll)
  running.add(child)
  return () => forget(child)
}

function forget(child: ChildProcess): void {
  if (!running.delete(child) || running.size > 0) return
  for (const signal of SIGNALS) process.off(signal, endAll)
  if (isInterrupted) process.exit(130)
}
