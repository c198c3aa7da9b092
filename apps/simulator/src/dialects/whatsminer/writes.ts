import type { PoolSetting } from '../../device/pools.ts'
import type { Unit } from '../../device/unit.ts'

/** What can be done to a Whatsminer, whichever API the request comes through. */
export const deeds = {
  off: (unit: Unit) => unit.change({ asleep: true }),
  /** The mining program restarts. */
  on(unit: Unit) {
    unit.change({ asleep: false })
    unit.restart()
  },
  restart: (unit: Unit) => unit.restart(),
  reboot: (unit: Unit) => unit.reboot(),
  led: (unit: Unit, blink: boolean) => unit.change({ blink }),
  mode(unit: Unit, workMode: 'low' | 'normal' | 'high') {
    unit.change({ workMode })
    unit.restart()
  },
  /** Restarts mining, unlike the percentage. */
  limit(unit: Unit, watts: number) {
    unit.change({ powerLimitWatts: watts })
    unit.restart()
  },
  percent: (unit: Unit, percent: number) => unit.change({ powerPercent: percent }),
  pools(unit: Unit, pools: readonly PoolSetting[]) {
    unit.change({ pools: pools.filter((pool) => pool.host !== '') })
    unit.restart()
  },
} as const

/** A pool as it is written. */
export function poolFrom(url: unknown, worker: unknown, password: unknown): PoolSetting {
  const match = /^(?:stratum\+tcp:\/\/)?([^:/]*)(?::(\d+))?/.exec(String(url ?? ''))
  return {
    host: match?.[1] ?? '',
    port: Number(match?.[2] ?? 0),
    user: String(worker ?? ''),
    password: String(password ?? ''),
  }
}
