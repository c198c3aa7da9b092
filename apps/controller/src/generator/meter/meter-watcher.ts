import type { Clock } from '../../platform/clock.ts'
import type { MeterWatcher } from '../follower.ts'
import type { CommissioningStore } from '../stores/commissioning-store.ts'

/** Watches a meter of which somebody said that it moves with the miners; anyone who left that out had a reason. */
export function createMeterWatcher(commissioning: CommissioningStore, clock: Clock): MeterWatcher {
  return {
    checkedShare() {
      const { miner } = commissioning.results()
      const position = commissioning.position()
      if (miner === undefined) return position === 'elsewhere' || position === 'earlier' ? null : undefined
      if (miner.outcome !== 'passed') return undefined
      const { minerKw, movedKw } = miner.figures
      return minerKw === null || movedKw === null || minerKw <= 0 ? null : movedKw / minerKw
    },
    kept: commissioning.strays(),
    note: (strays) => commissioning.noteStrays(strays, Math.round(clock.now())),
  }
}
