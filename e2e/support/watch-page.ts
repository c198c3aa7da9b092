import type { Page } from '@playwright/test'

/** Notes everything a page must not do: errors, policy violations, and requests to anything except the product's own server. */
export function watchPage(page: Page, ownOrigin: string): { problems: string[] } {
  return watch(page, (host) => host === new URL(ownOrigin).host)
}

/** The same where the servers of a test are all on the loopback. */
export function watchOnLoopback(page: Page): { problems: string[] } {
  return watch(page, (host) => /^(127\.0\.0\.1|localhost)(:|$)/.test(host))
}

function watch(page: Page, isOwn: (host: string) => boolean): { problems: string[] } {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type|hydrat/i.test(message.text()))
      problems.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(http|ws)s?:$/.test(url.protocol) && !isOwn(url.host))
      problems.push(`third party: ${request.url()}`)
  })
  return { problems }
}
