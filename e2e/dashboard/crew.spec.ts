import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type MailServer, startMailServer } from '../../apps/server/test/services/mail-server.ts'
import { type ServerProcess, type ShipProcess, startShip } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { paced } from '../support/pace.ts'
import { callAs, claimController, completeSetup, connectWallet, register } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'
import { installEthereumWallet } from '../support/wallets/ethereum-wallet.ts'

/** Two people and one ship: invited by mail, joined, a miner stopped, seen in the history by name, taken back. */
test.describe.configure({ mode: 'serial' })

const root = mkdtempSync(join(tmpdir(), 'sm-crew-'))
let mails: MailServer
let server: ServerProcess
let ship: ShipProcess
let owner: Page
let guest: Page
let shipId: string

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(240_000))
  mails = await startMailServer({ startTls: false })
  server = await startServer({
    dataDir: join(root, 'server'),
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'Shipminer <noreply@shipminer.example>',
      PROVIDER_EMAIL: 'help@shipminer.example',
    },
  })
  ship = await startShip(server, {
    name: 'Engine room',
    location: 'Aft',
    dataDir: join(root, 'ship'),
    simulator: { seed: 'crew', miners: '2' },
    controller: { POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '2000' },
  })
  const people = async (width: number) => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width, height: 900 } })
    const page = await context.newPage()
    await installEthereumWallet(page)
    return page
  }
  owner = await people(1440)
  guest = await people(390)
  await register(owner, server, { email: 'jan@schip-aurora.nl' })
  await owner.goto(await linkTo('jan@schip-aurora.nl', 'verify-email'))
  await expect(owner.getByText(/jan@schip-aurora\.nl is verified/)).toBeVisible()
  await claimController(owner, server, ship)
  await expect(owner.getByRole('article').filter({ hasText: 'hydro-01' })).toBeVisible({
    timeout: paced(90_000),
  })
  const made = (await call('POST', '/user/ships', { name: 'Aurora', type: 'tanker' })) as {
    ship: { id: string }
  }
  shipId = made.ship.id
  await call('PUT', `/mining/controllers/${ship.controllerId}`, { shipId })
})

test.afterAll(async () => {
  await owner?.context().close()
  await guest?.context().close()
  await ship?.stop()
  await server?.stop()
  await mails?.close()
  rmSync(root, { recursive: true, force: true })
})

/** A call as the owner. */
const call = (method: string, path: string, body?: object) => callAs(owner, server, method, path, body)

/** The newest link of a kind that was mailed to an address, as the person opens it. */
async function linkTo(address: string, page: string): Promise<string> {
  const find = () =>
    mails.received
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => new RegExp(`/${page}#token=[\\w-]+`).exec(text)?.[0] ?? [])
      .at(-1)
  await expect.poll(find, { timeout: paced(60_000) }).toBeDefined()
  return `${server.url}${find()}`
}

const crewOf = (page: Page) => page.getByRole('region', { name: 'Crew' })

test('an owner invites somebody, who makes an account and joins', async () => {
  test.setTimeout(paced(180_000))
  await owner.goto(`${server.url}/dashboard/ships/${shipId}`)
  const crew = crewOf(owner)
  await crew.getByText('Let others look at this ship').click()
  await crew.getByRole('button', { name: 'Send invitation' }).click()
  await expect(crew.getByText('This is not an email address.')).toBeVisible()
  await crew.getByLabel('Email address').fill('bo@machinekamer.nl')
  await crew.getByLabel('May', { exact: true }).selectOption({ label: 'look and control' })
  await crew.getByRole('button', { name: 'Send invitation' }).click()
  await expect(crew.getByText('The invitation is on its way to bo@machinekamer.nl.')).toBeVisible()
  await expectAccessible(owner, 'a ship with its crew')

  await guest.goto(await linkTo('bo@machinekamer.nl', 'crew-invitation'))
  await expect(guest.getByText('Jan de Vries invites you to the crew of “Aurora”.')).toBeVisible()
  expect(guest.url()).not.toContain('token')
  await expectAccessible(guest, 'an invitation')
  await connectWallet(guest)
  await completeSetup(guest, 'bo@machinekamer.nl', 'Bo Berg')
  await guest.goto(`${server.url}/crew-invitation`)
  await guest.getByRole('button', { name: 'Join the crew' }).click()
  await guest.getByRole('link', { name: 'Open the ship' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Aurora' })).toBeVisible()
  await expect(guest.getByText('This ship belongs to Jan de Vries.')).toBeVisible()
})

test('an engineer controls the miners, sees no money, and is named in the history', async () => {
  test.setTimeout(paced(240_000))
  await expect(guest.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible()
  for (const name of ['Fuel', 'Crew'])
    await expect(guest.getByRole('heading', { name, exact: true })).toHaveCount(0)
  await guest.getByRole('link', { name: 'hydro-01' }).click()
  await expect(guest.getByRole('heading', { name: 'Control', exact: true })).toBeVisible()
  await expect(guest.getByRole('button', { name: /pools/i })).toHaveCount(0)
  await expect(guest.getByText('Earnings today')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Stop mining', exact: true }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click()
  await expect(guest.getByRole('heading', { name: 'In progress' })).toBeVisible()
  await owner.goto(`${server.url}/dashboard/history`)
  await expect(
    owner.getByRole('listitem').filter({ hasText: 'Joined the crew' }).filter({ hasText: 'by Bo Berg' }),
  ).toBeVisible()
  await expect(
    owner
      .getByRole('listitem')
      .filter({ hasText: /^.*Stop/ })
      .filter({ hasText: 'by Bo Berg' })
      .first(),
  ).toBeVisible()
})

test('a role that is lowered and a place that is taken back count at once, on the open page too', async () => {
  test.setTimeout(paced(180_000))
  await guest.goto(`${server.url}/dashboard`)
  await expect(guest.getByText('hydro-01').first()).toBeVisible()
  await owner.goto(`${server.url}/dashboard/ships/${shipId}`)
  const crew = crewOf(owner)
  await crew.getByText('Let others look at this ship').click()
  await crew.getByLabel('Bo Berg may').selectOption({ label: 'look' })
  await expect(crew.getByText('Bo Berg may now: look.')).toBeVisible()
  await guest.goto(`${server.url}/dashboard/ships/${shipId}`)
  await expect(guest.getByText('You are in its crew and may look.')).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Rules', exact: true })).toHaveCount(0)
  await guest.goto(`${server.url}/dashboard`)
  await expect(guest.getByText('hydro-01').first()).toBeVisible()
  await crew.getByRole('button', { name: 'Take off Bo Berg' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Take off' }).click()
  await expect(crew.getByText('Bo Berg no longer belongs to the crew.')).toBeVisible()
  await expect(guest.getByRole('heading', { level: 1, name: 'No controller yet' })).toBeVisible({
    timeout: paced(30_000),
  })
})
