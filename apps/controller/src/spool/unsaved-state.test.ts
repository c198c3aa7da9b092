import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { openSpool } from './spool.ts'
import { diskFiles } from './spool-files.ts'
import { STATE_FILE } from './spool-state.ts'

let directory: string
let isRefused: boolean
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'))
  isRefused = false
})
afterEach(() => rm(directory, { recursive: true, force: true }))

function open() {
  const files = {
    ...diskFiles,
    replace: (path: string, bytes: string | Uint8Array) =>
      isRefused && path.endsWith(STATE_FILE)
        ? Promise.reject(new Error('read-only'))
        : diskFiles.replace(path, bytes),
  }
  return openSpool<number>({
    directory,
    maxBytes: 2 ** 30,
    segmentBytes: 400,
    now: Date.now,
    log: silentLogger,
    onEvent: () => {},
    files,
  })
}

test('segments stay for as long as the numbers they used cannot be saved: no number ever means two batches', async () => {
  const draft = (id: number) => ({
    samples: [],
    devices: [],
    events: [{ at: id, kind: 'device-found' as const, deviceKey: null, count: id }],
    carry: {},
  })
  const segments = async () =>
    (await readdir(directory)).filter((name) => !/^(spool|carry)\.json$|^reserve/.test(name))
  const spool = await open()
  let last = 0
  for (let id = 1; id <= 20; id += 1) last = (await spool.append(draft(id))) ?? 0
  const before = await segments()
  expect(before.length).toBeGreaterThan(1)
  isRefused = true
  spool.settle([1, last])
  await spool.close()
  expect(await segments()).toEqual(before)
  // As after a power cut: what was saved last says nothing of these numbers, the segments do.
  const again = await open()
  expect(await again.append(draft(21))).toBe(last + 1)
  isRefused = false
  again.settle([1, last + 1])
  await again.close()
  expect((await segments()).length).toBeLessThan(before.length)
})

test('a mark that the disk refused is not shown: after a restart it would look like an old copy', async () => {
  const spool = await open()
  const first = { turn: 1, token: 'some-token' }
  expect(await spool.keepMark(first)).toBe(true)
  isRefused = true
  expect(await spool.keepMark({ turn: 2, token: 'other-token' })).toBe(false)
  const { epoch } = spool.identity()
  expect(spool.identity()).toEqual({ epoch, mark: first })
  await spool.close()
  const again = await open()
  expect(again.identity()).toEqual({ epoch, mark: first })
  await again.close()
})

test('the mark of an epoch that has ended is none of the next', async () => {
  const spool = await open()
  const kept = spool.keepMark({ turn: 1, token: 'some-token' })
  const started = spool.startEpoch()
  expect(await kept).toBe(false)
  await started
  expect(spool.identity().mark).toBeNull()
  await spool.close()
})
