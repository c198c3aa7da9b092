import { z } from 'zod'
import type { Clock } from '../clock.ts'

/** A load that the ship's own consumers take, over time. */
export const LoadScriptSchema = z.object({
  /** Always there, kW. */
  baseKw: z.number().min(0).max(100_000),
  /** Added from `atSeconds` for `seconds`, again every `everySeconds` where that is given. */
  steps: z
    .array(
      z.object({
        atSeconds: z.number().min(0),
        seconds: z.number().positive(),
        kw: z.number().min(0).max(100_000),
        everySeconds: z.number().positive().nullable().default(null),
      }),
    )
    .max(1_000)
    .default([]),
})
export type LoadScript = z.infer<typeof LoadScriptSchema>

/** The ship's own load by a script, and by hand. */
export type ShipLoad = {
  /** kW at this moment of the ship's clock. */
  kw(): number
  /** A load that stays until it is set again, in place of the script; null: the script again. */
  set(kw: number | null): void
}

export function createShipLoad(script: LoadScript, clock: Clock): ShipLoad {
  const startMs = clock.nowMs()
  let byHand: number | null = null
  return {
    kw() {
      if (byHand !== null) return byHand
      const at = (clock.nowMs() - startMs) / 1_000
      return script.steps.reduce((sum, step) => {
        const since = at - step.atSeconds
        const within = step.everySeconds === null ? since : since % step.everySeconds
        return since >= 0 && within < step.seconds ? sum + step.kw : sum
      }, script.baseKw)
    },
    set(kw) {
      byHand = kw
    },
  }
}
