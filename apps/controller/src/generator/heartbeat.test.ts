import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import {
  type Beats,
  createHeartbeat,
  type HeartbeatOutput,
  noBeats,
  openHeartbeatOutput,
} from './heartbeat.ts'

function make(outputs?: HeartbeatOutput[]) {
  let now = 0
  const levels: boolean[] = []
  const line: HeartbeatOutput = {
    name: 'line',
    form: 'pulse',
    group: 0,
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
    async feed(times: number, beats: boolean | Beats) {
      for (let time = 0; time < times; time++) {
        now += 250
        heartbeat.feed(typeof beats === 'boolean' ? (beats ? { pulses: true, groups: 1 } : noBeats) : beats)
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
    form: 'pulse',
    group: 0,
    set: () => Promise.reject(new Error('no')),
    close: async () => {},
  }
  const good: HeartbeatOutput = {
    name: 'good',
    form: 'pulse',
    group: 0,
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
    form: 'pulse',
    group: 0,
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
  const output = openHeartbeatOutput({ kind: 'file', path, form: 'pulse', group: 0 })
  for (const on of [true, false, true]) {
    await output.set(on)
    expect(await readFile(path, 'utf8')).toBe(on ? '1\n' : '0\n')
  }
  await output.close()
  await rm(folder, { recursive: true })
  await vi.waitFor(() => expect(output.set(true)).rejects.toThrow(), { timeout: 60_000 })
})

/** Lines that note what was last written to them. */
function lines(...forms: Pick<HeartbeatOutput, 'form' | 'group'>[]) {
  const last: (boolean | null)[] = forms.map(() => null)
  const outputs = forms.map(
    (form, index): HeartbeatOutput => ({
      ...form,
      name: String(index),
      set: async (on) => {
        last[index] = on
      },
      close: async () => {},
    }),
  )
  return { last, outputs }
}
test('a level is on while the boxes may have power, also while the pulse is withheld, and off at once', async () => {
  const { last, outputs } = lines({ form: 'level', group: 0 }, { form: 'pulse', group: 0 })
  const { feed } = make(outputs)
  await feed(1, true)
  expect(last).toEqual([true, true])
  await feed(6, { pulses: false, groups: 1 })
  expect(last).toEqual([true, false])
  await feed(1, noBeats)
  expect(last).toEqual([false, false])
})
test('a group has power only when it is its turn', async () => {
  const { last, outputs } = lines({ form: 'level', group: 0 }, { form: 'level', group: 1 })
  const { feed } = make(outputs)
  await feed(1, { pulses: true, groups: 1 })
  expect(last).toEqual([true, false])
  await feed(1, { pulses: true, groups: 2 })
  expect(last).toEqual([true, true])
})
test('an "off" that finds the line busy is told as soon as it is not', async () => {
  const told: boolean[] = []
  let free = () => {}
  const slow: HeartbeatOutput = {
    name: 'slow',
    form: 'level',
    group: 0,
    set(on) {
      told.push(on)
      return on
        ? new Promise((resolve) => {
            free = resolve
          })
        : Promise.resolve()
    },
    close: async () => {},
  }
  const { feed } = make([slow])
  await feed(1, true)
  await feed(1, noBeats)
  expect(told).toEqual([true])
  free()
  await new Promise(setImmediate)
  expect(told).toEqual([true, false])
})
