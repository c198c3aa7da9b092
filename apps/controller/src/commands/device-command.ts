import type { Capabilities, CommandOrder, CommandState } from '@shipminer/contract/control'
import type {
  Ability,
  ConfigImage,
  DeviceCapabilities,
  DeviceCommand,
  PowerMode,
  RefusalReason,
} from '../drivers/device-control.ts'

/** How a command ended. `expired` and `cancelled` never began. `sent` is no result and not among them. */
export type CommandResult = Extract<
  CommandState,
  'confirmed' | 'unconfirmed' | 'refused' | 'unsupported' | 'unreachable' | 'expired' | 'cancelled'
>

/** Why a command ended as it did, where the result alone does not show it; the page has a text for each. */
export type CommandReason =
  | RefusalReason
  /** Another command for the same device came in between. */
  | 'superseded'
  /** The controller was restarted while the command was being sent. */
  | 'controller-restarted'
  /** The device did not show it in time. */
  | 'not-shown-in-time'
  /** The pools are set, but the first of them does not answer. */
  | 'pool-dead'
  /** The pools are set, and whether they answer shows when the device is woken. */
  | 'pools-untried'
  /** No such device on board, or one that no driver of this version knows. */
  | 'unknown-device'
  /** Too many commands wait for this device. */
  | 'too-many-waiting'
  /** The crew's master stop, or the follower of the generator, does not allow it now. */
  | 'held-on-board'
  /** The image to put back is not on board any more. */
  | 'no-image'
  /** The order lacks what its action needs. */
  | 'incomplete-order'
  /** The login does not open here: it was sealed for another box, another miner or another command, or was altered. */
  | 'not-sealed-for-us'
  /** The device refused the login that was to be kept. */
  | 'login-refused'
  /** Some devices of the make took the login, some refused it. */
  | 'login-partly'
  /** The login is kept, and no device showed whether it is right. */
  | 'login-untold'
  /** The device is away: the login is kept and tried when it is back. */
  | 'login-kept'
  /** The device is read and commanded without any login. */
  | 'no-login'
  /** The controller itself failed. */
  | 'internal'

/** The end of a command on one device. */
export type CommandEnd = { result: CommandResult; reason: CommandReason | null }

const POWER_MODES: readonly string[] = ['low', 'normal', 'high'] satisfies PowerMode[]

/**
 * What an order means for a device; null when it lacks what its action needs. `imageOf` finds the settings that an
 * earlier command kept for the same device.
 */
export function deviceCommandFrom(
  order: CommandOrder,
  imageOf: (commandId: string) => ConfigImage | null,
): { ok: true; command: DeviceCommand } | { ok: false; reason: 'incomplete-order' | 'no-image' } {
  if (order.restoreOf !== null) {
    const image = imageOf(order.restoreOf)
    return image === null
      ? { ok: false, reason: 'no-image' }
      : { ok: true, command: { kind: 'restore', image } }
  }
  const { powerLimitWatts, powerMode, pools } = order.parameters
  const incomplete = { ok: false, reason: 'incomplete-order' } as const
  switch (order.action) {
    case 'locate':
      return { ok: true, command: { kind: 'locate', on: true } }
    case 'set-power-limit':
      return powerLimitWatts === undefined
        ? incomplete
        : { ok: true, command: { kind: 'power-limit', watts: powerLimitWatts } }
    case 'set-power-mode':
      return powerMode !== undefined && POWER_MODES.includes(powerMode)
        ? { ok: true, command: { kind: 'power-mode', mode: powerMode as PowerMode } }
        : incomplete
    case 'set-pools':
      return pools === undefined ? incomplete : { ok: true, command: { kind: 'pools', pools } }
    case 'set-login':
    case 'remove-login':
      return incomplete
    default:
      return { ok: true, command: { kind: order.action } }
  }
}

/** Whether a command makes a device draw more than before; the crew's stop and a lack of spare power refuse these. */
export function raisesPower(command: DeviceCommand): boolean {
  return ['start', 'wake', 'restart', 'reboot'].includes(command.kind) || isRaisedSetting(command)
}

function isRaisedSetting(command: DeviceCommand): boolean {
  return (
    command.kind === 'power-limit' ||
    command.kind === 'power-percent' ||
    (command.kind === 'power-mode' && command.mode !== 'low') ||
    command.kind === 'restore'
  )
}

/** The abilities of a device as they travel: `no` and every reason say why a page greys a button out. */
export function wireCapabilities(
  capabilities: DeviceCapabilities,
  credentials: Capabilities['credentials'],
): Capabilities {
  const { powerLimitWatts } = capabilities
  const modes = capabilities.powerMode === 'yes' || capabilities.powerMode === 'untried'
  return {
    sleep: wireAbility(capabilities.sleep),
    restart: wireAbility(capabilities.restart),
    reboot: wireAbility(capabilities.reboot),
    locate: wireAbility(capabilities.locate),
    powerLimit: {
      ...wireAbility(capabilities.powerLimit),
      minWatts: powerLimitWatts?.min ?? null,
      maxWatts: powerLimitWatts?.max ?? null,
    },
    powerModes: {
      ...wireAbility(capabilities.powerMode),
      modes: modes ? [...capabilities.powerModes] : [],
    },
    pools: wireAbility(capabilities.pools),
    credentials: loginIsWrong(capabilities) ? 'wrong' : credentials,
  }
}

function wireAbility(ability: Ability): { can: boolean; reason: string | null } {
  const can = ability === 'yes' || ability === 'untried'
  return { can, reason: can ? null : ability === 'no' ? 'unsupported' : ability }
}

function loginIsWrong(capabilities: DeviceCapabilities): boolean {
  return [capabilities.sleep, capabilities.pools, capabilities.restart].includes('login')
}
