import { expect, test } from 'vitest'
import { operatorErrors } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { mayCall, operatorRoles } from './operator-roles.ts'

const table = Object.entries(endpoints)

test('the desk is for operators, all of it but the proof of the second factor itself', () => {
  const desk = table.filter(([, { path }]) => path.startsWith('/desk'))
  expect(desk.length).toBeGreaterThan(50)
  expect(desk.filter(([, { auth }]) => auth !== 'operator').map(([name]) => name)).toEqual([
    'deskSecondFactor',
    'deskPasskeyRequest',
    'deskPasskeyProve',
  ])
  expect(endpoints.deskSecondFactor.auth).toBe('user')
})

test('what only operators may call is at the desk, and says what others are answered', () => {
  for (const [name, { path, auth, errors }] of table) {
    if (auth !== 'operator') continue
    expect([name, path.startsWith('/desk/')]).toEqual([name, true])
    expect([name, errors]).toEqual([name, expect.arrayContaining([...operatorErrors])])
  }
})

test('every call of the desk names its roles: the owner may make each, and who only reads changes nothing', () => {
  for (const [name, endpoint] of table) {
    if (endpoint.auth !== 'operator') {
      expect([name, endpoint.roles]).toEqual([name, undefined])
      continue
    }
    expect([name, mayCall('owner', endpoint)]).toEqual([name, true])
    expect([name, new Set(endpoint.roles).size]).toEqual([name, endpoint.roles?.length])
    if (endpoint.method !== 'GET') expect([name, mayCall('read-only', endpoint)]).toEqual([name, false])
    for (const [action, roles] of Object.entries(endpoint.actionRoles ?? {})) {
      expect([name, action, roles.includes('owner')]).toEqual([name, action, true])
      expect([name, action, roles.filter((role) => !mayCall(role, endpoint))]).toEqual([name, action, []])
    }
  }
})

// What the desk is for, role by role. A call that is new or given to somebody else shows here.
test('what each role may change', () => {
  const changes = table.filter(([, { auth, method }]) => auth === 'operator' && method !== 'GET')
  const may = operatorRoles.map((role) => [
    role,
    changes
      .filter(([, endpoint]) => mayCall(role, endpoint))
      .map(([name]) => name)
      .toSorted(),
  ])
  expect(Object.fromEntries(may.slice(1))).toMatchInlineSnapshot(`
    {
      "bookkeeper": [
        "deskAuditExport",
        "deskBankEntryAct",
        "deskBankExport",
        "deskBankStatement",
        "deskBooksExport",
        "deskBoxesExport",
        "deskCustomerNote",
        "deskCustomersExport",
        "deskJobClaim",
        "deskMailResend",
        "deskMakeRecoveryCodes",
        "deskOffersExport",
        "deskOrderAct",
        "deskOrderCorrection",
        "deskOrderCorrectionPreview",
        "deskOrderDocumentResend",
        "deskOrderVat",
        "deskOrdersExport",
        "deskPasskeyAdd",
        "deskPasskeyOptions",
        "deskPasskeyRemove",
        "deskPaymentDecide",
        "deskPaymentsExport",
        "deskPayoutCancel",
        "deskPayoutCreate",
        "deskPayoutCsv",
        "deskPayoutImport",
        "deskPayoutOwnersExport",
        "deskPayoutPsbt",
        "deskPayoutRecord",
        "deskPayoutRunsExport",
        "deskPayoutSend",
        "deskPayoutStatementSend",
        "deskPoolAddressAdd",
        "deskPoolAddressBook",
        "deskPoolAddressRemove",
        "deskPoolDescribe",
        "deskPoolForget",
        "deskPoolImport",
        "deskProposalWithdraw",
        "deskReceiptTakeBack",
        "deskRefundRunCancel",
        "deskRefundRunCreate",
        "deskRefundRunPaid",
        "deskRefundRunPsbt",
        "deskRefundsExport",
      ],
      "read-only": [],
      "sales": [
        "deskAddBoxes",
        "deskBoxesExport",
        "deskChangeBox",
        "deskCommissioningSend",
        "deskControllersExport",
        "deskCustomerNote",
        "deskCustomersExport",
        "deskFaultReportsExport",
        "deskFleetExport",
        "deskJobClaim",
        "deskLeadAct",
        "deskLeadsExport",
        "deskMailResend",
        "deskMailingContinue",
        "deskMailingPreview",
        "deskMailingReturned",
        "deskMailingSend",
        "deskMailingStop",
        "deskMakeOffer",
        "deskMakeRecoveryCodes",
        "deskMoveBoxes",
        "deskNewsletterExport",
        "deskOfferAct",
        "deskOffersExport",
        "deskOrderAct",
        "deskOrderCorrection",
        "deskOrderCorrectionPreview",
        "deskOrderDocumentResend",
        "deskOrdersExport",
        "deskPackingSlipSend",
        "deskPasskeyAdd",
        "deskPasskeyOptions",
        "deskPasskeyRemove",
        "deskPaymentsExport",
        "deskPlanFitting",
        "deskProductChange",
        "deskProductRestore",
        "deskRefundsExport",
      ],
      "service": [
        "deskAddBoxes",
        "deskBoxesExport",
        "deskChangeBox",
        "deskCommissioningSend",
        "deskControllerAct",
        "deskControllersExport",
        "deskCreateControllers",
        "deskCustomerNote",
        "deskCustomersExport",
        "deskFaultReportAct",
        "deskFaultReportsExport",
        "deskFleetExport",
        "deskJobClaim",
        "deskLeadAct",
        "deskLeadsExport",
        "deskMailResend",
        "deskMailRetry",
        "deskMailRetryAll",
        "deskMailSetAside",
        "deskMakeRecoveryCodes",
        "deskMoveBoxes",
        "deskOffersExport",
        "deskOrderAct",
        "deskOrderDocumentResend",
        "deskOrderFleet",
        "deskOrdersExport",
        "deskPackingSlipSend",
        "deskPasskeyAdd",
        "deskPasskeyOptions",
        "deskPasskeyRemove",
        "deskPlanFitting",
        "deskProposalWithdraw",
        "deskRefundsExport",
        "deskRolloutAct",
        "deskSetAsideAct",
        "deskStartRollout",
        "deskTakeDiagnostics",
        "deskWebhookReplay",
        "deskWebhookReplayFailed",
        "deskWebhookTest",
      ],
    }
  `)
})
