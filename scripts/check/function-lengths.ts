/**
 * How long a function of the server, the controller, the domain or the web may be. A longer one does several things,
 * or has a reason, which is given here. An exception that is no longer needed is a fault too, so that the list stays true.
 */
import { parseSync } from 'oxc-parser'
import type { Violation } from './boundaries.ts'
import { isTest, isTypeScript, type SourceFile } from './source-files.ts'

export const mostLines = 80

const oneConnection =
  'one open connection: what it holds is nobody else’s, and all that is done with it is here'
const oneSource = 'one source of a chain: its cursor and its questions, in the order in which they are asked'
const listOfCommands = 'a list of commands, each with its words and its arguments'
const oneState = 'keeps what it knows in memory, and every function of it needs that'
const startAndStop = 'what is started together, in its order, and stopped in the other one'
const oneDevice = 'one kind of device: its questions and commands share what it answered'
const rules = 'rules in the order in which they win over each other'
const form = 'a form: its fields and its buttons, in the order in which they are filled in and pressed'
const page = 'a part of a page from its head to its foot, in the order in which it is read'
const drawing = 'one drawing, whose lines share a scale'
const dialog = 'one dialog: what it asks, and what comes of each answer'
const steps = 'the steps of one thing, which share what was filled in before'
const columns = 'a table, column by column'
const words = 'a table: the words of one kind of work after another'
const card = 'what is known of one thing, and under it what can be done with it, one action at a time'
const list =
  'a list: filters, rows, and what can be done with those that were chosen, which share what is shown'
const intake =
  'what was sent in is read first and shown, then taken over: both steps need what the first one found'
const oneTask = 'buttons of which one is at work at a time, and what became of it stands beside them'
const ofTests = 'a part of a ship or a shore for tests, with the state that all of it shares'

/** `<part>/<path below its src>#<function>`, each with why it is long. */
export const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'server/admin/commands.ts#createAdminCommands': listOfCommands,
  'server/admin/shop-commands.ts#createShopCommands': listOfCommands,
  'server/modules/live/live-hub.ts#createLiveHub': oneState,
  'server/modules/live/live.routes.ts#liveRoutes': oneConnection,
  'server/modules/market/coins.service.ts#createCoinMarket': oneState,
  'server/modules/pages/pages.routes.ts#pagesRoutes':
    'the order in which addresses are tried is what it says',
  'server/modules/payments/chains/bitcoin/core-source.ts#createCoreSource': oneSource,
  'server/modules/payments/chains/bitcoin/esplora-source.ts#createEsploraSource': oneSource,
  'server/modules/payments/chains/evm/evm-source.ts#createEvmSource': oneSource,
  'server/modules/payments/payment-setup.ts#setUpPayments':
    'collects everything that is wrong with the settings, so as to tell it at once',
  'server/modules/payments/rates/rates.ts#createRates': oneState,
  'server/modules/revenue/statements/statement-content.ts#statementContent':
    'a document, from its title to its footer, in the order in which it is read',
  'server/modules/uplink/uplink-session.ts#openUplinkSession': oneConnection,
  'server/platform/auth/sessions.ts#createSessions':
    'the life of a session: what one step may assume the others have seen to',
  'server/platform/db/embedded/embedded-connection.ts#openEmbeddedConnection': oneConnection,
  'server/platform/db/embedded/embedded-store.ts#openEmbeddedStore': oneConnection,
  'server/platform/db/postgresql-store.ts#createSignalReceiver': oneConnection,
  'server/platform/jobs/job-runner.ts#createJobRunner': oneState,
  'controller/controller.ts#startController': startAndStop,
  'controller/acting/open-acting.ts#openActing': startAndStop,
  'controller/acting/open-power.ts#openPower': startAndStop,
  'controller/acting/commissioning/commissioning.ts#createCommissioning': oneState,
  'controller/acting/logins/login-orders.ts#createLoginOrders': oneState,
  'controller/acting/rules/start-rules.ts#startRules': oneState,
  'controller/acting/runner-actor.ts#createRunnerActor': oneState,
  'controller/commands/command-runner.ts#createCommandRunner': oneState,
  'controller/drivers/planned-control.ts#createPlannedControl': oneState,
  'controller/firmware/firmware-updates.ts#openFirmwareUpdates': oneState,
  'controller/generator/follower.ts#createFollower': oneState,
  'controller/generator/meter/meter-slot.ts#createMeterSlot': oneState,
  'controller/generator/signal-k/collect-load.ts#createLoadCollector': oneState,
  'controller/generator/stores/commissioning-store.ts#openCommissioningStore': oneState,
  'controller/poll/collector.ts#createCollector': oneState,
  'controller/poll/poller.ts#createPoller': oneState,
  'controller/spool/spool.ts#openSpool': oneState,
  'controller/update/updater.ts#createUpdater': oneState,
  'controller/drivers/http/http-client.ts#exchange': oneConnection,
  'controller/generator/meter/polled-source.ts#createPolledSource': oneConnection,
  'controller/generator/mqtt/mqtt-line.ts#openMqttLine': oneConnection,
  'controller/generator/mqtt/victron-source.ts#createVictronSource': oneConnection,
  'controller/generator/mqtt/topic-source.ts#createTopicSource': oneConnection,
  'controller/generator/signal-k/signal-k-source.ts#createSignalKSource': oneConnection,
  'controller/ship-bus/signal-k-publisher.ts#createSignalKPublisher': oneConnection,
  'controller/uplink/uplink.ts#createUplink': oneConnection,
  'controller/drivers/antminer/antminer-control.ts#createAntminerControl': oneDevice,
  'controller/drivers/antminer/antminer-driver.ts#createAntminerDriver': oneDevice,
  'controller/drivers/braiins/braiins-driver.ts#createBraiinsDriver': oneDevice,
  'domain/generator/decide.ts#decide': rules,
  'controller/spool/recover-spool.ts#recoverSpool': rules,
  'controller/acting/test-ship.ts#launchTestShip': ofTests,
  'controller/fake-cgminer.ts#startFakeCgminer': ofTests,
  'controller/generator/signal-k/stub-signal-k.ts#startStubSignalK': ofTests,
  'controller/spool/crashing-files.ts#createCrashingFiles': ofTests,
  'controller/uplink/stub-shore.ts#startStubShore': ofTests,
  'domain/generator/simulation/simulate.ts#simulate': ofTests,
  'domain/generator/simulation/simulate.ts#watchLimit': ofTests,
  'domain/generator/simulation/simulated-miner.ts#createSimulatedMiner': ofTests,
  'web/app/frame/frame-header.tsx#Header':
    'one navigation in two shapes: the bar, and the menu that its links move into on a phone',
  'web/app/routes/dashboard.tsx#FleetView':
    'reads once what the first screen shows of the fleet, and hands it to each part of it',
  'web/app/routes/dashboard.tsx#useSelection':
    'what is chosen outlives the page and the filter that it was chosen on: every function of it changes that',
  'web/features/alerts/components/alert-center.tsx#AlertCenter': list,
  'web/features/alerts/components/alert-channels.tsx#AlertChannels': form,
  'web/features/calculator/components/ask.tsx#Ask': form,
  'web/features/calculator/outlook/growth-chart.tsx#GrowthChart': drawing,
  'web/features/catalogue/components/picture-carousel.tsx#PictureCarousel':
    'one carousel: a hand, the focus and a press may each pause it, and each shows in the same state',
  'web/features/contact/components/contact-form-view.tsx#ContactFormView': form,
  'web/features/control/components/add-device.tsx#AddDevice': dialog,
  'web/features/control/components/control-panel.tsx#ControlPanel':
    'one command at a time: buttons, pools and the dialog that confirms share what is under way',
  'web/features/control/components/describe-many.tsx#DescribeMany': dialog,
  'web/features/control/components/device-details.tsx#DeviceDetails': form,
  'web/features/control/components/logins/device-login.tsx#DeviceLogin': oneTask,
  'web/features/control/components/selection-bar.tsx#SelectionBar':
    'one order to many miners: choosing it, filling it in, sending it and its results share what was chosen',
  'web/features/control/components/strangers.tsx#OneStranger': form,
  'web/features/custom-solution/components/custom-form-view.tsx#CustomFormView': form,
  'web/features/desk/boxes/controller-card.tsx#ControllerCard': card,
  'web/features/desk/boxes/rollout-card.tsx#RolloutCard': card,
  'web/features/desk/boxes/start-rollout.tsx#StartRollout': form,
  'web/features/desk/calendar/plan-form.tsx#PlanForm': form,
  'web/features/desk/diagnostics/diagnostics-view.tsx#DiagnosticsView': list,
  'web/features/desk/leads/lead-detail.tsx#LeadDetail': page,
  'web/features/desk/mails/mails-view.tsx#MailsView': list,
  'web/features/desk/money/book-entry-dialog.tsx#BookEntryDialog': dialog,
  'web/features/desk/money/payment-card.tsx#PaymentCard': card,
  'web/features/desk/money/statement-import.tsx#StatementImport': intake,
  'web/features/desk/offers/make-offer.tsx#Form': form,
  'web/features/desk/offers/offer-view.tsx#OfferActions': oneTask,
  'web/features/desk/orders/order-documents.tsx#OrderDocuments': oneTask,
  'web/features/desk/orders/refund-dialog.tsx#RefundDialog': dialog,
  'web/features/desk/orders/refund-runs.tsx#RunCard': card,
  'web/features/desk/payouts/owner/owner-pools.tsx#OwnerPools': list,
  'web/features/desk/payouts/pool-income.tsx#PoolIncome': intake,
  'web/features/desk/payouts/run-import.tsx#RunImport': intake,
  'web/features/desk/people/passkeys.tsx#Passkeys': oneTask,
  'web/features/desk/search/search-dialog.tsx#SearchDialog': dialog,
  'web/features/desk/service/reports-view.tsx#ReportsView': list,
  'web/features/desk/shop/product-card.tsx#ProductCard': card,
  'web/features/desk/shop/product-editor.tsx#ProductEditor': form,
  'web/features/desk/stock/stock-view.tsx#StockView': list,
  'web/features/desk/today/use-job-words.ts#useJobWords': words,
  'web/features/desk/webhooks/endpoint-card.tsx#EndpointCard': card,
  'web/features/desk/webhooks/webhooks-view.tsx#WebhooksView': list,
  'web/features/firmware/components/install-dialog.tsx#InstallDialog': dialog,
  'web/features/fleet/components/trends-strip.tsx#TrendsStrip': page,
  'web/features/fleet/list/miners-section.tsx#MinersSection':
    'one list in three shapes, as cards, lines and rows: what is counted and shown follows from one query',
  'web/features/orders/components/refund-section.tsx#ClaimFields': form,
  'web/features/orders/components/refund-section.tsx#ClaimedRefund': card,
  'web/features/orders/components/withdrawal-section.tsx#WithdrawalSteps': steps,
  'web/features/payment/components/crypto-payment-view.tsx#CryptoPaymentView': page,
  'web/features/payment/components/payment-test.tsx#Webhook': oneTask,
  'web/features/payment/components/payment-test.tsx#TestPurchase': oneTask,
  'web/features/power/components/commissioning-reports.tsx#OneReport': page,
  'web/features/power/components/fuel-settings.tsx#FuelEditor': form,
  'web/features/power/components/order-editor.tsx#OrderEditor':
    'one list that is put in order by dragging and by buttons: both move the same rows',
  'web/features/power/components/power-bar.tsx#PowerBar': drawing,
  'web/features/power/components/power-chart.tsx#PowerChart': drawing,
  'web/features/power/components/power-panel.tsx#NowFigures': page,
  'web/features/power/components/power-picture.tsx#Drawing': drawing,
  'web/features/power/components/power-settings.tsx#SettingsEditor': form,
  'web/features/power/components/power-tank.tsx#PowerTank': drawing,
  'web/features/power/components/weekly-proof.tsx#Figures': page,
  'web/features/profile/components/payout.tsx#Payout': card,
  'web/features/profile/components/ship-editor.tsx#ShipEditor': form,
  'web/features/purchase/components/info-step.tsx#InfoStep': form,
  'web/features/purchase/components/offer-view.tsx#Acceptance': steps,
  'web/features/purchase/components/payment-step.tsx#PaymentStep': form,
  'web/features/purchase/components/product-step.tsx#ProductStep': form,
  'web/features/purchase/components/purchase-flow.tsx#PurchaseFlow': steps,
  'web/features/purchase/components/use-placing.ts#usePlacing':
    'places one order once: every way it can end changes the same state',
  'web/features/revenue/components/money-strip.tsx#MoneyStrip': page,
  'web/features/revenue/components/revenue-analysis.tsx#RevenueAnalysis': page,
  'web/features/revenue/components/revenue-inputs.tsx#RevenueInputs': columns,
  'web/features/service/components/miner-details.tsx#Details': page,
  'web/features/service/components/report-form.tsx#ReportForm': form,
  'web/features/setup/components/setup-wizard.tsx#SetupWizard': steps,
  'web/features/wallet-session/components/connect-dialog.tsx#ConnectDialog': dialog,
  'web/features/wallet-session/components/proof-dialog.tsx#ProofDialog': dialog,
  'web/features/wallet-session/lib/wallet-session.ts#createWalletSession': oneState,
  'web/features/wallet-session/walletconnect/walletconnect-provider.ts#createRemoteProvider': oneConnection,
  'web/lib/api/api-client.ts#createApiClient':
    'all calls share the session and the one refresh of it that may be under way',
  'web/lib/live/live-client.ts#createLiveClient': oneConnection,
  'web/ui/charts/drawn-time-chart.tsx#DrawnTimeChart':
    'one chart of the drawing library: pointer, keys, zoom and the words beside it follow its state',
  'web/ui/charts/fit-bar.tsx#FitBar': drawing,
  'web/ui/forms/inquiry-form.tsx#InquiryForm': form,
}

/** Functions over `mostLines`, nested ones counted as lines of the outer one too. */
export function findLongFunctions(
  files: readonly SourceFile[],
  exceptions: Readonly<Record<string, string>> = LONG_FUNCTIONS,
): Violation[] {
  const used = new Set<string>()
  const found = files.filter(isMeasured).flatMap((file) =>
    listFunctions(file).flatMap(({ name, line, lines }): Violation[] => {
      if (lines <= mostLines) return []
      const key = `${shortPath(file.path)}#${name}`
      used.add(key)
      if (key in exceptions) return []
      return [
        {
          rule: 'long-function',
          path: file.path,
          line,
          says: `${name} has ${lines} lines, ${mostLines} may be`,
        },
      ]
    }),
  )
  const stale = Object.keys(exceptions)
    .filter((key) => !used.has(key))
    .map((key) => ({
      rule: 'long-function',
      path: 'scripts/check/function-lengths.ts',
      line: 1,
      says: `${key} is no exception any more: take it off LONG_FUNCTIONS`,
    }))
  return [...found, ...stale]
}

const measured = /^(?:apps|packages)\/(server|controller|domain|web)\/src\//
const shortPath = (path: string) => path.replace(measured, '$1/')
const isMeasured = ({ path }: SourceFile) => measured.test(path) && isTypeScript(path) && !isTest(path)

type Measured = { name: string; line: number; lines: number }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

function listFunctions({ path, text }: SourceFile): Measured[] {
  const found: Measured[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  visit(parseSync(path, text).program as unknown as Node, 'nameless')
  return found

  function visit(node: Node, around: string): void {
    const name = nameOf(node) ?? around
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found.push({ name, line: lineOf(node.start), lines: lineOf(node.end) - lineOf(node.start) + 1 })
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, name)
  }
}

/** What a node calls the function in it. */
function nameOf({ type, id, key }: Node): string | null {
  const named = /^(VariableDeclarator|FunctionDeclaration|FunctionExpression)$/.test(type)
    ? id
    : /^(Property|MethodDefinition|PropertyDefinition)$/.test(type)
      ? key
      : null
  return isNode(named) && typeof named.name === 'string' ? named.name : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
