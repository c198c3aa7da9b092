import type { FigureLabels, ShipAlarm, ShipFigureName, ShipFigures } from './ship-figures.ts'
import { shipFigureNames } from './ship-figures.ts'

/** Where chart plotters find the box. No path of a generator or of shore power: nobody must take it for one. */
const root = 'electrical.shipminer'
const paths: Readonly<Record<ShipFigureName, string>> = {
  miningWatts: `${root}.power`,
  generatorWatts: `${root}.generatorPower`,
  shipWatts: `${root}.shipPower`,
  limitWatts: `${root}.limit`,
  headroomWatts: `${root}.headroom`,
  curtailedWatts: `${root}.curtailed`,
  reserveWatts: `${root}.reserve`,
  requiredReserveWatts: `${root}.requiredReserve`,
}
export const statePath = `${root}.state`

type Entry = { path: string; value: unknown }
type Delta = { context: 'vessels.self'; updates: object[] }

const deltaOf = (at: string, values: readonly Entry[]): Delta => ({
  context: 'vessels.self',
  updates: [{ timestamp: at, source: { label: 'shipminer', type: 'controller' }, values }],
})

/** Every figure, as it is now; an unknown one is null. `figures` null: the box ends, and nothing is known any more. */
export function figuresDelta(figures: ShipFigures | null, at: string): Delta {
  return deltaOf(at, [
    { path: statePath, value: figures?.state ?? null },
    ...shipFigureNames.map((name) => ({ path: paths[name], value: figures?.[name] ?? null })),
  ])
}

/** Unit and name of every figure: sent once a connection. */
export function metaDelta(labels: FigureLabels): Delta {
  return {
    context: 'vessels.self',
    updates: [
      {
        meta: [
          { path: statePath, value: { displayName: labels.state } },
          ...shipFigureNames.map((name) => ({
            path: paths[name],
            value: { units: 'W', displayName: labels[name] },
          })),
        ],
      },
    ],
  }
}

/** What is to be published of alarms: those that are there, and those that were published and are over. Null where nothing is. */
export function alarmsDelta(
  alarms: readonly ShipAlarm[],
  published: ReadonlySet<string>,
  at: string,
): Delta | null {
  const isThere = new Set(alarms.map(({ name }) => name))
  const over = [...published].filter((name) => !isThere.has(name))
  const path = (name: string) => `notifications.${root}.${name}`
  const values: Entry[] = [
    ...alarms.map(({ name, level, message }) => ({
      path: path(name),
      value: { state: level, method: level === 'alarm' ? ['visual', 'sound'] : ['visual'], message },
    })),
    ...over.map((name) => ({ path: path(name), value: { state: 'normal', method: [], message: '' } })),
  ]
  return values.length === 0 ? null : deltaOf(at, values)
}
