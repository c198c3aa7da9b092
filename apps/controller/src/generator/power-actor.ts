import type { LawAction } from '@shipminer/domain/generator/decide'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'

/** The result of a command. Only `confirmed` means that the device was seen to do it. */
export type ActOutcome = 'confirmed' | 'unconfirmed' | 'refused' | 'unsupported' | 'unreachable'

/** What the follower needs of the devices: their state, and a way to command them. */
export type PowerActor = {
  /**
   * All devices as they were last seen; times of the controller's monotonic clock, ms. After a confirmed command the next call shows
   * what confirmed it.
   */
  devices(): readonly FollowedDevice[]
  /**
   * Carries a command to its device and waits for its confirmation, at most `confirmMs`. The command leaves at once, whatever other
   * devices do. An aborted signal means that the device gets another command now. May reject; that counts as unreachable.
   */
  act(action: LawAction, signal: AbortSignal): Promise<ActOutcome>
}
