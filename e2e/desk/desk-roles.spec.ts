import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@shipminer/contract/endpoints'
import { mayCall, type NeededRoles, type OperatorRole } from '@shipminer/contract/operator-roles'
import { type BusyDesk, startBusyDesk } from '../support/busy-desk.ts'
import { deskDetails, ledTo, namesOf, openDeskPage, roleRefused } from '../support/desk-controls.ts'
import { expect, type Page, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { signInAtDesk } from '../support/sign-in.ts'

/**
 * Sales, service and the bookkeeper on every page of the desk that is theirs: what they are shown to press is what the endpoint table lets them
 * do, and all of it is there. Who may only read has a walk of their own, and the owner may everything.
 */
test.describe.configure({ mode: 'serial', timeout: paced(240_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-desk-roles-'))
let desk: BusyDesk

test.beforeAll(async ({ browser }) => {
  test.setTimeout(paced(420_000))
  desk = await startBusyDesk(join(root, 'server'), browser)
})
test.afterAll(async () => {
  await desk?.server.stop()
  rmSync(root, { recursive: true, force: true })
})

type CallName = keyof typeof endpoints
const callOf = (name: CallName): NeededRoles => endpoints[name]

/** What each page shows first, by the part of its address after `/desk`. */
const pageCalls: Readonly<Record<string, CallName>> = {
  '': 'deskToday',
  orders: 'deskOrders',
  leads: 'deskLeads',
  offers: 'deskOffers',
  calendar: 'deskCalendar',
  stock: 'deskBoxes',
  customers: 'deskCustomers',
  bank: 'deskBank',
  payments: 'deskPayments',
  payouts: 'deskPayouts',
  books: 'deskBooksExport',
  controllers: 'deskControllers',
  fleet: 'deskFleet',
  service: 'deskFaultReports',
  diagnostics: 'deskDiagnostics',
  catalogue: 'deskCatalogue',
  newsletter: 'deskNewsletter',
  releases: 'deskReleases',
  webhooks: 'deskWebhooks',
  mails: 'deskMails',
  settings: 'deskSettings',
  people: 'deskPeople',
  audit: 'deskAudit',
}

function mayOpen(role: OperatorRole, address: string): boolean {
  const [, , part = ''] = address.split(/[?#]/)[0]?.split('/') ?? []
  const call = address.startsWith('/desk/offers/new') ? 'deskMakeOffer' : pageCalls[part]
  return call !== undefined && mayCall(role, callOf(call))
}

type Press = readonly [name: RegExp, call: CallName, action?: string]
const controller = 'a controller'
const controllerActs = ['Nieuwe aanmeldcode', 'Nieuwe sleutel', 'Sleutel intrekken']

/** What is pressed on a page of the busy desk, and the call behind it. */
const presses: Readonly<Record<string, readonly Press[]>> = {
  '/desk': [
    [/^Oppakken$/, 'deskJobClaim'],
    [/^Herstelcodes maken$/, 'deskMakeRecoveryCodes'],
    [/^Passkey toevoegen$/, 'deskPasskeyAdd'],
  ],
  '/desk/orders': [[/^CSV$/, 'deskOrdersExport']],
  '/desk/leads': [[/^CSV$/, 'deskLeadsExport']],
  '/desk/offers': [
    [/^CSV$/, 'deskOffersExport'],
    [/^Nieuwe offerte$/, 'deskMakeOffer'],
  ],
  '/desk/stock': [
    [/^Scannen$/, 'deskMoveBoxes'],
    [/^Boxen invoeren$/, 'deskAddBoxes'],
    [/^CSV$/, 'deskBoxesExport'],
  ],
  '/desk/customers': [[/^CSV$/, 'deskCustomersExport']],
  '/desk/payments': [
    [/^CSV$/, 'deskRefundsExport'],
    [/^Terugbetaling gedaan: /, 'deskOrderAct', 'refund-paid'],
  ],
  '/desk/payouts': [
    [/^CSV$/, 'deskPayoutOwnersExport'],
    [/^Bestand \(CSV\)$/, 'deskPoolImport'],
    [/^Volgen$/, 'deskPoolAddressAdd'],
  ],
  '/desk/bank': [
    [/^Bestand \(CAMT of MT940\)$/, 'deskBankStatement'],
    [/^CSV$/, 'deskBankExport'],
    [/^Op een bestelling boeken: /, 'deskBankEntryAct'],
    [/^Niet voor een bestelling: /, 'deskBankEntryAct'],
  ],
  '/desk/books': [[/^Downloaden$/, 'deskBooksExport']],
  '/desk/controllers': [
    [/^CSV$/, 'deskControllersExport'],
    [/^(Opnieuw proberen|Gezien): /, 'deskSetAsideAct'],
    [/^Maken$/, 'deskCreateControllers'],
  ],
  '/desk/fleet': [[/^CSV$/, 'deskFleetExport']],
  '/desk/service': [[/^CSV$/, 'deskFaultReportsExport']],
  '/desk/diagnostics': [[/^Nieuwe diagnoses$/, 'deskTakeDiagnostics']],
  '/desk/catalogue': [
    [/^Wijzigen$/, 'deskProductChange'],
    [/^Geschiedenis$/, 'deskProductVersions'],
    [/^Bestellen uitzetten$/, 'deskOrdersSwitch'],
  ],
  '/desk/newsletter': [[/^Iedereen inlichten die nu kan bestellen$/, 'deskMailingSend']],
  '/desk/releases': [[/^Uitrol beginnen$/, 'deskStartRollout']],
  '/desk/webhooks': [[/^Adres instellen$/, 'deskWebhookSet']],
  '/desk/audit': [[/^CSV$/, 'deskAuditExport']],
  '/desk/orders/:id': [
    [/^Inbouw inplannen$/, 'deskOrderAct', 'schedule'],
    [/^Ingebouwd melden$/, 'deskOrderAct', 'install'],
    [/^Annuleren$/, 'deskOrderAct', 'cancel'],
    [/^Boxen scannen$/, 'deskMoveBoxes'],
    [/^Factuur INV-\S+$/, 'deskOrderDocument'],
    [/^E-factuur INV-\S+ \(XML\)$/, 'deskOrderEInvoice'],
    [/^INV-\S+ opnieuw mailen$/, 'deskOrderDocumentResend'],
    [/^Pakbon$/, 'deskPackingSlip'],
    [/^Pakbon mailen$/, 'deskPackingSlipSend'],
    [/^Gegevens wijzigen$/, 'deskOrderCorrection'],
  ],
  '/desk/calendar/:id': [
    [/^Montageblad \(PDF\)$/, 'deskFittingSheet'],
    [/^Boxen scannen$/, 'deskMoveBoxes'],
    [/^Afspraak opslaan$/, 'deskPlanFitting'],
  ],
  '/desk/stock/:id': [
    [/^Volgende stap$/, 'deskMoveBoxes'],
    [/^Opslaan$/, 'deskChangeBox'],
  ],
  '/desk/customers/:id': [
    [/^INV-\S+$/, 'deskOrderDocument'],
    [/^Bewaren$/, 'deskCustomerNote'],
    [/^Samenvoegen met een ander account$/, 'deskCustomerMerge'],
    [/^Gegevens downloaden$/, 'deskCustomerExport'],
    [/^Klant verwijderen$/, 'deskCustomerDelete'],
  ],
  '/desk/payouts/owners/:id': [
    [/^Uitbetaling vastleggen$/, 'deskPayoutRecord'],
    [/^Pool beschrijven$/, 'deskPoolDescribe'],
  ],
  '/desk/payouts/:id': [
    [/^PSBT maken$/, 'deskPayoutPsbt'],
    [/^CSV downloaden$/, 'deskPayoutCsv'],
    [/^Afrekening \(PDF\) van /, 'deskPayoutStatement'],
    [/^Uitbetaling annuleren$/, 'deskPayoutCancel'],
  ],
  '/desk/offers/:id': [
    [/^Pdf$/, 'deskOfferDocument'],
    [/^(Nogmaals versturen|Bestelling per telefoon|Intrekken)$/, 'deskOfferAct'],
  ],
  '/desk/leads/:id': [
    [/^(Sjabloon invullen|Antwoord versturen|Vastleggen|Oppakken)$/, 'deskLeadAct'],
    [/^Afsluiten zonder antwoord$/, 'deskLeadAct'],
    [/^Offerte maken$/, 'deskMakeOffer'],
  ],
  '/desk/service/:id': [
    [/^(Oppakken|Sjabloon invullen|Antwoord versturen)$/, 'deskFaultReportAct'],
    [/^(Afsluiten met uitkomst|Notitie toevoegen)$/, 'deskFaultReportAct'],
  ],
  '/desk/diagnostics/:id': [
    [/^Als JSON downloaden$/, 'deskDiagnosticSet'],
    [/^Nieuwe diagnoses$/, 'deskTakeDiagnostics'],
  ],
  '/desk/offers/new': [[/^Offerte versturen$/, 'deskMakeOffer']],
}
/** What asks the server for nothing that is of some roles alone. */
const harmless = [/^Kolommen$/, /^(Vorige|Deze|Volgende) week$/]

/** What somebody is there for: it is named here, so that it does not go with a line of the endpoint table. */
const mainWork = {
  sales: {
    '/desk/offers': ['Nieuwe offerte'],
    '/desk/offers/new': ['Offerte versturen'],
    '/desk/offers/:id': ['Nogmaals versturen', 'Bestelling per telefoon', 'Intrekken'],
    '/desk/leads/:id': ['Oppakken', 'Antwoord versturen', 'Offerte maken'],
    '/desk/orders/:id': ['Annuleren', 'Gegevens wijzigen', 'INV-2026-000001 opnieuw mailen'],
    '/desk/catalogue': ['Wijzigen'],
    '/desk/newsletter': ['Iedereen inlichten die nu kan bestellen'],
  },
  service: {
    '/desk/service/:id': ['Oppakken', 'Antwoord versturen', 'Afsluiten met uitkomst'],
    '/desk/calendar/:id': ['Afspraak opslaan', 'Boxen scannen'],
    '/desk/orders/:id': ['Inbouw inplannen', 'Ingebouwd melden'],
    '/desk/controllers': ['Maken'],
    [controller]: ['Nieuwe sleutel'],
    '/desk/releases': ['Uitrol beginnen'],
    '/desk/diagnostics': ['Nieuwe diagnoses'],
  },
  bookkeeper: {
    '/desk/bank': [
      'Bestand (CAMT of MT940)',
      'Op een bestelling boeken: Boeking van',
      'Niet voor een bestelling: Boeking van',
    ],
    '/desk/payments': ['Terugbetaling gedaan: SM-2026-000006'],
    '/desk/payouts': ['Bestand (CSV)'],
    '/desk/payouts/:id': ['PSBT maken', 'Uitbetaling annuleren'],
    '/desk/payouts/owners/:id': ['Uitbetaling vastleggen'],
    '/desk/books': ['Downloaden'],
    '/desk/orders/:id': ['Gegevens wijzigen'],
  },
} as const satisfies Partial<Record<OperatorRole, Readonly<Record<string, readonly string[]>>>>

/** What leads to something, and files that are chosen, are pressed as buttons are. */
const pressable = 'button, input[type=file], a[href^="/desk/offers/new"]'

async function check(page: Page, role: keyof typeof mainWork, pattern: string): Promise<void> {
  const found = presses[pattern] ?? []
  const read = async () =>
    (await namesOf(page, pressable)).filter((name) => !harmless.some((one) => one.test(name)))
  // Parts of a page come by themselves, after its first.
  await expect
    .configure({ soft: true })
    .poll(
      async () => {
        const shown = await read()
        const theirs = found.filter(([, call, action]) => mayCall(role, callOf(call), action))
        return theirs.filter(([pressed]) => !shown.some((name) => pressed.test(name))).map(String)
      },
      { message: `${role} on ${pattern}: theirs, and not shown` },
    )
    .toEqual([])
  const shown = await read()
  const wrong = shown.filter(
    (name) =>
      !found.some(([pressed, call, action]) => pressed.test(name) && mayCall(role, callOf(call), action)),
  )
  expect.soft(wrong, `${role} on ${pattern}: shown, and not theirs or not known here`).toEqual([])
  const work: Readonly<Record<string, readonly string[]>> = mainWork[role]
  for (const name of work[pattern] ?? [])
    expect
      .soft(
        shown.some((one) => one.startsWith(name)),
        `${role} on ${pattern}: ${name}`,
      )
      .toBe(true)
  const led = await page
    .locator('main a[href^="/desk"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const closed = [...new Set(led)].filter((address) => !mayOpen(role, address))
  expect.soft(closed, `${role} on ${pattern}: led to what is not theirs`).toEqual([])
  await expect.soft(page.getByText(roleRefused), `${role} on ${pattern}`).toHaveCount(0)
}

for (const role of ['sales', 'service', 'bookkeeper'] as const)
  test(`${role} is shown what is theirs, and nothing else`, async ({ browser }) => {
    const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
    })
    await signInAtDesk(page, desk.server, '/desk', {
      ...{ name: 'Rik Smit', email: `${role}@rederij-noord.nl`, role },
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
    refused.length = 0
    const led = (await ledTo(page)).map((address) => address.split('?')[0] ?? address)
    const theirs = Object.keys(pageCalls).map((part) => (part === '' ? '/desk' : `/desk/${part}`))
    expect(led.toSorted()).toEqual(theirs.filter((address) => mayOpen(role, address)).toSorted())
    const more = [...deskDetails, '/desk/diagnostics/:id', '/desk/offers/new']
    const walked = [...led, ...more.filter((pattern) => mayOpen(role, pattern))]
    for (const pattern of walked)
      await test.step(pattern, async () => {
        await openDeskPage(page, desk.addressOf(pattern))
        await check(page, role, pattern)
      })
    if (mayOpen(role, '/desk/controllers'))
      await test.step(controller, async () => {
        await openDeskPage(page, desk.addressOf('/desk/controllers'))
        await page.locator('main tbody [data-row]').first().click()
        const card = page.getByRole('main').getByRole('article')
        await expect(card).toBeVisible()
        const buttons = await card.getByRole('button').allTextContents()
        const may = mayCall(role, callOf('deskControllerAct'))
        expect.soft(buttons.toSorted(), controller).toEqual(may ? controllerActs : [])
        const work: Readonly<Record<string, readonly string[]>> = mainWork[role]
        for (const name of work[controller] ?? []) expect.soft(buttons, controller).toContain(name)
      })
    expect.soft(refused, 'refused by the server').toEqual([])
    for (const pattern of Object.keys(mainWork[role]))
      expect([pattern, pattern === controller || walked.includes(pattern)]).toEqual([pattern, true])
    await context.close()
  })
