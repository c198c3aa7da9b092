import type { PowerSettings, Unreadable } from '@shipminer/contract/power/environment'

/** What a box says of the settings that it follows. */
export type ToldSettings = {
  version: number | null
  effective: PowerSettings | null
  unreadable?: readonly Unreadable[] | undefined
}

/** What boxes could not read, and nobody on board has set right since. */
export function unreadableOn(
  boxes: readonly { settingsLost: boolean | null; checkLost: boolean | null }[],
): Unreadable[] {
  return [
    ...(boxes.some(({ settingsLost }) => settingsLost) ? (['settings'] as const) : []),
    ...(boxes.some(({ checkLost }) => checkLost) ? (['check'] as const) : []),
  ]
}
