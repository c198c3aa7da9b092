import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { testLogger } from '../testing.ts'
import { openEmbeddedStore } from './embedded-store.ts'

const writerPath = fileURLToPath(new URL('./crash-writer.ts', import.meta.url))

export const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** A process that writes batches into the store in `dir` and prints the number of each committed one. */
export function spawnWriter(dir: string): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [writerPath, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Runs the writer until it has acknowledged `batches`, kills it, and returns the last number it acknowledged. */
async function killAfter(dir: string, batches: number): Promise<number> {
  const child = spawnWriter(dir)
  const exited = exitOf(child)
  let acknowledged = 0
  let count = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open') continue
    acknowledged = Number(line)
    count += 1
    if (count === batches) child.kill('SIGKILL')
  }
  await exited
  return acknowledged
}

/** Kills a writer with SIGKILL once per entry, after that many acknowledgements, and checks the store after each. */
export async function killRepeatedly(dir: string, kills: readonly number[]): Promise<void> {
  for (const batches of kills) {
    const acknowledged = await killAfter(dir, batches)
    const store = await openEmbeddedStore({ dir, logger: testLogger, statementLimitMs: 30_000 })
    const { rows } = await sql<{ batch: number; size: number }>`
      SELECT count AS batch, count(*) AS size FROM board_events GROUP BY 1 ORDER BY 1`.execute(store.db)
    const { rows: noted } = await sql<{ batches: number }>`
      SELECT sum(set_aside_unkept)::int8 AS batches FROM controllers`.execute(store.db)
    await store.close()
    expect(rows.filter(({ size }) => size !== 20)).toEqual([])
    expect(rows.map(({ batch }) => batch)).toEqual(Array.from(rows, (_, index) => index + 1))
    expect(noted[0]?.batches).toBe(rows.length)
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
  }
}
