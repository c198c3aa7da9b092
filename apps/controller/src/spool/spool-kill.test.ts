import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { openSpool } from './spool.ts'

const writer = fileURLToPath(new URL('./spool-writer.ts', import.meta.url))

/** Lets the writer run until it has reported `count` batches, then kills it; returns the batches it reported. */
function writeAndKill(directory: string, count: number): Promise<Map<number, number>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.split('\n').length > count) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => {
      const lines = text.split('\n').slice(0, -1)
      resolve(new Map(lines.map((line) => line.split(' ').map(Number) as [number, number])))
    })
  })
}

test('SIGKILL loses no batch that was told to be safe, and uses no number twice', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'spool-kill-'))
  const told = new Map<number, number>()
  for (const count of [1, 40, 150, 7, 300]) {
    for (const [seq, content] of await writeAndKill(directory, count)) {
      expect(told.has(seq), `number ${seq} used twice`).toBe(false)
      told.set(seq, content)
    }
  }
  const spool = await openSpool<number>({
    directory,
    maxBytes: 2 ** 30,
    now: Date.now,
    log: silentLogger,
    onEvent: () => {},
  })
  const last = spool.status().lastSeq ?? 0
  expect(told.size).toBeGreaterThanOrEqual(498)
  for (const [seq, content] of told) expect((await spool.read(seq))?.events[0]?.count).toBe(content)
  for (let seq = 1; seq <= last; seq += 1) {
    const batch = await spool.read(seq)
    if (batch !== null) expect(batch.seq).toBe(seq)
  }
  await spool.close()
  await rm(directory, { recursive: true })
})
