/**
 * What a stop of the box costs: the hour after it beside that of a box that never stopped, in the controller's own loop of follower, commands and memory
 * on disk, with simulated miners. All of it is simulated time.
 */
import {
  type RestartCase,
  type RestartKind,
  type RestartPhase,
  restartFleets,
  restartKinds,
  restartPhases,
  sailHour,
} from '../apps/controller/src/acting/test-restarts.ts'
import type { Voyage } from '../apps/controller/src/acting/test-ship.ts'
import { chooseSize } from './lib/options.ts'
import { printTable, type Row, round, say } from './lib/report.ts'

const seeds = chooseSize([1, 2], [1, 2, 3, 4, 5, 6])
const mostLost = 0.05
const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[]
const fleets = keysOf(restartFleets)
const phases = keysOf(restartPhases)
const kinds = keysOf(restartKinds)

type Cell = { phase: RestartPhase; seed: number; never: Voyage; restarted: Voyage }
const gain = ({ never, restarted }: Cell) => restarted.minedKwh / never.minedKwh - 1
const signed = (share: number) => `${share < 0 ? '−' : '+'}${round(Math.abs(share) * 100, 1)} %`
const most = (cells: readonly Cell[], of: (one: Cell) => number) => Math.max(...cells.map(of))
const secondsMore = (cells: readonly Cell[], what: 'aboveLimitMs' | 'aboveCapacityMs') =>
  round(most(cells, ({ never, restarted }) => restarted[what] - never[what]) / 1_000)

function rowOf(name: string, cells: readonly Cell[]): Row {
  const worst = cells.toSorted((a, b) => gain(a) - gain(b))[0]
  const mean = cells.reduce((sum, one) => sum + gain(one), 0) / cells.length
  const aboveMs = most(cells, ({ never, restarted }) => restarted.aboveCapacityMs - never.aboveCapacityMs)
  return {
    what: name,
    measured: `${signed(mean)} (${worst ? `${signed(gain(worst))}, ${worst.phase}, seed ${worst.seed}` : ''})`,
    reference: `above the limit at most ${secondsMore(cells, 'aboveLimitMs')} s longer, above capacity ${secondsMore(cells, 'aboveCapacityMs')} s`,
    bar: 'each −5 %, 0 s above capacity',
    met: worst !== undefined && gain(worst) >= -mostLost && aboveMs <= 0,
  }
}

const rows: Row[] = []
for (const hasContactor of [true, false])
  for (const fleet of fleets) {
    say(`${fleet}, ${hasContactor ? 'behind a contactor' : 'without one'}`)
    const cells = new Map<RestartKind, Cell[]>(kinds.map((kind) => [kind, []]))
    for (const phase of phases) {
      // Without a contactor there is none to be open.
      if (!hasContactor && phase === 'with the contactor open') continue
      for (const seed of seeds) {
        const one: Omit<RestartCase, 'kind'> = { fleet, phase, seed, hasContactor }
        const never = await sailHour({ ...one, kind: null })
        for (const kind of kinds)
          cells.get(kind)?.push({ phase, seed, never, restarted: await sailHour({ ...one, kind }) })
      }
    }
    for (const [kind, each] of cells)
      rows.push(rowOf(`${hasContactor ? '' : 'no contactor: '}${fleet}, the box ${kind}`, each))
  }
printTable(
  'restarts: the hour after a stop of the box',
  [
    `moments: ${phases.join(', ')}; ${seeds.length} seeds each; 100 kW, limit 85 %, reserve 10 kW, hold 5 min`,
    'energy of the hour beside that of a box that never stopped: the mean of all moments and seeds, and the worst of them in brackets',
    'the box is killed and back after 6 s, after 60 s, or ends as for an update and is back 8 s later; behind a contactor its relay drops 2 s after the last pulse',
  ],
  rows,
)
