import { accountEndpoints } from './account.ts'
import { alertEndpoints } from './alerts.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { calculationSheetEndpoints } from './calculation-sheet.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { claimEndpoints } from './claims.ts'
import { commissioningEndpoints } from './commissioning.ts'
import { controlEndpoints } from './control.ts'
import { crewEndpoints } from './crew.ts'
import { deskBankEndpoints } from './desk/bank.ts'
import { deskBooksEndpoints } from './desk/books.ts'
import { deskCalendarEndpoints } from './desk/calendar.ts'
import { deskCatalogueEndpoints } from './desk/catalogue.ts'
import { deskCorrectionEndpoints } from './desk/correction.ts'
import { deskCustomerEndpoints } from './desk/customers.ts'
import { deskFleetEndpoints } from './desk/fleet.ts'
import { deskInstallationEndpoints } from './desk/installation.ts'
import { deskMailingEndpoints } from './desk/mailings.ts'
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
import { deviceLoginEndpoints } from './device-logins.ts'
import { environmentEndpoints } from './environment.ts'
import { firmwareEndpoints } from './firmware-calls.ts'
import { fleetEndpoints } from './fleet.ts'
import { fuelEndpoints } from './fuel.ts'
import { healthEndpoints } from './health.ts'
import { inquiryEndpoints } from './inquiries.ts'
import { miningEndpoints } from './mining.ts'
import { newsletterEndpoints } from './newsletter.ts'
import { offerEndpoints } from './offers.ts'
import { orderEndpoints } from './orders.ts'
import { paymentEndpoints } from './payments.ts'
import { poolTemplateEndpoints } from './pool-templates.ts'
import { profileEndpoints } from './profile.ts'
import { proofEndpoints } from './proof.ts'
import { providerOrderEndpoints } from './provider-orders.ts'
import { releaseEndpoints } from './releases.ts'
import { revenueEndpoints } from './revenue.ts'
import { ruleEndpoints } from './rules.ts'
import { serviceEndpoints } from './service.ts'
import { shipEndpoints } from './ships.ts'
import { siteEndpoints } from './site.ts'
import { strangerEndpoints } from './strangers.ts'

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
  ...deskEndpoints,
  ...deskVatEndpoints,
  ...deskCorrectionEndpoints,
  ...deskMergeEndpoints,
  ...deskWorkEndpoints,
  ...deskSearchEndpoints,
  ...deskStockEndpoints,
  ...deskCalendarEndpoints,
  ...deskCustomerEndpoints,
  ...releaseEndpoints,
  ...deskCatalogueEndpoints,
  ...newsletterEndpoints,
  ...deskMailingEndpoints,
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
