/** Every way in: by a wallet and the four steps of the setup, over the calls where a journey is about something else, and past the desk's door. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { OperatorRole } from '@shipminer/contract/operator-roles'
import { buildShip } from '@shipminer/testkit/fleet'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { RunningServer } from '../../scripts/lib/stack.ts'
import { authenticatorCode } from './authenticator.ts'
import { grantOperator } from './operate.ts'
import { paced } from './pace.ts'
import { wordsOf } from './words.ts'

/** Opens the connect dialog. A press that comes before the page's script waits for it; so does this. */
export async function openConnectDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  // On a phone the way in is in the menu, which opens before any script runs.
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await expect(dialog).toBeVisible()
  return dialog
}

/** Connects with a wallet of this browser. */
export async function connectWallet(page: Page, wallet = 'Test Wallet'): Promise<void> {
  const dialog = await openConnectDialog(page)
  await dialog.getByRole('button', { name: wallet }).first().click()
}

/** Goes through the four steps of the welcome setup in English, changing nothing but name and address, and ends on the dashboard. */
export async function completeSetup(page: Page, email: string, name = 'Jan de Vries'): Promise<void> {
  await expect(page).toHaveURL(/\/welcome-setup$/)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(email)
  for (const title of ['Which language do you prefer?', 'What may we mail you?', 'News now and then?']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  // The address is there before the page is; what is opened until then closes when the page comes.
  await expect(page.getByRole('heading', { level: 1, name: 'No controller yet' })).toBeVisible()
}

/**
 * Presses for the signature until it counts: within 2 s of the last attempt a new one is skipped. It is pressed only while it is there, since
 * on a slow machine the setup may come just after a look that did not wait for it long enough.
 */
export async function signUntilItCounts(page: Page): Promise<void> {
  const button = page
    .getByRole('dialog')
    .getByRole('button', { name: /Try again with|Sign in with this wallet/ })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 500 }).catch(() => undefined)
    await expect(page).toHaveURL(/\/welcome-setup$/, { timeout: paced(1_000) })
  }).toPass()
}

/** Makes an account as people do: connects a wallet on the home page, and goes through the setup. */
export async function register(
  page: Page,
  server: RunningServer,
  options: { email: string; wallet?: string },
): Promise<void> {
  await page.goto(`${server.url}/`)
  await connectWallet(page, options.wallet)
  await completeSetup(page, options.email)
}

/** Claims the ship's controller on the English dashboard, as the link on its label does. */
export async function claimController(
  page: Page,
  server: RunningServer,
  { claimKey }: { claimKey: string },
): Promise<void> {
  await page.goto(`${server.url}/dashboard?claim=${claimKey}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check key' }).click()
  await dialog.getByRole('button', { name: 'Claim controller' }).click()
  await dialog.getByRole('button', { name: 'Go to dashboard' }).click()
}

const LoginSchema = z.object({ registrationToken: z.string() })
const SessionSchema = z.object({
  data: z.object({
    token: z.string(),
    refreshToken: z.string(),
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), walletAddress: z.string() }),
  }),
})

/** Who signs up where a journey does not say more of them. */
const somebody = { name: 'Anna de Wit', email: 'anna@schip-aurora.nl', phone: '', company: '' }

type Person = typeof somebody & { newsletter: boolean; preferredLanguage: string }

/** Registers a wallet over the calls and leaves the browser of the page signed in, with one ship; gives the wallet and the session's token. */
export async function signUp(
  page: Page,
  server: RunningServer,
  person: Partial<Person> = {},
): Promise<{ account: PrivateKeyAccount; token: string }> {
  const account = privateKeyToAccount(generatePrivateKey())
  const api = `${server.url}/api`
  const asked = await page.request.get(`${api}/wallet-auth/nonce/${account.address}`)
  const { nonce, message } = z
    .object({ data: z.object({ nonce: z.string(), message: z.string() }) })
    .parse(await asked.json()).data
  const signature = await account.signMessage({ message })
  const login = await page.request.post(`${api}/wallet-auth/login`, {
    data: { walletAddress: account.address, nonce, signature },
  })
  const { registrationToken } = LoginSchema.parse(await login.json())
  const registered = await page.request.post(`${api}/wallet-auth/register`, {
    headers: { authorization: `Bearer ${registrationToken}` },
    data: { walletAddress: account.address, ...somebody, ...person },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  const { token, refreshToken, user } = SessionSchema.parse(await registered.json()).data
  await page.request.post(`${api}/user/ships`, {
    headers: { authorization: `Bearer ${token}` },
    data: buildShip(),
  })
  const { id, name, email, walletAddress } = user
  await page.addInitScript(
    (kept) => {
      // Once: what the page keeps later must stay.
      if (localStorage.getItem('shipminer.auth-token')) return
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    {
      'shipminer.auth-token': token,
      'shipminer.refresh-token': refreshToken,
      'shipminer.user': JSON.stringify({ id, name, email, wallet_address: walletAddress }),
    },
  )
  return { account, token }
}

type Operator = Partial<Person> & { role?: OperatorRole }

/** As `signUp`, for somebody whom the command makes an operator; gives the secret of their authenticator too. */
export async function signUpOperator(
  page: Page,
  server: RunningServer,
  { role = 'owner', ...person }: Operator = {},
) {
  const signedUp = await signUp(page, server, person)
  return { ...signedUp, authenticator: await grantOperator(server, signedUp.account, role) }
}

/** Passes the second factor on the desk that is open. `atMs`: the server's clock. */
export async function passSecondFactor(
  page: Page,
  authenticator: string,
  { language = 'nl', atMs = Date.now() }: { language?: string; atMs?: number } = {},
): Promise<void> {
  const say = wordsOf(language)
  await page.getByLabel(say('desk', 'factor.code')).fill(authenticatorCode(authenticator, atMs))
  await page.getByRole('button', { name: say('desk', 'factor.submit') }).click()
}

/** Signs up an operator and opens a page of the desk in Dutch, past its second factor. */
export async function signInAtDesk(
  page: Page,
  server: RunningServer,
  path = '/desk',
  operator: Operator = {},
) {
  const signedIn = await signUpOperator(page, server, operator)
  await page.goto(server.url + path)
  await passSecondFactor(page, signedIn.authenticator)
  return signedIn
}

/** A call as the person who is signed in on the page; it must succeed. */
export async function callAs(
  page: Page,
  server: RunningServer,
  method: string,
  path: string,
  body?: object,
): Promise<never> {
  const token = await page.evaluate<string | null>("localStorage.getItem('shipminer.auth-token')")
  const answer = await page.request.fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { data: never }).data
}
