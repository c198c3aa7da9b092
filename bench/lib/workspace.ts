import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'

/** Where generated data is kept between runs. Safe to delete. */
export const cacheDir = join(REPO_ROOT, '.cache/bench')

/** Runs with a folder of its own, which is gone afterwards, and a list of what to stop, last first. */
export async function withWorkspace(
  run: (folder: string, stopLater: (stop: () => Promise<unknown>) => void) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sm-bench-'))
  mkdirSync(cacheDir, { recursive: true })
  const stops: (() => Promise<unknown>)[] = []
  const clear = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
  const interrupted = () => void clear().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    await run(folder, (stop) => stops.push(stop))
  } finally {
    await clear()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}

/** Waits until something holds; gives up with an error. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  what: string,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${limitMs / 1000} s for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const sleep = (forMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, forMs))
