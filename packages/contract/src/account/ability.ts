import type { Capabilities, ControlAction } from '../control.ts'

/**
 * Whether a device can take a command, and why not. `start` and `stop` have no ability of their own: a device that cannot sleep may still
 * stop, so only what blocks every command (a login, a lock) stands in their way.
 */
export function abilityOf(
  action: ControlAction,
  capabilities: Capabilities,
): { can: boolean; reason: string | null } {
  switch (action) {
    case 'start':
    case 'stop':
      return capabilities.sleep.reason === 'unsupported' ? { can: true, reason: null } : capabilities.sleep
    case 'sleep':
    case 'wake':
      return capabilities.sleep
    case 'set-power-limit':
      return capabilities.powerLimit
    case 'set-power-mode':
      return capabilities.powerModes
    case 'set-pools':
      return capabilities.pools
    default:
      return capabilities[action]
  }
}
