import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { GeneratorWiringSchema } from '../../../apps/controller/src/generator/generator-settings.ts'
import {
  type IndependentServer,
  startIndependentServer,
} from '../../../apps/controller/src/generator/modbus/throwaway-modbus-server.ts'
import { type Generator, openGenerator } from '../../../apps/controller/src/generator/open-generator.ts'
import type { PowerActor } from '../../../apps/controller/src/generator/power-actor.ts'
import type { Clock } from '../../../apps/controller/src/platform/clock.ts'
import { silentLogger } from '../../../apps/controller/src/platform/logger.ts'
import { createSystemClock } from '../../../apps/simulator/src/clock.ts'
import {
  type ShipGenerator,
  startShipGenerator,
} from '../../../apps/simulator/src/generator/start-generator.ts'
import { type Ship, startShip } from '../../../apps/simulator/src/ship/start-ship.ts'

/** Of every miner of these ships, W. */
export const ratedPowerWatts = 5_510

/** A simulated ship with six miners behind a contactor of their own, and the part of the controller that follows its generator. */
export type FollowedShip = {
  ship: Ship
  panel: ShipGenerator
  directory: string
  actor: PowerActor
  /** The commands of the law, the oldest first. */
  commands: string[]
  /** Every miner takes its command and does nothing, while it is on. */
  hang: { isOn: boolean }
  /** Opens the follower, or opens it again, with what the crew's file says. */
  open(crew: object, limits: object, clock: Clock): Promise<Generator>
  /** Ends the follower as by SIGKILL: what is on disk at this moment is all that the next one knows. */
  kill(): Promise<void>
  close(): Promise<void>
}

export async function startFollowedShip(
  load: { baseKw: number },
  options: {
    /** How much faster than a clock on the wall the miners live; left out: 1. */
    pace?: number
    /** How long a miner, by its id, takes to sleep, ms of a clock on the wall; left out: it does at once. */
    stopsAfterMs?: (id: string) => number
    /** Miners without power answer nobody; left out: they go on answering, as those do that have power from elsewhere. */
    fallsSilent?: boolean
  } = {},
): Promise<FollowedShip> {
  const { pace = 1, stopsAfterMs = () => 0, fallsSilent = false } = options
  const directory = await mkdtemp(join(tmpdir(), 'followed-'))
  const ship = await startShip({
    ...{ miners: 6, roles: ['rpc'], ageMs: 3_600_000 },
    clock: createSystemClock({ speed: pace }),
  })
  const panel = await startShipGenerator(ship, { capacityKw: 100, load, contactorFeedsMiners: true })
  const commands: string[] = []
  const hang = { isOn: false }
  let clock: Clock | null = null
  let seenAt = 0
  let generator: Generator | null = null
  const actor: PowerActor = {
    devices: () =>
      ship.devices.map((device, index): FollowedDevice => {
        const isSilent = fallsSilent && !panel.panel.isContactorClosed()
        if (!isSilent) seenAt = clock?.monotonic() ?? 0
        const isAsleep = device.faults().some(({ kind }) => kind === 'idle')
        return {
          id: device.id,
          mode: isAsleep ? 'asleep' : 'normal',
          isHashing: !isAsleep,
          measuredPowerWatts: device.truth().state.powerWatts,
          ratedPowerWatts,
          observedAt: seenAt,
          isReachable: !isSilent,
          curtailment: { sleepMs: 20_000, lower: null, startMs: 60_000 },
          revenuePerKwh: index,
          isWanted: true,
        }
      }),
    async act({ deviceId, command }) {
      commands.push(`${command} ${deviceId}`)
      if (hang.isOn) return new Promise(() => {})
      const device = ship.findDevice(deviceId)
      const takesMs = command === 'sleep' ? stopsAfterMs(deviceId) : 0
      if (takesMs > 0) await setTimeout(takesMs)
      if (command === 'sleep') await device?.setFault('idle')
      else await device?.clearFault('idle')
      return 'confirmed'
    },
  }
  return {
    ...{ ship, panel, directory, actor, commands, hang },
    async open(crew, limits, withClock) {
      await generator?.stop()
      clock = withClock
      generator = await openGenerator({
        directory,
        crew: { ...GeneratorWiringSchema.parse(crew), limits },
        actor,
        clock: withClock,
        random: () => 0,
        fetchFn: fetch,
        minuteOfDay: () => 720,
        timeOfDay: Date.now,
        log: silentLogger,
      })
      return generator
    },
    async kill() {
      const left = await copyWhileWritten(directory)
      await generator?.stop()
      generator = null
      await rm(directory, { recursive: true })
      await cp(left, directory, { recursive: true })
      await rm(left, { recursive: true })
    },
    async close() {
      await generator?.stop()
      await panel.close()
      await ship.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** How a meter shows what it measures. */
export type Shows = (phasesKw: readonly number[]) => { phasesKw: readonly number[]; volts?: number }

/** An Eastron SDM630 on a Modbus server that is none of ours, clamped around the simulated generator. */
export type FittedMeter = {
  readonly port: number
  /** From now on it shows this instead of the truth; null: the truth. */
  lie(shows: Shows | null): void
  /** Another one of its kind takes its place: `cut`, then this, then `back`. */
  becomeOther(serialNumber: number): void
  /** Its cable. */
  cut(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

export async function fitMeter({ generator }: ShipGenerator): Promise<FittedMeter> {
  let server: IndependentServer | null = await startIndependentServer()
  const { port } = server
  let shows: Shows | null = null
  let serialNumber = 7_001
  function measure(): void {
    const seen = generator.readMeter()
    if (seen === null || server === null) return
    const { phasesKw, volts = 230 } = shows?.(seen.phasesKw) ?? { phasesKw: seen.phasesKw }
    const { input, holding } = server.registers
    holding.writeUInt32BE(serialNumber, 2 * 0xfc00)
    const write = (address: number, figure: number) => input.writeFloatBE(figure, 2 * address)
    phasesKw.forEach((kw, phase) => {
      write(2 * phase, volts)
      write(6 + 2 * phase, (Math.abs(kw) * 1_000) / 230)
      write(12 + 2 * phase, kw * 1_000)
    })
    write(
      52,
      phasesKw.reduce((sum, kw) => sum + kw * 1_000, 0),
    )
    write(70, 50)
  }
  measure()
  const beat = setInterval(measure, 50)
  const cut = async () => {
    const before = server
    server = null
    await before?.close()
  }
  return {
    port,
    lie(next) {
      shows = next
      measure()
    },
    becomeOther(next) {
      serialNumber = next
    },
    cut,
    async back() {
      server = await startIndependentServer(port)
      measure()
    },
    async close() {
      clearInterval(beat)
      await cut()
    },
  }
}

/** The crew's file for such a ship: the pulse goes to the relay of the panel. */
export const relayOf = ({ panel }: ShipGenerator) => [
  { kind: 'modbus-coil', host: panel.host, port: panel.port, address: 0 },
]

/** A copy of a folder into which the box goes on writing: a file that was renamed while the copy was made has it made again. */
async function copyWhileWritten(directory: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'followed-'))
  try {
    await cp(directory, copy, { recursive: true })
    return copy
  } catch (error) {
    await rm(copy, { recursive: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return copyWhileWritten(directory)
  }
}
