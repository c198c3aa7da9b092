import { test as base, expect } from '@playwright/test'
import { watchOnLoopback } from './watch-page.ts'

export { expect, type Page } from '@playwright/test'

/** A test in which no page of the context may fail, violate its policy or speak to a third party, whatever else it is about. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ context }, use) => {
      const problems: string[][] = []
      context.on('page', (page) => problems.push(watchOnLoopback(page).problems))
      await use(undefined)
      expect(problems.flat()).toEqual([])
    },
    { auto: true },
  ],
})
