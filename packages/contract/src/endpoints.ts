import { accountEndpoints } from './account/account.ts'
import { apiKeyEndpoints } from './account/api-keys.ts'
import { claimEndpoints } from './account/claims.ts'
import { crewEndpoints } from './account/crew.ts'
import { profileEndpoints } from './account/profile.ts'
import { alertEndpoints } from './alerts.ts'
import { deviceLoginEndpoints } from './control/device-logins.ts'
import { firmwareEndpoints } from './control/firmware-calls.ts'
import { poolTemplateEndpoints } from './control/pool-templates.ts'
import { providerOrderEndpoints } from './control/provider-orders.ts'
import { strangerEndpoints } from './control/strangers.ts'
import { controlEndpoints } from './control.ts'
import { deskBankEndpoints } from './desk/bank.ts'
import { deskBooksEndpoints } from './desk/books.ts'
import { deskCalendarEndpoints } from './desk/calendar.ts'
import { deskCatalogueEndpoints } from './desk/catalogue.ts'
import { deskCorrectionEndpoints } from './desk/correction.ts'
import { deskCustomerEndpoints } from './desk/customers.ts'
import { deskDiagnosticEndpoints } from './desk/diagnostics.ts'
import { deskFleetEndpoints } from './desk/fleet.ts'
import { deskInstallationEndpoints } from './desk/installation.ts'
import { deskMailingEndpoints } from './desk/mailings.ts'
import { deskMailEndpoints } from './desk/mails.ts'
import { deskMergeEndpoints } from './desk/merge.ts'
import { deskPasskeyEndpoints } from './desk/passkeys.ts'
import { deskPayoutEndpoints } from './desk/payouts.ts'
import { deskPeopleEndpoints } from './desk/people.ts'
import { deskPoolEndpoints } from './desk/pools.ts'
import { deskProposalEndpoints } from './desk/proposals.ts'
import { deskRefundRunEndpoints } from './desk/refund-runs.ts'
import { deskSearchEndpoints } from './desk/search.ts'
import { deskSetAsideEndpoints } from './desk/set-aside.ts'
import { deskStockEndpoints } from './desk/stock.ts'
import { deskVatEndpoints } from './desk/vat.ts'
import { deskWebhookEndpoints } from './desk/webhooks.ts'
import { deskWorkEndpoints } from './desk/work.ts'
import { deskEndpoints } from './desk.ts'
import { deskExportEndpoints } from './desk-exports.ts'
import { fleetEndpoints } from './fleet.ts'
import { healthEndpoints } from './health.ts'
import { miningEndpoints } from './mining.ts'
import { commissioningEndpoints } from './power/commissioning.ts'
import { environmentEndpoints } from './power/environment.ts'
import { fuelEndpoints } from './power/fuel.ts'
import { proofEndpoints } from './power/proof.ts'
import { ruleEndpoints } from './power/rules.ts'
import { releaseEndpoints } from './releases.ts'
import { revenueEndpoints } from './revenue.ts'
import { shipEndpoints } from './ships.ts'
import { calculationSheetEndpoints } from './shop/calculation-sheet.ts'
import { catalogueEndpoints } from './shop/catalogue.ts'
import { deskOfferEndpoints } from './shop/desk-offers.ts'
import { inquiryEndpoints } from './shop/inquiries.ts'
import { newsletterEndpoints } from './shop/newsletter.ts'
import { offerEndpoints } from './shop/offers.ts'
import { orderEndpoints } from './shop/orders.ts'
import { paymentEndpoints } from './shop/payments.ts'
import { serviceEndpoints } from './shop/service.ts'
import { siteEndpoints } from './shop/site.ts'

/** Every call of the product. To add one: define it in its feature's file; the guards then require a route, a caller and a test. */
export const endpoints = {
  ...healthEndpoints,
  ...siteEndpoints,
  ...accountEndpoints,
  ...profileEndpoints,
  ...apiKeyEndpoints,
  ...poolTemplateEndpoints,
  ...shipEndpoints,
  ...crewEndpoints,
  ...claimEndpoints,
  ...miningEndpoints,
  ...fleetEndpoints,
  ...catalogueEndpoints,
  ...calculationSheetEndpoints,
  ...inquiryEndpoints,
  ...orderEndpoints,
  ...offerEndpoints,
  ...deskOfferEndpoints,
  ...paymentEndpoints,
  ...controlEndpoints,
  ...deviceLoginEndpoints,
  ...strangerEndpoints,
  ...environmentEndpoints,
  ...fuelEndpoints,
  ...ruleEndpoints,
  ...firmwareEndpoints,
  ...commissioningEndpoints,
  ...proofEndpoints,
  ...alertEndpoints,
  ...revenueEndpoints,
  ...serviceEndpoints,
  ...deskDiagnosticEndpoints,
  ...deskEndpoints,
  ...deskVatEndpoints,
  ...deskCorrectionEndpoints,
  ...deskMergeEndpoints,
  ...deskExportEndpoints,
  ...deskWorkEndpoints,
  ...deskSearchEndpoints,
  ...deskStockEndpoints,
  ...deskCalendarEndpoints,
  ...deskCustomerEndpoints,
  ...releaseEndpoints,
  ...deskCatalogueEndpoints,
  ...newsletterEndpoints,
  ...deskMailingEndpoints,
  ...deskMailEndpoints,
  ...deskInstallationEndpoints,
  ...deskBankEndpoints,
  ...deskBooksEndpoints,
  ...deskRefundRunEndpoints,
  ...deskPayoutEndpoints,
  ...deskPoolEndpoints,
  ...deskFleetEndpoints,
  ...providerOrderEndpoints,
  ...deskWebhookEndpoints,
  ...deskSetAsideEndpoints,
  ...deskPasskeyEndpoints,
  ...deskPeopleEndpoints,
  ...deskProposalEndpoints,
}
