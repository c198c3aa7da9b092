import { expect, type Page } from '@playwright/test'
import * as z from 'zod'
import { callAdminSocket } from '../../apps/server/src/platform/admin/admin-socket.ts'
import type { RunningServer } from '../../scripts/lib/stack.ts'

/** What the step Info requires from every buyer. */
export const buyer = {
  firstName: 'Jan',
  lastName: 'van der Berg',
  email: 'jan@schip-aurora.nl',
  phone: '+31 6 1234 5678',
  street: 'Kade 1',
  postalCode: '3311 AA',
  city: 'Dordrecht',
}

const ListedSchema = z.array(
  z.object({ number: z.string(), state: z.string(), method: z.string(), email: z.string() }),
)

/** Runs a command of the operator's shell on the running server. */
export async function operate(
  server: RunningServer,
  command: string,
  args: Record<string, string>,
): Promise<unknown> {
  const answer = await callAdminSocket(server.dataDir, command, args)
  if (!answer?.ok) throw new Error(`${command}: ${answer?.error ?? 'no answer'}`)
  return answer.result
}

const GrantSchema = z.object({ authenticator: z.string() })

/** Makes the owner of a wallet an operator; gives the secret of their authenticator. */
export async function grantOperator(
  server: RunningServer,
  wallet: { address: string },
  role: string,
): Promise<string> {
  const granted = await operate(server, 'operator:grant', { user: wallet.address, role })
  return GrantSchema.parse(granted).authenticator
}

/** The orders that the server has, newest first. */
export async function listOrders(server: RunningServer) {
  return ListedSchema.parse(await operate(server, 'order:list', {}))
}

/** Types the buyer into the step Info and continues to the payment. */
export async function fillInfo(page: Page, part: Partial<typeof buyer> = {}, country = 'NL'): Promise<void> {
  for (const [name, text] of Object.entries({ ...buyer, ...part }))
    await page.locator(`input[name="${name}"]`).fill(text)
  await page.locator('select[name="country"]').selectOption(country)
  await page.locator('main form button[type="submit"]').click()
  await expect(page).toHaveURL(/step=payment/)
}

/** Walks from the first step to the payment. */
export async function walkToPayment(
  page: Page,
  server: RunningServer,
  options: { product?: string; language?: string; buyer?: Partial<typeof buyer>; country?: string } = {},
): Promise<void> {
  const { product = 'sm19', language = 'nl' } = options
  await page.goto(`${server.url}/koop?product=${product}&lang=${language}`)
  await page.locator('main form button[type="submit"]').click()
  await expect(page).toHaveURL(/step=info/)
  await fillInfo(page, options.buyer, options.country)
}

/** Chooses how to pay, accepts the terms and orders. */
export async function order(page: Page, method: string): Promise<void> {
  await page.locator(`input[name="method"][value="${method}"]`).check()
  await page.locator('input[name="terms"]').check()
  await page.locator('main form button[type="submit"]').click()
}

/** The number of the order on the page. */
export async function shownNumber(page: Page): Promise<string> {
  const words = page.getByText(/SM-\d{4}-\d{6}/).first()
  await expect(words).toBeVisible()
  return /SM-\d{4}-\d{6}/.exec((await words.textContent()) ?? '')?.[0] ?? ''
}
