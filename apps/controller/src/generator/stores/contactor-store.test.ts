import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptContactor } from '@shipminer/domain/generator/contactor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { openContactorStore } from './contactor-store.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contactor-'))
  path = join(folder, 'contactor.json')
})
afterEach(() => rm(folder, { recursive: true }))
const open = () => openContactorStore(path, silentLogger)
const hot: KeptContactor = { phase: 'closed', heat: 0.8, openedAt: [1], behindKw: 30, returnsKw: 40 }

test('nothing kept at first; what was noted is there after a restart', async () => {
  const store = await open()
  expect(store.kept).toBeNull()
  store.note(hot, 0)
  await store.whenWritten()
  expect((await open()).kept).toEqual(hot)
})
test('heat is written in steps and at most once a second, an opening at once', async () => {
  const store = await open()
  store.note({ ...hot, heat: 0.2 }, 0)
  store.note({ ...hot, heat: 0.9 }, 500)
  store.note({ ...hot, heat: 0.25 }, 1_500)
  await store.whenWritten()
  expect(JSON.parse(await readFile(path, 'utf8')).heat).toBe(0.2)
  store.note({ ...hot, phase: 'open', heat: 1 }, 1_600)
  await store.whenWritten()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ phase: 'open', heat: 1 })
  // That it is closed again can wait: a card wears by every write.
  store.note({ ...hot, heat: 0.9 }, 1_900)
  await store.whenWritten()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ phase: 'open', heat: 1 })
  store.note({ ...hot, heat: 0.9 }, 2_600)
  await store.whenWritten()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ phase: 'closed', heat: 0.9 })
})
test.each([
  '',
  '{"version":1,"phase":"closed","heat":-1,"openedAt":[],"behindKw":0}',
  '{"version":1,"phase":"ajar","heat":0,"openedAt":[],"behindKw":0}',
  '{"version":1,"phase":"closed","heat":0,"openedAt":["x"],"behindKw":0}',
])('%j counts as open and hot', async (text) => {
  await writeFile(path, text)
  expect((await open()).kept).toMatchObject({ phase: 'open', heat: 1 })
})
