import { accountEndpoints } from './account.ts'
import { alertEndpoints } from './alerts.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { calculationSheetEndpoints } from './calculation-sheet.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { claimEndpoints } from './claims.ts'
import { commissioningEndpoints } from './commissioning.ts'
import { controlEndpoints } from './control.ts'
import { deskEndpoints } from './desk.ts'
import { deskBankEndpoints } from './desk-bank.ts'
import { deskBooksEndpoints } from './desk-books.ts'
import { deskCatalogueEndpoints } from './desk-catalogue.ts'
import { deskCustomerEndpoints } from './desk-customers.ts'
import { deskFleetEndpoints } from './desk-fleet.ts'
import { deskPayoutEndpoints } from './desk-payouts.ts'
import { deskPeopleEndpoints } from './desk-people.ts'
import { deskPoolEndpoints } from './desk-pools.ts'
import { deskRefundRunEndpoints } from './desk-refund-runs.ts'
import { deskSearchEndpoints } from './desk-search.ts'
import { deskSetAsideEndpoints } from './desk-set-aside.ts'
import { deskWebhookEndpoints } from './desk-webhooks.ts'
import { deskWorkEndpoints } from './desk-work.ts'
import { environmentEndpoints } from './environment.ts'
import { fuelEndpoints } from './fuel.ts'
import { healthEndpoints } from './health.ts'
import { inquiryEndpoints } from './inquiries.ts'
import { miningEndpoints } from './mining.ts'
import { newsletterEndpoints } from './newsletter.ts'
import { orderEndpoints } from './orders.ts'
import { paymentEndpoints } from './payments.ts'
import { profileEndpoints } from './profile.ts'
import { proofEndpoints } from './proof.ts'
import { releaseEndpoints } from './releases.ts'
import { revenueEndpoints } from './revenue.ts'
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
  ...shipEndpoints,
  ...claimEndpoints,
  ...miningEndpoints,
  ...catalogueEndpoints,
  ...calculationSheetEndpoints,
  ...inquiryEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...controlEndpoints,
  ...strangerEndpoints,
  ...environmentEndpoints,
  ...fuelEndpoints,
  ...commissioningEndpoints,
  ...proofEndpoints,
  ...alertEndpoints,
  ...revenueEndpoints,
  ...serviceEndpoints,
  ...deskEndpoints,
  ...deskWorkEndpoints,
  ...deskSearchEndpoints,
  ...deskCustomerEndpoints,
  ...releaseEndpoints,
  ...deskCatalogueEndpoints,
  ...newsletterEndpoints,
  ...deskBankEndpoints,
  ...deskBooksEndpoints,
  ...deskRefundRunEndpoints,
  ...deskPayoutEndpoints,
  ...deskPoolEndpoints,
  ...deskFleetEndpoints,
  ...deskWebhookEndpoints,
  ...deskSetAsideEndpoints,
  ...deskPeopleEndpoints,
}
