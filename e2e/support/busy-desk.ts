/** A provider with work on every page of the desk, made over the calls that the pages make themselves. */

import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { buildShip } from '@shipminer/testkit/fleet'
import * as z from 'zod'
import { sellerDay } from '../../apps/server/src/modules/invoices/seller.ts'
import { camtSample, type SampleEntry } from '../../apps/server/test/papers/camt-sample.ts'
import { makeReleaseFile, releasePublicKey } from '../../scripts/lib/release-file.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { orderBody } from './by-calls.ts'
import { operate } from './operate.ts'
import { signInAtDesk } from './sign-in.ts'
import { startServer } from './start-server.ts'
import { shopAccounts } from './wallets/coin-peers.ts'

const { privateKey } = generateKeyPairSync('ed25519')

/** What a server needs so that every part of the desk is set up. */
const busyDeskSettings = {
  VIES_URL: 'off',
  ORDERS_ENABLED: 'true',
  COMPANY_IBAN: 'NL91ABNA0417164300',
  BITCOIN_NETWORK: 'regtest',
  BITCOIN_XPUB: shopAccounts.bitcoin,
  PAYOUT_XPUB:
    '[e2867bb6/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5',
  PAYOUT_FOUR_EYES: 'true',
  RECEIVING_FOUR_EYES: 'true',
  RELEASE_FOUR_EYES: 'true',
  REFUND_FOUR_EYES_FROM_CENTS: '10000',
  // Nobody listens there: that the chain is not read is no matter here.
  PAYMENT_ESPLORA_URL: 'http://127.0.0.1:9/api',
  RELEASE_PUBLIC_KEY: releasePublicKey(privateKey),
  TRUSTED_PROXIES: '127.0.0.1/32',
}

const dayMs = 86_400_000
/** Of the seller, for whom a day begins before the one of UTC. */
const dayFromNow = (days: number) => sellerDay(new Date(Date.now() + days * dayMs))

const buyerOf = ([firstName, lastName, company, shipName, city, country]: Person, email: string) => ({
  ...{ firstName, lastName, company, shipName, email },
  ...{ phone: '+31 24 000 11 22', street: 'Waalkade 12', postalCode: '6511 XR', city, country },
})

const OrderSchema = z.object({
  order: z.object({
    id: z.string(),
    number: z.string(),
    bank: z.nullish(z.object({ reference: z.string() })),
  }),
})
type Placed = z.infer<typeof OrderSchema>['order']
const IdSchema = z.object({ id: z.string() })

/** Calls as one who is signed in, each from a client address of its own. */
function callsOf(server: ServerProcess, token?: string) {
  return async <T>(
    schema: z.ZodType<T>,
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<T> => {
    calls++
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        'idempotency-key': `busy-desk-${calls}`,
        'x-forwarded-for': `10.9.${calls >> 8}.${calls & 255}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return z.object({ data: schema }).parse(await answer.json()).data
  }
}
let calls = 0

type Person = readonly [
  first: string,
  last: string,
  company: string,
  ship: string,
  city: string,
  country: string,
]
const people: readonly Person[] = [
  ['Willem', 'Bos', '', 'Ms Vertrouwen', 'Nijmegen', 'NL'],
  ['Marie', 'Dupont', '', 'Ms Aurore', 'Namur', 'BE'],
  ['Karl', 'Jansen', 'Karl Jansen GmbH', 'Ms Lorelei', 'Duisburg', 'DE'],
  ['Piet', 'de Groot', '', 'Ms Cornelia', 'Zwijndrecht', 'NL'],
  ['Ana', 'Ionescu', '', 'Ms Delta', 'Constanța', 'RO'],
  ['Rederij', 'Waal', 'Rederij Waal B.V.', 'Ms Nijmegen', 'Tiel', 'NL'],
  ['Hans', 'Keller', '', 'Ms Taunus', 'Mainz', 'DE'],
  ['Mieke', 'Verhoeven', '', 'Ms Twee Gebroeders', 'Antwerpen', 'BE'],
  ['Tom', 'Peeters', '', 'Ms Schelde', 'Gent', 'BE'],
  [
    'Friedrich-Wilhelm',
    'von Neckarsteinach',
    'Neckar Reederei und Schifffahrtsgesellschaft mbH',
    'Ms Heilbronn',
    'Heilbronn',
    'DE',
  ],
]
const products = [
  ['sm19', 1_750_000],
  ['sm21', 4_250_000],
  ['lottery', 25_000],
] as const
const emailOf = ([first, last]: Person) =>
  `${first}.${last}@schip.example`
    .toLowerCase()
    .replaceAll(' ', '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')

/** A server with such a desk, and how a page signs in as its operator. */
export type BusyDesk = {
  server: ServerProcess
  /** An address for every pattern of a page, with `:id` where the pattern names a thing. */
  addressOf(pattern: string): string
  signIn(page: Page): Promise<void>
}

/** Starts a server with a busy desk. `browser`: to prove the second factor in. */
export async function startBusyDesk(dataDir: string, browser: Browser): Promise<BusyDesk> {
  const context = await browser.newContext({ locale: 'nl-NL' })
  const page = await context.newPage()
  let server = await startServer({ dataDir, env: busyDeskSettings })
  const owner = await registerOwner(server)
  await server.stop()
  seedDesk(server, owner)
  const port = Number(new URL(server.url).port)
  server = await startServer({ dataDir, env: busyDeskSettings, port })
  const { token } = await signInAtDesk(page, server, '/desk', { email: 'anna@rederij-noord.nl' })
  await page.getByRole('heading', { level: 1, name: 'Vandaag' }).waitFor()
  const addresses = await fillDesk(server, token, owner)
  const kept = await page.evaluate<Record<string, string>>('({ ...localStorage })')
  await context.close()
  return {
    server,
    addressOf: (pattern) => `${server.url}${addresses[pattern] ?? pattern}`,
    signIn: async (other) => {
      await other.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, kept)
    },
  }
}

type Owner = { id: string; token: string; email: string; shipId: string }

async function registerOwner(server: ServerProcess): Promise<Owner> {
  const email = 'jan@schip-aurora.nl'
  const { token, user } = await callsOf(server)(
    z.object({ token: z.string(), user: z.object({ id: z.string() }) }),
    '/auth/register',
    { name: 'Jan van der Berg', email, password: 'quiet-harbour-lantern-42' },
  )
  const { ship } = await callsOf(server, token)(z.object({ ship: IdSchema }), '/user/ships', buildShip())
  return { id: user.id, token, email, shipId: ship.id }
}

/** Puts what only ships and time bring into a server that does not run: a fleet, a box in trouble, and a payout address that counts. */
function seedDesk(server: ServerProcess, owner: Owner): void {
  for (const [script, ...args] of [
    ['ship/seed-fleet.ts', owner.id, '300'],
    ['ship/seed-trouble.ts', owner.shipId],
    ['wallets/seed-payout-address.ts', owner.id, 'bc1q48fn8f3a63z3yv3045jgnq73pekz0dvq39gnju'],
  ] as const)
    execFileSync(process.execPath, [join(import.meta.dirname, script), server.dataDir, ...args])
}

/** Fills the desk; gives an address for every pattern of its pages that names a thing. */
async function fillDesk(
  server: ServerProcess,
  operatorToken: string,
  owner: Owner,
): Promise<Record<string, string>> {
  const desk = callsOf(server, operatorToken)
  const orders = await placeOrders(server)
  await importStatement(server, operatorToken, orders)
  const orderId = await moveOrders(desk, orders)
  const boxId = await stockBoxes(desk, orders)
  await fitOwner(server, operatorToken, owner)
  const { leadId, offerId } = await askAndOffer(server, desk)
  const reportId = await reportFaults(server, owner.token)
  await operate(server, 'controller:create', { name: 'Ms Lorelei', location: 'Voorpiek' })
  const payoutId = await payOwner(desk, owner.email)
  await publishRelease(server)
  const { customers } = await desk(
    z.object({ customers: z.array(z.object({ id: z.string(), email: z.nullable(z.string()) })) }),
    '/desk/customers',
  )
  const customerId = customers.find(({ email }) => email === owner.email)?.id ?? ''
  await desk(z.unknown(), `/desk/customers/${customerId}/notes`, { text: 'Belt liever na vijven.' })
  return {
    '/desk/orders/:id': `/desk/orders/${orderId}`,
    '/desk/calendar/:id': `/desk/calendar/${orderId}`,
    '/desk/stock/:id': `/desk/stock/${boxId}`,
    '/desk/customers/:id': `/desk/customers/${customerId}`,
    '/desk/payouts/owners/:id': `/desk/payouts/owners/${customerId}`,
    '/desk/payouts/:id': `/desk/payouts/${payoutId}`,
    '/desk/offers/:id': `/desk/offers/${offerId}`,
    '/desk/leads/:id': `/desk/leads/${leadId}`,
    '/desk/service/:id': `/desk/service/${reportId}`,
    // What came with a report has its id.
    '/desk/diagnostics/:id': `/desk/diagnostics/${reportId}`,
  }
}

type Calls = ReturnType<typeof callsOf>

async function placeOrders(server: ServerProcess): Promise<Placed[]> {
  const guest = callsOf(server)
  const placed: Placed[] = []
  for (let index = 0; index < 14; index++) {
    const person = people[index % people.length] as Person
    const country = person[5]
    const [product, cents] = products[index % products.length] as (typeof products)[number]
    const { order } = await guest(
      OrderSchema,
      '/orders',
      orderBody({
        product,
        // What is sent and not fitted is paid beforehand.
        method: index % 4 === 3 && product !== 'lottery' ? 'pay_on_delivery' : 'bank_transfer',
        buyer: buyerOf(person, emailOf(person)),
        language: country === 'DE' ? 'de' : country === 'RO' ? 'ro' : 'nl',
        expectedGrossCents: cents,
      }),
    )
    placed.push(order)
  }
  return placed
}

async function importStatement(server: ServerProcess, token: string, orders: readonly Placed[]) {
  const byBank = orders.flatMap(({ bank, number }, index) =>
    bank
      ? [
          {
            number,
            reference: bank.reference,
            cents: products[index % products.length]?.[1] ?? 0,
            who: people[index % people.length] as Person,
          },
        ]
      : [],
  )
  const entries = byBank.slice(0, 7).map(
    ({ reference, cents, who }, index): SampleEntry => ({
      // One pays too little, one too much.
      amount: ((cents + (index === 1 ? -50_000 : index === 4 ? 25_000 : 0)) / 100).toFixed(2),
      reference: reference.replaceAll(' ', ''),
      bankReference: `B${index}`,
      day: dayFromNow(0),
      name: `${who[0]} ${who[1]}`,
    }),
  )
  const xml = camtSample([
    ...entries,
    {
      ...{ amount: '42500.00', text: 'box 21', bankReference: 'B20', day: dayFromNow(0) },
      ...{ name: 'W. Bos', iban: 'NL31RABO0300065264' },
    },
    {
      amount: '1262.50',
      text: 'factuur 2291',
      bankReference: 'B21',
      day: dayFromNow(0),
      name: 'J. Smit',
      iban: 'BE68539007547034',
    },
    { amount: '12.10', direction: 'DBIT', text: 'telefoon', bankReference: 'B22', name: 'KPN' },
  ])
  await callsOf(server, token)(z.unknown(), '/desk/bank/statements', { xml, preview: false })
}

/** Plans, installs and ends some of the paid ones, and cancels one. */
async function moveOrders(desk: Calls, orders: readonly Placed[]): Promise<string> {
  const act = (index: number, body: Record<string, unknown>) =>
    desk(z.unknown(), `/desk/orders/${orders[index]?.id}/actions`, {
      reason: 'afgesproken met de schipper',
      ...body,
    })
  const paid = [0, 2, 4, 6]
  for (const [step, index] of paid.entries())
    await desk(z.unknown(), `/desk/installations/${orders[index]?.id}`, {
      on: dayFromNow(step + 1),
      startsAt: '08:30',
      fitter: 'Bas Mulder',
      berth: 'Waalhaven, pier 7',
      cabling: '30 m van het paneel achter',
      generator: 'Volvo Penta, 80 kW',
    })
  await act(4, { action: 'install' })
  await act(6, { action: 'install' })
  await act(6, { action: 'complete' })
  await act(8, { action: 'cancel' })
  return orders[0]?.id ?? ''
}

async function stockBoxes(desk: Calls, orders: readonly Placed[]): Promise<string> {
  const add = (product: string, state: string, serials: string[], more = {}) =>
    desk(z.object({ boxes: z.array(IdSchema) }), '/desk/boxes', { product, state, serials, ...more })
  const { boxes } = await add('sm19', 'tested', ['SM19-2611-0001', 'SM19-2611-0002', 'SM19-2611-0003'])
  await add('sm21', 'built', ['SM21-2611-0001', 'SM21-2611-0002'])
  await add('sm23', 'ordered', ['SM23-2612-0001'], { expectedOn: dayFromNow(20) })
  await desk(z.unknown(), '/desk/boxes/moves', {
    action: 'ship',
    serials: ['SM19-2611-0001'],
    order: orders[0]?.number,
  })
  return boxes[0]?.id ?? ''
}

/** The owner's first box: ordered with their account, paid, fitted today and under warranty from then on. */
async function fitOwner(server: ServerProcess, operatorToken: string, owner: Owner): Promise<void> {
  const desk = callsOf(server, operatorToken)
  const { order } = await callsOf(server, owner.token)(
    OrderSchema,
    '/orders',
    orderBody({ buyer: buyerOf(['Jan', 'van der Berg', '', 'Ms Aurora', 'Dordrecht', 'NL'], owner.email) }),
  )
  const entry = { amount: '17500.00', bankReference: 'B30', name: 'J. van der Berg', day: dayFromNow(0) }
  const reference = order.bank?.reference.replaceAll(' ', '') ?? ''
  const xml = camtSample([{ ...entry, reference }], { id: 'S-2' })
  await desk(z.unknown(), '/desk/bank/statements', { xml, preview: false })
  await desk(z.unknown(), `/desk/installations/${order.id}`, {
    ...{ on: dayFromNow(0), startsAt: '13:00', fitter: 'Bas Mulder', berth: 'Dordrecht, Merwekade' },
  })
  const serials = ['SM19-2611-0003']
  await desk(z.unknown(), '/desk/boxes/moves', { action: 'install', serials, order: order.number })
}

async function askAndOffer(server: ServerProcess, desk: Calls): Promise<{ leadId: string; offerId: string }> {
  const visitor = callsOf(server)
  const contact = { phone: '+49 203 000 11 22', email: 'otto@binnenschiff.example' }
  await visitor(z.unknown(), '/inquiries/contact', {
    ...contact,
    ...{ name: 'Otto Brandt', message: 'Passt die Box unter den Boden im Maschinenraum?', language: 'de' },
  })
  await visitor(z.unknown(), '/inquiries/custom', {
    ...{ name: 'Neckar Reederei', email: 'anfrage@neckar.example', language: 'de' },
    ...{ shipType: 'tanker', generatorCapacityKw: 160, currentUsagePercent: 40 },
    additionalInformation: 'Zwei Boxen von 50 kW.',
  })
  for (const language of ['nl', 'de', 'ro'])
    await visitor(z.unknown(), '/inquiries/waiting-list', {
      email: `wacht.${language}@schip.example`,
      language,
    })
  for (const [product, unitGrossCents] of [
    ['sm21', 3_900_000],
    ['sm19', 1_750_000],
  ] as const)
    await desk(z.unknown(), '/desk/offers', {
      ...{ product, quantity: 2, unitGrossCents, language: 'nl', validUntil: dayFromNow(30) },
      note: 'Levering in twee keer.',
      buyer: { firstName: 'Jan', lastName: 'van der Berg', email: 'jan@schip-aurora.nl' },
    })
  const { leads } = await desk(z.object({ leads: z.array(IdSchema) }), '/desk/leads?kind=custom')
  const { offers } = await desk(z.object({ offers: z.array(IdSchema) }), '/desk/offers')
  return { leadId: leads[0]?.id ?? '', offerId: offers[0]?.id ?? '' }
}

async function reportFaults(server: ServerProcess, token: string): Promise<string> {
  const owner = callsOf(server, token)
  const report = (subject: string, text: string) =>
    owner(IdSchema, '/service/reports', { subject, text, phone: '+31 6 1234 5678' })
  const { id } = await report('temperature', 'De ventilator van hydro-01 ratelt sinds vanochtend.')
  await report('power', 'Sinds gisteren verdient de box de helft.')
  return id
}

/** What pools paid for the owner, and a run of it that waits for a signature. */
async function payOwner(desk: Calls, email: string): Promise<string> {
  await desk(z.unknown(), '/desk/pool-imports', {
    ...{ owner: email, paidTo: 'provider', preview: false },
    text: `date,amount_sat\n${dayFromNow(-2)},4000000\n`,
  })
  const { owners, totalSat } = await desk(
    z.object({ owners: z.array(z.looseObject({})), totalSat: z.number() }),
    '/desk/payouts',
  )
  const { id } = await desk(IdSchema, '/desk/payouts', { lines: owners.length, totalSat })
  return id
}

async function publishRelease(server: ServerProcess): Promise<void> {
  const file = join(server.dataDir, 'release.smr')
  const { bytes } = makeReleaseFile({
    ...{ version: '1.4.0', minimumNode: '24.0.0', allowsDowngrade: false, privateKey },
    files: [{ path: 'app/controller.mjs', content: Buffer.from('run()') }],
  })
  writeFileSync(file, bytes)
  await operate(server, 'release:publish', { file })
}
