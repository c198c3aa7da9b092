import { mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * A small young generation: the bursts of polls otherwise make V8 keep tens of megabytes of garbage (300 miners: 50 MB).
 * A bounded old generation and one helper thread: live data is about 20 MB, and without a bound the heap grows to twice that before V8 collects.
 * The cache of stripped and compiled sources spares the type stripper, which takes 30 MB and is needed once.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=128', '--v8-pool-size=1']

/**
 * Replaces the process by itself with the settings that keep it small; they can only be given at the start of Node.
 * The process id, the standard streams and the signals stay. Does nothing when it is already so, or where it cannot be done:
 * the controller then only takes more memory.
 */
export function becomeSmall(script: string, dataDir: string, environment: NodeJS.ProcessEnv): void {
  const isSmall = MEMORY_FLAGS.every((flag) => process.execArgv.includes(flag))
  if (isSmall || process.platform !== 'linux' || typeof process.execve !== 'function') return
  const cache = join(dataDir, 'cache')
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    const args = [...process.execArgv, ...MEMORY_FLAGS, script, ...process.argv.slice(2)]
    process.execve(process.execPath, [process.execPath, ...args], {
      ...environment,
      NODE_COMPILE_CACHE: cache,
    })
  } catch {
    // The folder cannot be written: the start itself will report that.
  }
}

/** Keeps the compiled sources for the next start, which may follow a power cut and not an orderly end. */
export function keepCompiled(): void {
  flushCompileCache()
}
