import { afterAll, vi } from 'vitest'

/** Test files share a process: what one of them puts in place of a global goes when it ends. */
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
