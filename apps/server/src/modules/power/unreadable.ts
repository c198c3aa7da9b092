import { OtherMeterSchema, type PowerSettings, type Unreadable } from '@shipminer/contract/power/environment'
import type { OtherMeter } from '@shipminer/domain/generator/load/meter-identity'

/** What a box says of the settings that it follows. */
export type ReportedSettings = {
  version: number | null
  effective: PowerSettings | null
  unreadable?: readonly Unreadable[] | undefined
  otherMeter?: OtherMeter | null | undefined
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

/** What shows that another meter answers one of these boxes than was checked; null where nothing does, or it cannot be read. */
export function otherMeterOn(boxes: readonly { otherMeter: unknown }[]): OtherMeter | null {
  const [first = null] = boxes.flatMap(({ otherMeter }) => OtherMeterSchema.safeParse(otherMeter).data ?? [])
  return first
}
