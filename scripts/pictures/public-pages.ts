/**
 * `node scripts/pictures/public-pages.ts`: every sentence of docs/product.md 2 about public pages, with the test that shows it.
 * `public-pages.test.ts` holds each line to a test that exists.
 */

import { isMain } from '../lib/repo.ts'
import { formatTable } from '../lib/report.ts'

const window = 'e2e/shop/shop-window.spec.ts'
const forms = 'e2e/shop/shop-forms.spec.ts'
const access = 'e2e/shop/shop-forms-access.spec.ts'
const accounts = 'e2e/accounts/accounts.spec.ts'
const autoplay = 'apps/web/src/features/catalogue/lib/autoplay.test.ts'
const products = 'apps/web/src/features/catalogue/lib/product-copy.test.ts'
const calculator = 'packages/domain/src/calculator/calculator.test.ts'

export type Evidence = { readonly sentence: string; readonly file: string; readonly test: string }

export const evidence: readonly Evidence[] = [
  {
    sentence: 'Routes: one page an address, lazily loaded',
    file: products,
    test: 'every product of the catalogue has a page at the address of the catalogue',
  },
  {
    sentence: 'Navigation: Home, FAQ, Contact, products dropdown, Buy',
    file: products,
    test: 'the menu names the products as the catalogue does',
  },
  {
    sentence: 'Language switcher, four languages',
    file: window,
    test: 'another language is the same page, with the rest of its address',
  },
  {
    sentence: 'Not connected: a connect-wallet button',
    file: 'e2e/shop/pressed-early.spec.ts',
    test: 'a button pressed before the scripts have come still does its work',
  },
  {
    sentence: 'After logout the user goes to /',
    file: accounts,
    test: 'a new wallet makes an account, disconnects for good, and comes back',
  },
  {
    sentence: 'Connected: short address, and a menu with wallet, profile, dashboard and disconnect',
    file: accounts,
    test: 'the account view switches the network of the wallet, and tells a no',
  },
  {
    sentence: 'Wrong network: told after signing in too',
    file: accounts,
    test: 'a wrong network is told after signing in too, until the wallet is switched',
  },
  {
    sentence: '90 % uptime stands under what is guaranteed, not under what is stated',
    file: window,
    test: 'what is guaranteed is not among what is only stated',
  },
  {
    sentence: 'On a phone: wallets that are not here open the page inside their app',
    file: accounts,
    test: 'a wallet that is not in this browser opens the page inside its app',
  },
  {
    sentence: 'Calculator: boxes and Bitcoin price, 0.15 EUR/kWh, 85 %',
    file: forms,
    test: 'calculate, share, reload',
  },
  {
    sentence: 'Calculator: a non-positive price falls back to 65000',
    file: forms,
    test: 'says what it does with a price that is none, with many boxes, and with a lottery',
  },
  {
    sentence: 'Product: title, subtitle, hashrate, power, price; buy leads to /koop?product={id}',
    file: window,
    test: 'a visitor finds a product and lands in the shop with it chosen',
  },
  {
    sentence: 'Product: carousel loops, every 3 seconds',
    file: window,
    test: 'go on every three seconds and start over',
  },
  {
    sentence: 'Product: carousel pauses while dragging and resumes',
    file: window,
    test: 'stand still while held and go on after',
  },
  { sentence: 'Product: carousel timing without a browser', file: autoplay, test: 'advances every 3 s' },
  {
    sentence: 'Product: failed pictures are replaced by a placeholder',
    file: window,
    test: 'that cannot be had are drawn',
  },
  {
    sentence: 'Product: features, included items, accordion readable without scripts',
    file: window,
    test: 'everything can be read and opened',
  },
  {
    sentence: 'Unknown product: its words and a way home',
    file: window,
    test: 'unknown products and pages say so, with status 404 and ways on',
  },
  {
    sentence: 'Coming soon: disabled button and notify-me link to /contact',
    file: window,
    test: 'what comes later cannot be bought, and waiting for it leads to the contact form',
  },
  {
    sentence: 'Coming soon: holds for what the catalogue says by now, in the page as it is delivered',
    file: 'apps/server/src/modules/pages/fill-prices.test.ts',
    test: 'says of a product what holds while it is to come, or what holds once it has come',
  },
  {
    sentence: 'Notify me: subject filled in, kept as a lead',
    file: forms,
    test: 'notify me comes with the subject filled in and needs no message',
  },
  {
    sentence: 'Maatwerk: ship type, capacity, usage, additional information',
    file: forms,
    test: 'computes at once, keeps everything when sending fails, sends once',
  },
  {
    sentence: 'FAQ: five categories, one item open at a time',
    file: forms,
    test: 'questions: one open at a time in a category, search, anchors',
  },
  {
    sentence: 'Contact: form, and an answer within 24 hours',
    file: forms,
    test: 'a message is sent and its contact within 24 hours is promised',
  },
  {
    sentence: 'Buy, disabled: "Orders are being prepared" and a waiting list',
    file: forms,
    test: 'while orders are prepared, the chosen product goes onto the waiting list',
  },
  {
    sentence: 'Not found: three actions',
    file: window,
    test: 'unknown products and pages say so, with status 404 and ways on',
  },
  {
    sentence:
      'Every page in four languages at 360 px, in Dutch and German at 1440 px, without an accessibility fault',
    file: access,
    test: 'in its languages',
  },
  {
    sentence: 'Every page at 360 px without a word broken without a hyphen',
    file: 'e2e/shop/shop-looks.spec.ts',
    test: 'is broken without a hyphen at 360 px',
  },
  { sentence: 'Every page by keyboard alone', file: access, test: 'walk of' },
  { sentence: 'The formulas behind the calculator', file: calculator, test: '' },
]

if (isMain(import.meta.url)) {
  console.log(
    formatTable([
      ['sentence', 'file', 'test'],
      ...evidence.map(({ sentence, file, test }) => [sentence, file, test]),
    ]),
  )
}
