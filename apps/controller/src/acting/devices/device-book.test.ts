import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { openDeviceBook } from './device-book.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'book-'))
})
afterEach(() => rm(folder, { recursive: true }))
const clock = { now: () => 1_800_000_000_000, monotonic: () => 5_000 }
const open = () => openDeviceBook(join(folder, 'book.json'), clock, silentLogger)

test('a device with figures that no miner has does not make the book of the others unreadable', async () => {
  const book = await open()
  book.update('mac:1', { highestWatts: 3_400, took: { sleep: [20_000], lower: [], start: [] } }, true)
  book.update('mac:2', { highestWatts: 2_000_000_000, limitWatts: { min: -1, max: 1e12 } }, true)
  await book.close()
  const again = await open()
  expect(again.of('mac:1')).toMatchObject({ highestWatts: 3_400, took: { sleep: [20_000] } })
  expect(again.of('mac:2').highestWatts).toBeNull()
  await again.close()
})
