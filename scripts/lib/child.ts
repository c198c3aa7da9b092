import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REPO_ROOT } from './repo.ts'

export type Child = {
  readonly pid: number
  /** Resolves with the first match of a pattern in what the process prints; rejects when it ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<void>
  /** Requests it to stop and waits; after `graceMs` it is killed. */
  stop(graceMs?: number): Promise<void>
  /** As a power cut would. */
  kill(): Promise<void>
}

const pickEnvironment = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/** Starts one of the product's processes from its source. What it prints goes to a log file. */
export function startChild(
  entry: string,
  options: { args?: string[]; nodeOptions?: string[]; env: Record<string, string>; logFile: string },
): Child {
  mkdirSync(dirname(options.logFile), { recursive: true })
  const log = createWriteStream(options.logFile, { flags: 'a' })
  const args = [...(options.nodeOptions ?? []), join(REPO_ROOT, entry), ...(options.args ?? [])]
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: REPO_ROOT,
    env: { ...pickEnvironment(['PATH', 'HOME', 'NODE_COMPILE_CACHE']), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      text = (text + chunk.toString()).slice(-200_000)
      for (const watcher of watchers) watcher()
    })
  }
  const ended = once(child, 'exit').then(() => {
    log.end()
    for (const watcher of watchers) watcher()
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    ended,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text)
          if (!match && isRunning()) return
          watchers.delete(look)
          if (match) resolve(match)
          else reject(new Error(`${entry} ended before it printed ${pattern}:\n${text.slice(-3_000)}`))
        }
        watchers.add(look)
        look()
      }),
    async stop(graceMs = 20_000) {
      if (!isRunning()) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(timer)
    },
    async kill() {
      if (!isRunning()) return
      child.kill('SIGKILL')
      await ended
    },
  }
}
