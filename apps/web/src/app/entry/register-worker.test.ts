import { expect, test, vi } from 'vitest'
import { registerWorker } from './register-worker.ts'

type State = 'installing' | 'installed' | 'activated' | 'redundant'

/** A worker that is being installed, and what becomes of it. */
function installingWorker(end: State) {
  const worker = Object.assign(new EventTarget(), { state: 'installing' as State })
  setTimeout(() => {
    worker.state = end
    worker.dispatchEvent(new Event('statechange'))
  })
  return worker
}

const registration = (end: State, active: object | null = null) => ({
  active,
  waiting: null,
  installing: installingWorker(end),
})

async function register(...answers: (() => Promise<object>)[]) {
  const waits: number[] = []
  const asked = vi.fn(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')))
  vi.stubGlobal('navigator', { serviceWorker: { register: asked } })
  await registerWorker(async (ms) => void waits.push(ms))
  return { asked: asked.mock.calls, waits }
}

test('a worker is registered once, by its address', async () => {
  expect(await register(async () => registration('installed'))).toEqual({ asked: [['/sw.js']], waits: [] })
})

test('while the server is away, or goes away before the offline page has come, it is tried again, at growing intervals', async () => {
  const { asked, waits } = await register(
    () => Promise.reject(new TypeError('failed to fetch the script')),
    async () => registration('redundant'),
    () => Promise.reject(new TypeError('failed to fetch the script')),
    async () => registration('activated'),
  )
  expect(asked).toHaveLength(4)
  expect(waits).toEqual([10_000, 20_000, 40_000])
})

test('a new one that fails leaves the old one in charge', async () => {
  const { asked } = await register(async () => registration('redundant', {}))
  expect(asked).toHaveLength(1)
})

test('what the browser does not allow is not asked for again', async () => {
  const { asked } = await register(() => Promise.reject(new DOMException('not here', 'SecurityError')))
  expect(asked).toHaveLength(1)
})

test('a browser without workers is left alone', async () => {
  vi.stubGlobal('navigator', {})
  await expect(registerWorker()).resolves.toBeUndefined()
})
