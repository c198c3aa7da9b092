import { useState, useSyncExternalStore } from 'react'
import type { KeyValueStore } from '../storage/session-storage.ts'

const keyName = 'shipminer.saver'
/** How many times less often a page that saves data asks for what does not come live. */
const lessOften = 3

/** Whether this device asks for less data: what was chosen on it, else what the browser says of its line. */
export function readSaver(store: Pick<KeyValueStore, 'getItem'>, saveData: boolean): boolean {
  try {
    const chosen = store.getItem(keyName)
    return chosen === null ? saveData : chosen === 'on'
  } catch {
    return saveData
  }
}

/** Keeps the choice; where storage is refused it lives as long as nothing. */
export function writeSaver(store: Pick<KeyValueStore, 'setItem'>, isOn: boolean): void {
  try {
    store.setItem(keyName, isOn ? 'on' : 'off')
  } catch {
    // Storage is full or refused: then the line decides.
  }
}

/** `Save-Data`, where the browser tells of it. */
type Line = { connection?: { saveData?: boolean } }

export const savesData = (): boolean =>
  readSaver(
    { getItem: (key) => localStorage.getItem(key) },
    (navigator as Navigator & Line).connection?.saveData === true,
  )

const listeners = new Set<() => void>()

/** Follows the choice of this device. */
export function onSaverChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the choice of this device; it counts at once. */
export function chooseSaver(isOn: boolean): void {
  writeSaver({ setItem: (key, value) => localStorage.setItem(key, value) }, isOn)
  for (const listener of listeners) listener()
}

export function useSaver(): boolean {
  return useSyncExternalStore(onSaverChange, savesData, () => false)
}

/** Whether something that costs data is left out, and what brings it after all: where data is saved it waits for a press. */
export function useSpared(): readonly [isSpared: boolean, show: () => void] {
  const saves = useSaver()
  const [isWanted, setWanted] = useState(false)
  return [saves && !isWanted, () => setWanted(true)]
}

/** A pause between two calls, longer where data is saved; ms. */
export const pauseOf = (ms: number) => (): number => (savesData() ? ms * lessOften : ms)
