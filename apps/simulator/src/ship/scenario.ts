import { z } from 'zod'
import type { Cancel } from '../clock.ts'
import { type FaultKind, FaultSchema, faultKinds } from '../faults/fault.ts'
import type { Ship } from './start-ship.ts'

const TargetSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])
const KindSchema = z.enum(faultKinds as [FaultKind, ...FaultKind[]])

/** One thing that happens to one, several or (`all`) all devices. */
const StepSchema = z.union([
  z.strictObject({ atSeconds: z.number().min(0), device: TargetSchema, fault: FaultSchema }),
  z.strictObject({
    atSeconds: z.number().min(0),
    device: TargetSchema,
    clear: z.union([z.literal('all'), KindSchema]),
  }),
])

/** A script of faults, in seconds of the ship's time from the start of the script. */
export const ScenarioSchema = z.strictObject({
  name: z.string().default('scenario'),
  steps: z.array(StepSchema).min(1).max(10_000),
  /** Starts over after so many seconds; without it the script runs once. */
  repeatSeconds: z.number().min(1).optional(),
})

/** A script of faults. */
export type Scenario = z.infer<typeof ScenarioSchema>

/** A script under way. */
export type RunningScenario = {
  readonly name: string
  /** Steps that have taken effect, over all rounds. */
  readonly stepsDone: number
  readonly ended: boolean
  /** Nothing more happens; faults that are set stay. */
  stop(): void
}

/** Names in the scenario that no device of the ship has. */
export function unknownDevices(ship: Ship, scenario: Scenario): string[] {
  const names = scenario.steps.flatMap((step) => targets(step.device))
  return [...new Set(names)].filter((name) => name !== 'all' && ship.findDevice(name) === null)
}

/** Plays a script on a ship. Throws when it names a device that is not there. */
export function runScenario(ship: Ship, scenario: Scenario): RunningScenario {
  const unknown = unknownDevices(ship, scenario)
  if (unknown.length > 0) throw new Error(`no such device: ${unknown.join(', ')}`)
  const steps = [...scenario.steps].sort((a, b) => a.atSeconds - b.atSeconds)
  const startMs = ship.clock.nowMs()
  let done = 0
  let ended = false
  let cancel: Cancel = () => {}

  const planNext = () => {
    const round = Math.floor(done / steps.length)
    const step = steps[done % steps.length]
    if (!step || (round > 0 && scenario.repeatSeconds === undefined)) {
      ended = true
      return
    }
    const atMs = startMs + (round * (scenario.repeatSeconds ?? 0) + step.atSeconds) * 1000
    cancel = ship.clock.after(Math.max(0, atMs - ship.clock.nowMs()), () => {
      for (const device of ship.devices) {
        if (!targets(step.device).some((name) => name === 'all' || name === device.id)) continue
        const change =
          'fault' in step
            ? device.setFault(step.fault)
            : device.clearFault(step.clear === 'all' ? undefined : step.clear)
        // A port that cannot be opened again shows in the list of devices.
        change.catch(() => {})
      }
      done += 1
      planNext()
    })
  }
  planNext()
  return {
    name: scenario.name,
    get stepsDone() {
      return done
    },
    get ended() {
      return ended
    },
    stop() {
      cancel()
      ended = true
    },
  }
}

function targets(device: string | string[]): string[] {
  return typeof device === 'string' ? [device] : device
}
