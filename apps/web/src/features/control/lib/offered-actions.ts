import { abilityOf } from '@shipminer/contract/account/ability'
import type { Capabilities, ControlAction } from '@shipminer/contract/control'

/** Actions that are one press with nothing to fill in, in the order of the page. */
export const plainActions = ['start', 'stop', 'sleep', 'wake', 'restart', 'reboot', 'locate'] as const
export type PlainAction = (typeof plainActions)[number]

export type OfferedAction = { action: PlainAction; can: boolean; reason: string | null }

/** The commands a device can take, and why it cannot take the others. */
export function offeredActions(capabilities: Capabilities): OfferedAction[] {
  return plainActions.map((action) => {
    const ability = abilityOf(action, capabilities)
    return { action, can: ability.can, reason: ability.can ? null : ability.reason }
  })
}

/** What actions do, as the page groups them. */
export type ActionGroup = 'work' | 'device' | 'settings'
export const actionGroups = ['work', 'device', 'settings'] as const satisfies readonly ActionGroup[]

/** The group of an action; a command put back is one of settings. */
export function groupOf(action: ControlAction): ActionGroup {
  if (action.startsWith('set-')) return 'settings'
  return action === 'reboot' || action === 'locate' ? 'device' : 'work'
}

/** Actions after which a miner earns nothing for a while, or earns for someone else: the page asks for confirmation first. */
export function needsConfirmation(action: ControlAction): boolean {
  return action !== 'locate'
}
