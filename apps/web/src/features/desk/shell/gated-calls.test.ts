import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@shipminer/contract/endpoints'
import { mayCall, type NeededRoles, operatorRoles } from '@shipminer/contract/operator-roles'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const source = globSync(['features/desk/**/*.{ts,tsx}', 'features/service/**/*.ts', 'app/routes/desk.tsx'], {
  cwd: root,
})
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes('desk/search/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
const namesIn = (pattern: RegExp) => new Set([...source.matchAll(pattern)].map(([, name = '']) => name))

const table: Readonly<Record<string, NeededRoles & { method: string; auth: string }>> = endpoints
/** Calls of operators that change something, and that the desk makes. */
const changing = [...namesIn(/callEndpoint\(\s*\w+Endpoints\.(desk\w+)/g)].filter(
  (name) => table[name]?.auth === 'operator' && table[name].method !== 'GET',
)
/** Calls that the desk asks for before it shows what makes them. */
const asked = namesIn(
  /(?:\bmay\(|useMay\(\)\(|mayCall\([\w.]+, |\bcall[=:]\s?\{?)\s*\w+Endpoints\.(desk\w+)/g,
)

/** What is shown only beside something else that is asked for, or on a page that only the same roles open. */
const behind: Readonly<Record<string, string>> = {
  deskRefundRunPsbt: 'deskRefundRunPaid',
  deskRefundRunCancel: 'deskRefundRunPaid',
  deskPayoutCsv: 'deskPayoutPsbt',
  deskPayoutRecord: 'deskReceiptTakeBack',
  deskPoolDescribe: 'deskReceiptTakeBack',
  deskPoolForget: 'deskReceiptTakeBack',
  deskOrderCorrectionPreview: 'deskOrderCorrection',
  deskCustomerMergePreview: 'deskCustomerMerge',
  deskAddBoxes: 'deskMoveBoxes',
  deskChangeBox: 'deskMoveBoxes',
  deskMailingPreview: 'deskMailingSend',
  deskMailingStop: 'deskMailingSend',
  deskMailingContinue: 'deskMailingSend',
  deskMailingReturned: 'deskMailingSend',
  deskPasskeyOptions: 'deskMakeRecoveryCodes',
  deskPasskeyAdd: 'deskMakeRecoveryCodes',
  deskPasskeyRemove: 'deskMakeRecoveryCodes',
  deskInstallationCheck: 'deskSettings',
  deskPersonRole: 'deskPeople',
  deskPersonSessionsEnd: 'deskPeople',
  deskTakeDiagnostics: 'deskDiagnostics',
}
/** The server says with each proposal whether it is for the reader to confirm or withdraw. */
const saidByServer = ['deskAccountConfirm', 'deskProposalWithdraw']

test('what makes a call that changes something is shown to those who may make it', () => {
  expect(changing.length).toBeGreaterThan(60)
  const ungated = changing.filter(
    (name) => !asked.has(name) && !saidByServer.includes(name) && !asked.has(behind[name] ?? ''),
  )
  expect(ungated).toEqual([])
})

test('what is asked for in place of a call is for no more roles than the call', () => {
  for (const [name, other] of Object.entries(behind)) {
    const call = table[name] ?? {}
    const shownBy = table[other] ?? {}
    expect([name, changing.includes(name), asked.has(name)]).toEqual([name, true, false])
    expect([name, operatorRoles.filter((role) => mayCall(role, shownBy) && !mayCall(role, call))]).toEqual([
      name,
      [],
    ])
  }
})
