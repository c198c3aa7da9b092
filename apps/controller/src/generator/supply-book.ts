import type { PowerSource } from '@shipminer/domain/generator/load/load-reading'

/** What feeds the ship, by the newest signal of its shore power and its batteries. */
export type SupplyBook = {
  /** True where that changes what is known. */
  note(index: number, isOn: boolean | null, now: number): boolean
  /** The first whose signal is on, else the generator; null where a signal before that is not known. Undefined: the ship names none. */
  source(now: number, staleAfterMs: number): PowerSource | null | undefined
}

export function createSupplyBook(supplies: readonly { is: Exclude<PowerSource, 'generator'> }[]): SupplyBook {
  const seen = new Map<number, { isOn: boolean | null; at: number }>()
  return {
    note(index, isOn, at) {
      const before = seen.get(index)?.isOn
      seen.set(index, { isOn, at })
      return before !== isOn
    },
    source(now, staleAfterMs) {
      if (supplies.length === 0) return undefined
      for (const [index, { is }] of supplies.entries()) {
        const last = seen.get(index)
        const isOn = last !== undefined && now - last.at <= staleAfterMs ? last.isOn : null
        if (isOn === null) return null
        if (isOn) return is
      }
      return 'generator'
    },
  }
}
