import { type ReadyRoom, type ReadyStep, readyRoom } from '@shipminer/domain/generator/plan/ready-steps'

/** Which steps of the ship may come now, by the newest signal of each. */
export type StepBook = {
  /** True where that changes what is known. */
  note(index: number, isOn: boolean | null, now: number): boolean
  room(now: number, staleAfterMs: number): ReadyRoom
}

export function createStepBook(steps: readonly ReadyStep[], openedAt: number): StepBook {
  const seen = new Map<number, { isOn: boolean | null; at: number }>()
  return {
    note(index, isOn, at) {
      const before = seen.get(index)?.isOn ?? null
      seen.set(index, { isOn, at })
      return before !== isOn
    },
    room(now, staleAfterMs) {
      // A restart by itself must not make anyone give way.
      const isStarting = now - openedAt <= staleAfterMs
      return readyRoom(
        steps.map(({ name, reserveKw }, index) => {
          const last = seen.get(index)
          if (last === undefined) return { name, reserveKw, isOn: isStarting ? false : null }
          return { name, reserveKw, isOn: now - last.at <= staleAfterMs ? last.isOn : null }
        }),
      )
    },
  }
}
