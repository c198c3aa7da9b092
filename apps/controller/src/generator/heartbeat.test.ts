import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { createHeartbeat, type HeartbeatOutput, openHeartbeatOutput } from './heartbeat.ts'

function make(outputs?: HeartbeatOutput[]) {
  let now = 0
  const levels: boolean[] = []
  const line: HeartbeatOutput = {
    name: 'line',
    set: async (on) => {
      levels.push(on)
    },
    close: async () => {},
  }
  const clock = { now: () => now, monotonic: () => now }
  const heartbeat = createHeartbeat({ outputs: outputs ?? [line], clock, log: silentLogger })
  return {
    heartbeat,
    levels,
    /** Feeds every 250 ms, with time for the outputs. */
    async feed(times: number, beats: boolean) {
      for (let time = 0; time < times; time++) {
        now += 250
        heartbeat.feed(beats)
        await Promise.resolve()
        await new Promise(setImmediate)
      }
    },
  }
}

test('changes its level every 500 ms while it is fed', async () => {
  const { levels, feed } = make()
  await feed(8, true)
  expect(levels).toEqual([true, false, true, false])
})
test('stands still when nobody feeds it', async () => {
  const { levels, feed } = make()
  await feed(2, true)
  const before = levels.length
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(levels).toHaveLength(before)
})
test('falls at once when it may not beat, and stays low', async () => {
  const { levels, feed, heartbeat } = make()
  await feed(1, true)
  await feed(5, false)
  expect(levels[0]).toBe(true)
  expect(new Set(levels.slice(1))).toEqual(new Set([false]))
  expect(heartbeat.status().beating).toBe(false)
})
test('an output that fails is named, and does not keep the others from beating', async () => {
  const levels: boolean[] = []
  const broken: HeartbeatOutput = {
    name: 'broken',
    set: () => Promise.reject(new Error('no')),
    close: async () => {},
  }
  const good: HeartbeatOutput = {
    name: 'good',
    set: async (on) => {
      levels.push(on)
    },
    close: async () => {},
  }
  const { feed, heartbeat } = make([broken, good])
  await feed(4, true)
  expect(levels).toEqual([true, false])
  expect(heartbeat.status().failures).toEqual([{ output: 'broken', cause: 'no' }])
})
test('an output that hangs misses beats', async () => {
  let calls = 0
  const hung: HeartbeatOutput = {
    name: 'hung',
    set: () => {
      calls += 1
      return new Promise(() => {})
    },
    close: async () => {},
  }
  const { feed } = make([hung])
  await feed(20, true)
  expect(calls).toBe(1)
})
test('at the end every line is low', async () => {
  const { levels, feed, heartbeat } = make()
  await feed(2, true)
  await heartbeat.stop()
  expect(levels.at(-1)).toBe(false)
})
test('a file holds 0 and 1 in turns, as a GPIO line wants them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartbeat-'))
  const path = join(folder, 'value')
  const output = openHeartbeatOutput({ kind: 'file', path })
  for (const on of [true, false, true]) {
    await output.set(on)
    expect(await readFile(path, 'utf8')).toBe(on ? '1\n' : '0\n')
  }
  await output.close()
  await rm(folder, { recursive: true })
  await vi.waitFor(() => expect(output.set(true)).rejects.toThrow())
})
