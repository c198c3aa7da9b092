/** Who has to answer next in a fault report, or that it is closed. */
export const reportStates = ['waiting-for-us', 'waiting-for-owner', 'closed'] as const
export type ReportState = (typeof reportStates)[number]

/** `replied` is the owner's, `answered`, `taken` and `noted` are the desk's; both sides may close and reopen. */
export const reportEvents = ['answered', 'replied', 'taken', 'noted', 'closed', 'reopened'] as const
export type ReportEvent = (typeof reportEvents)[number]

/**
 * waiting-for-us → waiting-for-owner when a person answers, and back when the owner writes; both → closed; closed → waiting-for-us when
 * someone reopens it. Assigning a report changes no state; the desk can add a note at any time. Nothing is written into a closed report.
 */
const transitions: Readonly<Record<ReportState, Partial<Record<ReportEvent, ReportState>>>> = {
  'waiting-for-us': {
    answered: 'waiting-for-owner',
    replied: 'waiting-for-us',
    taken: 'waiting-for-us',
    noted: 'waiting-for-us',
    closed: 'closed',
  },
  'waiting-for-owner': {
    answered: 'waiting-for-owner',
    replied: 'waiting-for-us',
    taken: 'waiting-for-owner',
    noted: 'waiting-for-owner',
    closed: 'closed',
  },
  closed: { noted: 'closed', reopened: 'waiting-for-us' },
}

/** The state after an event, or null when it does not fit. */
export function nextReportState(state: ReportState, event: ReportEvent): ReportState | null {
  return transitions[state][event] ?? null
}
