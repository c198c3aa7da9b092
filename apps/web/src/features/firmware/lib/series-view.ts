import type { FirmwareDeviceState, FirmwareSeriesState } from '@shipminer/contract/control/firmware'
import type { FirmwareMiner } from '@shipminer/contract/control/firmware-calls'
import { type FirmwareFamily, isSameFirmware } from '@shipminer/domain/firmware/families'

const open: readonly FirmwareSeriesState[] = ['ordered', 'fetching', 'checking', 'updating']

/** Whether a series still has something to do. */
export const isSeriesOpen = (state: FirmwareSeriesState): boolean => open.includes(state)

export type Tone = 'good' | 'busy' | 'caution' | 'bad' | 'idle'

const tones: Readonly<Record<FirmwareDeviceState, Tone>> = {
  waiting: 'idle',
  sending: 'busy',
  restarting: 'busy',
  confirmed: 'good',
  already: 'good',
  'old-version': 'caution',
  'other-version': 'caution',
  'not-hashing': 'bad',
  'no-return': 'bad',
  interrupted: 'caution',
  refused: 'caution',
  unreachable: 'caution',
  untouched: 'idle',
}

export const toneOf = (state: FirmwareDeviceState): Tone => tones[state]

/** A model that a file could be for. */
export type Model = { key: string; family: FirmwareFamily; model: string; count: number }

/** The models of an owner whose miners take a file, by name. */
export function listModels(miners: readonly FirmwareMiner[]): Model[] {
  const models = new Map<string, Model>()
  for (const { family, model } of miners) {
    if (family === null || model === null) continue
    const key = `${family} ${model}`
    const known = models.get(key)
    models.set(key, { key, family, model, count: (known?.count ?? 0) + 1 })
  }
  return [...models.values()].toSorted((a, b) => a.model.localeCompare(b.model))
}

/** Miners that a file is for, by the box that they are reached through, and whether each runs its version already. */
export function listTargets(
  miners: readonly FirmwareMiner[],
  file: { family: FirmwareFamily; model: string; version: string },
): { controllerId: string; miners: (FirmwareMiner & { hasIt: boolean })[] }[] {
  const fitting = miners
    .filter(({ family, model }) => family === file.family && model === file.model)
    .map((miner) => ({ ...miner, hasIt: isSameFirmware(file.family, file.version, miner.version) }))
  return [...Map.groupBy(fitting, ({ controllerId }) => controllerId)].map(([controllerId, own]) => ({
    controllerId,
    miners: own,
  }))
}
