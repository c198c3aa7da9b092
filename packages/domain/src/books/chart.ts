/**
 * The accounts that the books of the shop use, with the numbers of a usual Dutch chart and the main section of the reference chart (RGS) that each
 * belongs to. Numbers are a setting; what an account is for is not.
 */
export const defaultChart = {
  hand: { number: '1000', type: 'balance', rgs: 'BLim' },
  bank: { number: '1100', type: 'balance', rgs: 'BLim' },
  bitcoin: { number: '1150', type: 'balance', rgs: 'BLim' },
  usdt: { number: '1151', type: 'balance', rgs: 'BLim' },
  otherCoins: { number: '1152', type: 'balance', rgs: 'BLim' },
  transit: { number: '1190', type: 'balance', rgs: 'BLim' },
  debtors: { number: '1300', type: 'balance', rgs: 'BVor' },
  vat: { number: '1500', type: 'balance', rgs: 'BSch' },
  vatElsewhere: { number: '1502', type: 'balance', rgs: 'BSch' },
  prepaid: { number: '1700', type: 'balance', rgs: 'BSch' },
  unallocated: { number: '1710', type: 'balance', rgs: 'BSch' },
  refunds: { number: '1720', type: 'balance', rgs: 'BSch' },
  owners: { number: '1730', type: 'balance', rgs: 'BSch' },
  fees: { number: '4700', type: 'result', rgs: 'WBed' },
  exchange: { number: '4710', type: 'result', rgs: 'WFbe' },
  differences: { number: '4720', type: 'result', rgs: 'WBed' },
  ownersShare: { number: '7100', type: 'result', rgs: 'WKpr' },
  sales: { number: '8000', type: 'result', rgs: 'WOmz' },
  salesEu: { number: '8010', type: 'result', rgs: 'WOmz' },
  salesReversed: { number: '8020', type: 'result', rgs: 'WOmz' },
  salesElsewhere: { number: '8030', type: 'result', rgs: 'WOmz' },
  salesExport: { number: '8040', type: 'result', rgs: 'WOmz' },
  pools: { number: '8200', type: 'result', rgs: 'WOmz' },
} as const satisfies Record<string, Account>

/** `type`: of the balance sheet, or of profit and loss. */
export type Account = { number: string; type: 'balance' | 'result'; rgs: string }
export type AccountRole = keyof typeof defaultChart
export type Chart = Readonly<Record<AccountRole, Account>>

export const accountRoles = Object.keys(defaultChart) as AccountRole[]

/**
 * The chart with numbers of its own, as a setting states them; null when it cannot be read, or two accounts would have one number.
 *
 * @example parseChart('bank=1010,debtors=1200')?.bank.number // '1010'
 */
export function parseChart(text: string): Chart | null {
  const chart: Record<AccountRole, Account> = { ...defaultChart }
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, role = '', number = ''] = /^(\w+)=(\d{3,8})$/.exec(part) ?? []
    if (!isRole(role)) return null
    chart[role] = { ...chart[role], number }
  }
  const numbers = new Set(Object.values(chart).map(({ number }) => number))
  return numbers.size === accountRoles.length ? chart : null
}

const isRole = (text: string): text is AccountRole => Object.hasOwn(defaultChart, text)
