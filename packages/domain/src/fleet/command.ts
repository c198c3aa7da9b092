/** Life of a command to a controller or miner. What is `sent` or `running` is no result yet. */
export type CommandState =
  | 'queued'
  | 'sent'
  | 'running'
  | 'confirmed'
  | 'unconfirmed'
  | 'refused'
  | 'unsupported'
  | 'unreachable'
  | 'expired'
  | 'cancelled'

/** What a controller reports of a command. */
export type CommandReportState = Exclude<CommandState, 'queued' | 'sent' | 'cancelled'>

/** `sent`: a controller was given it. `overdue`: its time is over and nothing was reported. `cancelled`: its owner took it back. */
export type CommandEvent = 'sent' | 'overdue' | 'cancelled' | CommandReportState

const results = {
  confirmed: 'confirmed',
  unconfirmed: 'unconfirmed',
  refused: 'refused',
  unsupported: 'unsupported',
  unreachable: 'unreachable',
  expired: 'expired',
} as const

/**
 * Where each event leads; what is not named changes nothing. A command that never left is `expired` when its time is over; one that
 * left is only `unconfirmed`, and a report that arrives days later, when the ship has a line again, is still true.
 */
const transitions: Record<CommandState, Partial<Record<CommandEvent, CommandState>>> = {
  queued: { sent: 'sent', overdue: 'expired', cancelled: 'cancelled', running: 'running', ...results },
  sent: { overdue: 'unconfirmed', running: 'running', ...results },
  running: { overdue: 'unconfirmed', ...results },
  unconfirmed: {
    confirmed: 'confirmed',
    refused: 'refused',
    unsupported: 'unsupported',
    unreachable: 'unreachable',
    expired: 'expired',
  },
  confirmed: {},
  refused: {},
  unsupported: {},
  unreachable: {},
  expired: {},
  cancelled: {},
}

/** The state after an event, or null when it changes nothing. */
export function nextCommandState(state: CommandState, event: CommandEvent): CommandState | null {
  return transitions[state][event] ?? null
}

/** States in which something may still come. */
export const openCommandStates = ['queued', 'sent', 'running'] as const satisfies readonly CommandState[]

/** Whether a page should wait for more. */
export function isCommandOpen(state: CommandState): boolean {
  return (openCommandStates as readonly CommandState[]).includes(state)
}
