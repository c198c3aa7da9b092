import type { Command, CommandState } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'

export type CommandTone = 'busy' | 'good' | 'caution' | 'bad' | 'idle'

const tones: Record<CommandState, CommandTone> = {
  queued: 'busy',
  sent: 'busy',
  running: 'busy',
  confirmed: 'good',
  unconfirmed: 'caution',
  refused: 'bad',
  unsupported: 'idle',
  unreachable: 'bad',
  expired: 'caution',
  cancelled: 'idle',
}

/** How a state looks beside its word. */
export function commandTone(state: CommandState): CommandTone {
  return tones[state]
}

/** The way a command goes; the last step is its result, whichever that is. */
export const commandSteps = ['queued', 'sent', 'running'] as const

/** How many steps of the way are done: 0 queued, 3 ended. */
export function stepsDone(state: CommandState): number {
  const index = (commandSteps as readonly CommandState[]).indexOf(state)
  return index === -1 ? commandSteps.length : index
}

/** Newest commands first, new ones before those known, each once and as last received. */
export function mergeCommands(known: readonly Command[], fresh: readonly Command[]): Command[] {
  const ids = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...known.filter(({ id }) => !ids.has(id))].sort((a, b) => b.issuedAt - a.issuedAt)
}

/** The state of commands in bulk. */
export function bulkProgress(commands: readonly Command[]): {
  total: number
  done: number
  confirmed: number
} {
  return {
    total: commands.length,
    done: commands.filter(({ state }) => !isCommandOpen(state)).length,
    confirmed: commands.filter(({ state }) => state === 'confirmed').length,
  }
}
