import { beforeEach, expect, test, vi } from 'vitest'
import {
  type ChunkWorld,
  createChunkLoader,
  type Finding,
  isFetchFailure,
  pauseAfter,
} from './create-chunk-loader.ts'

const lost = () =>
  new TypeError('Failed to fetch dynamically imported module: https://ship.example/assets/a.js')

let finding: Finding
let canLoadAnew: boolean
let pauses: { delayMs: number; end: () => void }[]
const probe = vi.fn<ChunkWorld['probe']>()
const loadAnew = vi.fn<ChunkWorld['loadAnew']>()
const tidy = vi.fn<ChunkWorld['tidy']>()

function open() {
  return createChunkLoader({
    probe,
    pause(delayMs) {
      const { promise, resolve } = Promise.withResolvers<void>()
      pauses.push({ delayMs, end: resolve })
      return { ended: promise, end: resolve }
    },
    loadAnew,
    tidy,
  })
}

beforeEach(() => {
  finding = 'unreachable'
  canLoadAnew = true
  pauses = []
  probe.mockReset().mockImplementation(async () => finding)
  loadAnew.mockReset().mockImplementation(() => canLoadAnew)
  tidy.mockReset()
})

/** Fails so many times, then gives the module. */
function flaky(failures: number, error: () => Error = lost) {
  let calls = 0
  return vi.fn(async () => {
    if (calls++ < failures) throw error()
    return 'module'
  })
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('a chunk that comes is given at once, and nobody waits', async () => {
  const loader = open()
  await expect(loader.load(flaky(0))).resolves.toBe('module')
  expect(loader.isWaiting()).toBe(false)
  expect(probe).not.toHaveBeenCalled()
})

test('one that does not come is tried again after longer and longer pauses, for as long as it takes', async () => {
  const loader = open()
  const chunk = flaky(8)
  const loading = loader.load(chunk)
  for (let tries = 1; tries <= 8; tries++) {
    await settle()
    expect(loader.isWaiting()).toBe(true)
    expect(chunk).toHaveBeenCalledTimes(tries)
    expect(tidy).toHaveBeenCalledTimes(tries - 1)
    pauses[tries - 1]?.end()
  }
  await expect(loading).resolves.toBe('module')
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
  expect(loader.isWaiting()).toBe(false)
  expect(loadAnew).not.toHaveBeenCalled()
})

test('pauses never grow beyond half a minute', () => {
  expect(pauseAfter(1)).toBe(1000)
  expect(pauseAfter(5000)).toBe(30_000)
})

test('whoever does not want to wait tries now, all that waits at once', async () => {
  const loader = open()
  const both = [loader.load(flaky(1)), loader.load(flaky(1))]
  await settle()
  loader.tryNow()
  await expect(Promise.all(both)).resolves.toEqual(['module', 'module'])
})

test('a connection that is back while a try is failing is not missed: the next one comes without a pause, and only that', async () => {
  const loader = open()
  const chunk = vi.fn()
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<string>())
  for (const { promise } of answers) chunk.mockImplementationOnce(() => promise)
  chunk.mockImplementation(async () => 'module')
  const loading = loader.load(chunk)
  answers[0]?.reject(lost())
  await settle()
  pauses[0]?.end()
  await settle()
  expect(chunk).toHaveBeenCalledTimes(2)
  loader.tryNow()
  answers[1]?.reject(lost())
  await settle()
  expect(chunk).toHaveBeenCalledTimes(3)
  answers[2]?.reject(lost())
  await settle()
  expect(chunk).toHaveBeenCalledTimes(3)
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([1000, 4000])
  pauses[1]?.end()
  await expect(loading).resolves.toBe('module')
})

test('listeners hear when waiting begins and ends', async () => {
  const loader = open()
  const seen: boolean[] = []
  const stop = loader.subscribe(() => seen.push(loader.isWaiting()))
  const loading = loader.load(flaky(1))
  await settle()
  loader.tryNow()
  await loading
  expect(seen).toEqual([true, false])
  stop()
  await loader.load(flaky(0))
  expect(seen).toHaveLength(2)
})

test('after a new deployment the page loads anew, and nothing more happens on the old one', async () => {
  finding = 'gone'
  const loader = open()
  const chunk = flaky(1)
  const done = vi.fn()
  loader.load(chunk).then(done, done)
  await settle()
  expect(probe).toHaveBeenCalledWith('https://ship.example/assets/a.js')
  expect(loadAnew).toHaveBeenCalledTimes(1)
  expect(pauses).toEqual([])
  expect(done).not.toHaveBeenCalled()
})

test('a page that was loaded anew already tries on instead of loading for ever', async () => {
  finding = 'gone'
  canLoadAnew = false
  const loader = open()
  const loading = loader.load(flaky(2))
  await settle()
  loader.tryNow()
  await settle()
  loader.tryNow()
  await expect(loading).resolves.toBe('module')
  expect(pauses).toHaveLength(2)
})

test('where the file is there and still cannot be had, the browser remembers the failure: after three tries a new page helps', async () => {
  finding = 'here'
  const loader = open()
  loader.load(flaky(5))
  for (let tries = 1; tries <= 2; tries++) {
    await settle()
    expect(loadAnew).not.toHaveBeenCalled()
    loader.tryNow()
  }
  await settle()
  expect(loadAnew).toHaveBeenCalledTimes(1)
})

test('a chunk that came and broke is not fetched again', async () => {
  const loader = open()
  const chunk = flaky(1, () => new TypeError('x is not a function'))
  await expect(loader.load(chunk)).rejects.toThrow('x is not a function')
  expect(chunk).toHaveBeenCalledTimes(1)
  expect(loader.isWaiting()).toBe(false)
})

test('one that breaks at a later try rejects, and no one waits for it any longer', async () => {
  const loader = open()
  let calls = 0
  const loading = loader.load(async () => {
    throw calls++ === 0 ? lost() : new Error('broken')
  })
  await settle()
  loader.tryNow()
  await expect(loading).rejects.toThrow('broken')
  expect(loader.isWaiting()).toBe(false)
})

test.each([
  [lost(), true],
  [new TypeError('error loading dynamically imported module: https://x/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new TypeError('Cannot read properties of undefined'), false],
  ['Failed to fetch dynamically imported module', false],
])('%s is a failure to fetch: %s', (error, expected) => {
  expect(isFetchFailure(error)).toBe(expected)
})
