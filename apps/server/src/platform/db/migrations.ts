import type { Migration } from 'kysely/migration'
import * as accounts from '../../../migrations/0001-accounts.ts'
import * as fleet from '../../../migrations/0002-fleet.ts'
import * as telemetry from '../../../migrations/0003-telemetry.ts'
import * as marketAndJobs from '../../../migrations/0004-market-and-jobs.ts'
import * as accountUniqueness from '../../../migrations/0005-account-uniqueness.ts'
import * as catalogue from '../../../migrations/0006-catalogue.ts'
import * as inquiriesAndMail from '../../../migrations/0007-inquiries-and-mail.ts'
import * as accountCare from '../../../migrations/0008-account-care.ts'
import * as orders from '../../../migrations/0009-orders.ts'
import * as payments from '../../../migrations/0010-payments.ts'
import * as webhooks from '../../../migrations/0011-webhooks.ts'
import * as control from '../../../migrations/0012-control.ts'
import * as power from '../../../migrations/0013-power.ts'
import * as alerts from '../../../migrations/0014-alerts.ts'
import * as revenue from '../../../migrations/0015-revenue.ts'
import * as payoutCleared from '../../../migrations/0016-payout-cleared.ts'
import * as desk from '../../../migrations/0017-desk.ts'
import * as awaySpans from '../../../migrations/0018-away-spans.ts'
import * as refundProof from '../../../migrations/0019-refund-proof.ts'
import * as payoutRuns from '../../../migrations/0020-payout-runs.ts'
import * as catalogueVersions from '../../../migrations/0021-catalogue-versions.ts'
import * as serviceReports from '../../../migrations/0022-service-reports.ts'
import * as releases from '../../../migrations/0023-releases.ts'
import * as deskFleet from '../../../migrations/0024-desk-fleet.ts'
import * as setAside from '../../../migrations/0025-set-aside.ts'
import * as bankIdentity from '../../../migrations/0030-bank-identity.ts'
import * as hardEnd from '../../../migrations/0031-hard-end.ts'
import * as spoolEpochs from '../../../migrations/0032-spool-epochs.ts'
import * as setAsideSeen from '../../../migrations/0033-set-aside-seen.ts'
import * as minerOrders from '../../../migrations/0035-miner-orders.ts'
import * as connectedSince from '../../../migrations/0036-connected-since.ts'
import * as guestHolds from '../../../migrations/0039-guest-holds.ts'
import * as vatCase from '../../../migrations/0040-vat-case.ts'
import * as deskWork from '../../../migrations/0045-desk-work.ts'
import * as deskSearch from '../../../migrations/0046-desk-search.ts'
import * as refundClaims from '../../../migrations/0054-refund-claims.ts'
import * as fuel from '../../../migrations/0055-fuel.ts'
import * as strangers from '../../../migrations/0056-strangers.ts'
import * as deskCustomers from '../../../migrations/0058-desk-customers.ts'
import * as claimedWork from '../../../migrations/0060-claimed-work.ts'
import * as statementImports from '../../../migrations/0062-statement-imports.ts'
import * as operatorRoles from '../../../migrations/0070-operator-roles.ts'
import * as payoutMakers from '../../../migrations/0071-payout-makers.ts'
import * as dataSheets from '../../../migrations/0076-data-sheets.ts'
import * as timeZones from '../../../migrations/0080-time-zones.ts'
import * as refundRuns from '../../../migrations/0089-refund-runs.ts'
import * as refundProofOfMailbox from '../../../migrations/0090-refund-proof-of-mailbox.ts'
import * as refundRunTransactions from '../../../migrations/0091-refund-run-transactions.ts'
import * as poolAddresses from '../../../migrations/0092-pool-addresses.ts'
import * as entriesOfAnImport from '../../../migrations/0093-entries-of-an-import.ts'
import * as commissioningReports from '../../../migrations/0100-commissioning-reports.ts'
import * as giveWay from '../../../migrations/0101-give-way.ts'
import * as guesses from '../../../migrations/0120-guesses.ts'
import * as prepaymentInvoices from '../../../migrations/0135-prepayment-invoices.ts'
import * as weeklyMails from '../../../migrations/0158-weekly-mails.ts'
import * as apiKeys from '../../../migrations/0160-api-keys.ts'
import * as offers from '../../../migrations/0161-offers.ts'
import * as rules from '../../../migrations/0162-rules.ts'
import * as deviceLogins from '../../../migrations/0163-device-logins.ts'
import * as apiKeyEnds from '../../../migrations/0164-api-key-ends.ts'
import * as poolTemplates from '../../../migrations/0165-pool-templates.ts'
import * as firmware from '../../../migrations/0166-firmware.ts'
import * as savedBatches from '../../../migrations/0170-saved-batches.ts'
import * as vatTreatments from '../../../migrations/0180-vat-treatments.ts'
import * as crew from '../../../migrations/0185-crew.ts'
import * as boxes from '../../../migrations/0195-boxes.ts'
import * as fittingPlans from '../../../migrations/0196-fitting-plans.ts'
import * as ownOffers from '../../../migrations/0210-own-offers.ts'
import * as commandKeys from '../../../migrations/0260-command-keys.ts'
import * as mailings from '../../../migrations/0261-mailings.ts'
import * as leadsPipeline from '../../../migrations/0262-leads-pipeline.ts'
import * as recoveryCodes from '../../../migrations/0263-recovery-codes.ts'
import * as passkeys from '../../../migrations/0264-passkeys.ts'
import * as ordersToMany from '../../../migrations/0265-orders-to-many.ts'
import * as unbookedPayments from '../../../migrations/0266-unbooked-payments.ts'
import * as failedRecipients from '../../../migrations/0267-failed-recipients.ts'
import * as requestCounts from '../../../migrations/0280-request-counts.ts'
import * as proposals from '../../../migrations/0281-proposals.ts'
import * as mergedAccounts from '../../../migrations/0285-merged-accounts.ts'
import * as alertEscalations from '../../../migrations/0290-alert-escalations.ts'
import * as telegram from '../../../migrations/0291-telegram.ts'
import * as minerGroups from '../../../migrations/0292-miner-groups.ts'
import * as mailsByMailbox from '../../../migrations/0293-mails-by-mailbox.ts'
import * as secretKeys from '../../../migrations/0325-secret-keys.ts'
import * as savedFilters from '../../../migrations/0335-saved-filters.ts'
import * as packedDays from '../../../migrations/0346-packed-days.ts'
import * as droppedRefunds from '../../../migrations/0347-dropped-refunds.ts'
import * as resumeProposals from '../../../migrations/0348-resume-proposals.ts'
import * as pastHours from '../../../migrations/0349-past-hours.ts'
import * as minersByFirmware from '../../../migrations/0350-miners-by-firmware.ts'
import * as providerConsents from '../../../migrations/0351-provider-consents.ts'
import * as minerSearch from '../../../migrations/0352-miner-search.ts'
import * as diagnosticSets from '../../../migrations/0353-diagnostic-sets.ts'
import * as ordersLeftOut from '../../../migrations/0354-orders-left-out.ts'
import * as unreadableOnBoard from '../../../migrations/0355-unreadable-on-board.ts'
import * as continuedMailings from '../../../migrations/0356-continued-mailings.ts'
import * as otherMeter from '../../../migrations/0357-other-meter.ts'
import * as minerWork from '../../../migrations/0358-miner-work.ts'
import * as boardAnswers from '../../../migrations/0359-board-answers.ts'
import * as payoutRecordProposals from '../../../migrations/0360-payout-record-proposals.ts'
import * as mailsSetAside from '../../../migrations/0361-mails-set-aside.ts'
import * as orderSearch from '../../../migrations/0362-order-search.ts'
import * as requestTallies from '../../../migrations/0363-request-tallies.ts'
import * as deskLists from '../../../migrations/0364-desk-lists.ts'

/**
 * Every change of the schema, in order. To add one: write the next file in `migrations/`, add it here, and adapt `schema.ts`. A shipped
 * change is never edited. SQL stays within PostgreSQL 15, one statement per `sql` call.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-fleet': fleet,
  '0003-telemetry': telemetry,
  '0004-market-and-jobs': marketAndJobs,
  '0005-account-uniqueness': accountUniqueness,
  '0006-catalogue': catalogue,
  '0007-inquiries-and-mail': inquiriesAndMail,
  '0008-account-care': accountCare,
  '0009-orders': orders,
  '0010-payments': payments,
  '0011-webhooks': webhooks,
  '0012-control': control,
  '0013-power': power,
  '0014-alerts': alerts,
  '0015-revenue': revenue,
  '0016-payout-cleared': payoutCleared,
  '0017-desk': desk,
  '0018-away-spans': awaySpans,
  '0019-refund-proof': refundProof,
  '0020-payout-runs': payoutRuns,
  '0021-catalogue-versions': catalogueVersions,
  '0022-service-reports': serviceReports,
  '0023-releases': releases,
  '0024-desk-fleet': deskFleet,
  '0025-set-aside': setAside,
  '0030-bank-identity': bankIdentity,
  '0031-hard-end': hardEnd,
  '0032-spool-epochs': spoolEpochs,
  '0033-set-aside-seen': setAsideSeen,
  '0035-miner-orders': minerOrders,
  '0036-connected-since': connectedSince,
  '0039-guest-holds': guestHolds,
  '0040-vat-case': vatCase,
  '0045-desk-work': deskWork,
  '0046-desk-search': deskSearch,
  '0054-refund-claims': refundClaims,
  '0055-fuel': fuel,
  '0056-strangers': strangers,
  '0058-desk-customers': deskCustomers,
  '0060-claimed-work': claimedWork,
  '0062-statement-imports': statementImports,
  '0070-operator-roles': operatorRoles,
  '0071-payout-makers': payoutMakers,
  '0076-data-sheets': dataSheets,
  '0080-time-zones': timeZones,
  '0089-refund-runs': refundRuns,
  '0090-refund-proof-of-mailbox': refundProofOfMailbox,
  '0091-refund-run-transactions': refundRunTransactions,
  '0092-pool-addresses': poolAddresses,
  '0093-entries-of-an-import': entriesOfAnImport,
  '0100-commissioning-reports': commissioningReports,
  '0101-give-way': giveWay,
  '0120-guesses': guesses,
  '0135-prepayment-invoices': prepaymentInvoices,
  '0158-weekly-mails': weeklyMails,
  '0160-api-keys': apiKeys,
  '0161-offers': offers,
  '0162-rules': rules,
  '0163-device-logins': deviceLogins,
  '0164-api-key-ends': apiKeyEnds,
  '0165-pool-templates': poolTemplates,
  '0166-firmware': firmware,
  '0170-saved-batches': savedBatches,
  '0180-vat-treatments': vatTreatments,
  '0185-crew': crew,
  '0195-boxes': boxes,
  '0196-fitting-plans': fittingPlans,
  '0210-own-offers': ownOffers,
  '0260-command-keys': commandKeys,
  '0261-mailings': mailings,
  '0262-leads-pipeline': leadsPipeline,
  '0263-recovery-codes': recoveryCodes,
  '0264-passkeys': passkeys,
  '0265-orders-to-many': ordersToMany,
  '0266-unbooked-payments': unbookedPayments,
  '0267-failed-recipients': failedRecipients,
  '0280-request-counts': requestCounts,
  '0281-proposals': proposals,
  '0285-merged-accounts': mergedAccounts,
  '0290-alert-escalations': alertEscalations,
  '0291-telegram': telegram,
  '0292-miner-groups': minerGroups,
  '0293-mails-by-mailbox': mailsByMailbox,
  '0325-secret-keys': secretKeys,
  '0335-saved-filters': savedFilters,
  '0346-packed-days': packedDays,
  '0347-dropped-refunds': droppedRefunds,
  '0348-resume-proposals': resumeProposals,
  '0349-past-hours': pastHours,
  '0350-miners-by-firmware': minersByFirmware,
  '0351-provider-consents': providerConsents,
  '0352-miner-search': minerSearch,
  '0353-diagnostic-sets': diagnosticSets,
  '0354-orders-left-out': ordersLeftOut,
  '0355-unreadable-on-board': unreadableOnBoard,
  '0356-continued-mailings': continuedMailings,
  '0357-other-meter': otherMeter,
  '0358-miner-work': minerWork,
  '0359-board-answers': boardAnswers,
  '0360-payout-record-proposals': payoutRecordProposals,
  '0361-mails-set-aside': mailsSetAside,
  '0362-order-search': orderSearch,
  '0363-request-tallies': requestTallies,
  '0364-desk-lists': deskLists,
}
