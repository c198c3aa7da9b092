import { describe, expect, test } from 'vitest'
import { setupRedirect } from './setup-redirect.ts'

const booleans = [false, true]
const pages = ['/', '/welcome-setup', '/welcome-setup/', '/dashboard']

describe('setupRedirect over the whole matrix', () => {
  for (const isLoading of booleans)
    for (const isConnected of booleans)
      for (const needsSetup of booleans)
        for (const pathname of pages) {
          const atSetup = pathname.startsWith('/welcome-setup')
          const expected =
            isLoading || !isConnected
              ? null
              : needsSetup && !atSetup
                ? '/welcome-setup'
                : !needsSetup && atSetup
                  ? '/dashboard'
                  : null
          test(`${isLoading ? 'loading ' : ''}${isConnected ? 'connected ' : ''}${needsSetup ? 'needs setup ' : ''}${pathname}`, () =>
            expect(setupRedirect({ isLoading, isConnected, needsSetup, pathname })).toBe(expected))
        }
})
