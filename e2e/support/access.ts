import AxeBuilder from '@axe-core/playwright'
import { type CDPSession, expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Colours, sizes and structure are the same in every language: the languages with the shortest and the longest words represent all. */
const measured = ['nl', 'de']
/** What a text that is missing in a language would break. */
const namingRules = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-lang-valid',
  'image-alt',
  'label',
  'link-name',
  'select-name',
  'svg-img-alt',
]

export const languages = ['nl', 'en', 'de', 'ro']
const narrow = 360
const wide = 1440

/** Languages in which a view of a width is looked at: all where there is little room, the shortest and the longest words elsewhere. */
export function languagesAt(width: number): string[] {
  return width < 600 ? languages : measured
}

/** Widths at which a view is looked at in a language: the shortest and the longest words at all, the others where there is little room. */
const widthsOf = (language: string): number[] => (measured.includes(language) ? [narrow, wide] : [narrow])

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Puts axe into the page unless it is there since the page was loaded: that takes longer than to run it. */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('"axe" in globalThis')) return
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  // One that is detached takes the virtual authenticator of its page with it.
  sessions.set(page, session)
  // Half the time of `page.evaluate`.
  await session.send('Runtime.evaluate', { expression: axe.source })
}
const sessions = new WeakMap<Page, CDPSession>()

/** Half way from one colour to another no contrast holds: waits for what is turning into something else. Runs in the page. */
const settled = `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => undefined)`

/**
 * Runs axe in the page itself and works out only the violations: the page has no frames, for which it would open a second page, and passed
 * checks are not reported.
 */
async function runAxe(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await injectAxe(page)
  expect(page.frames()).toHaveLength(1)
  await page.evaluate(settled)
  // Its own way would put axe into the page twice for each run.
  const here = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode()
  const { violations } = await choose(here.options({ resultTypes: ['violations'] })).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Violations of WCAG 2.2 AA and best practice, whatever the language. */
export function findAllViolations(page: Page): Promise<string[]> {
  return runAxe(page, (axe) => axe.withTags(allRules))
}

/** Violations of WCAG 2.2 AA and best practice; in English and Romanian of the rules on names. */
export async function findViolations(page: Page): Promise<string[]> {
  const language = await page.locator('html').getAttribute('lang')
  if (measured.includes(language ?? '')) return findAllViolations(page)
  return runAxe(page, (axe) => axe.withRules(namingRules))
}

/** No violation of any rule; what is wider than the screen is not looked for. */
export async function expectNoViolations(page: Page): Promise<void> {
  // What is half hidden under the bar at the top would count as a target too small.
  await page.evaluate('scrollTo(0, 0)')
  expect(await findAllViolations(page)).toEqual([])
}

/** Changes the width of the page that is open, and waits two frames, so that what it does about that has been done. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/**
 * A view that is open at every width at which its language is looked at, without loading it again: a page takes more time to load than to look
 * at. Ends where it began, with little room. `until` waits for what the view does about its new width.
 */
export async function expectAccessibleAtWidths(
  page: Page,
  what: string,
  until: () => Promise<void> = async () => undefined,
): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) ?? ''
  for (const width of widthsOf(language).toReversed()) {
    await setWidth(page, width)
    await until()
    await expectAccessible(page, `${what}, ${language}, ${width} px`)
  }
}

/**
 * Words and spans of figures that go over the end of a line without a hyphen. What is longer than any word, such as a link or an address of
 * coins, may.
 * Runs in the page, whose types this side does not know.
 */
const brokenWords = `(() => {
  const broken = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node
    if (!parentElement || !parentElement.checkVisibility() || parentElement.closest('script, style, noscript, code, option, [aria-hidden=true]')) continue
    // Only for screen readers.
    if (parentElement.getBoundingClientRect().width <= 1) continue
    for (const { 0: run, index: start } of node.data.matchAll(/\\S+/gu)) {
      if (run.length > 30) continue
      for (const { 0: word, index } of run.matchAll(/\\d[\\d:.,]*–\\d[\\d:.,]*|[\\p{L}\\p{N}]{4,}/gu)) {
        const range = document.createRange()
        // Not from its first letter: the hyphen of the line before would count as part of it.
        range.setStart(node, start + index + 1)
        range.setEnd(node, start + index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
  }
  return broken
})()`

/** No word of the view is torn apart at the end of a line. */
export async function expectWholeWords(page: Page, what: string): Promise<void> {
  expect(await page.evaluate<string[]>(brokenWords), what).toEqual([])
}

/** No violation, nothing to scroll sideways, and no word torn apart. `what` names the view in a failure. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // What is half hidden under the bar at the top would count as a target too small.
  await page.evaluate('scrollTo(0, 0)')
  expect(await findViolations(page), what).toEqual([])
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(overflow, what).toBeLessThanOrEqual(0)
  await expectWholeWords(page, what)
}
