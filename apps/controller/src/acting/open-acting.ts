import { join } from 'node:path'
import type { CommandOrder } from '@shipminer/contract/control'
import { openJournal } from '../commands/command-journal.ts'
import { type CommandRunner, createCommandRunner } from '../commands/command-runner.ts'
import { openImageStore } from '../commands/image-store.ts'
import type { LoginSealing } from '../commands/login-sealing.ts'
import type { ControllerConfig } from '../config.ts'
import type {
  DeviceCommand,
  DeviceControl,
  DeviceCredentials,
  DeviceTarget,
} from '../drivers/device-control.ts'
import type { Driver } from '../drivers/driver.ts'
import { type Clock, pause } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { Collector } from '../poll/collector.ts'
import type { DeviceEntry, DeviceTable } from '../poll/device-table.ts'
import { type CommandKeyPin, openCommandKeyPin } from './command-key-pin.ts'
import { createLoginOrders } from './logins/login-orders.ts'
import type { Logins } from './logins/open-logins.ts'
import { createOwnerStarts } from './wishes/owner-starts.ts'
import { type OwnerWishes, openOwnerWishes } from './wishes/owner-wishes.ts'

/** Everything that acts on devices for their owner, as the controller holds it. */
export type Acting = {
  runner: CommandRunner
  commandKey: CommandKeyPin
  wishes: OwnerWishes
  /** Whether the follower may start a device: its owner wants it to run, and is not starting it by hand right now. */
  isForFollower(deviceKey: string): boolean
  /** A device on board with what acts on it; null: none that is known. */
  find(deviceKey: string): { target: DeviceTarget; control: DeviceControl } | null
  login(entry: DeviceEntry): DeviceCredentials | null
  loginOf(deviceKey: string): DeviceCredentials | null
  /** An order as received over the line. */
  receive(order: string, signature: string): Promise<void>
  stop(): Promise<void>
}

/** Whether a device should run, according to an owner's order. */
const wishOf: Partial<Record<CommandOrder['action'], boolean>> = {
  start: true,
  wake: true,
  stop: false,
  sleep: false,
}

/** Opens the key, images and the journal in the data folder, and the runner over them. Throws what the disk throws. */
export async function openActing(options: {
  config: Pick<ControllerConfig, 'dataDir' | 'controllerId'>
  logins: Logins
  sealing: Pick<LoginSealing, 'open'>
  /** Which logins there are has changed, for these devices. */
  onLoginsChanged: (deviceKeys: readonly string[]) => void
  table: DeviceTable
  driverByName: (name: string) => Driver | null
  collector: Collector
  clock: Clock
  serverNow: () => number
  isHeldBack: (deviceKey: string, command: DeviceCommand) => boolean
  /** An order of the owner that is new and in time. */
  onOrder: (order: CommandOrder, deviceKey: string) => void
  log: Logger
}): Promise<Acting> {
  const { config, table, collector, clock, log } = options
  const path = (name: string) => join(config.dataDir, name)
  const { box } = options.logins
  const images = await openImageStore({ path: path('images.sealed'), box, log })
  const journal = await openJournal(path('commands.journal'), clock.now, log)
  const commandKey = await openCommandKeyPin(path('command.key'), clock, log)
  const wishes = await openOwnerWishes(path('wishes.json'), log)
  const starts = createOwnerStarts()
  const loginOfKey = (deviceKey: string) =>
    options.logins.of(deviceKey, table.get(deviceKey)?.identity ?? null)
  const loginOrders = createLoginOrders({
    controllerId: config.controllerId,
    sealing: options.sealing,
    store: options.logins.store,
    journal,
    table,
    driverByName: options.driverByName,
    clock,
    serverNow: options.serverNow,
    onReport: (report) => collector.addCommand(report),
    onChanged: options.onLoginsChanged,
    log,
  })

  const find: Acting['find'] = (deviceKey) => {
    const entry = table.get(deviceKey)
    const control = entry === undefined ? null : options.driverByName(entry.identity.driver)
    if (entry === undefined || entry.displaced || control === null) return null
    return { target: { address: entry.address, identity: entry.identity }, control }
  }

  const runner = createCommandRunner({
    controllerId: config.controllerId,
    commandKeys: commandKey.keys,
    now: clock.now,
    serverNow: options.serverNow,
    pause,
    findDevice: find,
    deviceKeys: () => table.entries().map(({ identity }) => identity.key),
    heldBack: options.isHeldBack,
    onTaken(order, deviceKey) {
      options.onOrder(order, deviceKey)
      const wanted = wishOf[order.action]
      if (wanted === undefined) return
      // Putting back what was before a stop is a start.
      const wish = order.restoreOf === null ? wanted : !wanted
      starts.note(deviceKey, wish ? order.id : null)
      void wishes.set(deviceKey, wish)
    },
    onResumed(commandId, deviceKey, { kind }) {
      if (kind === 'start' || kind === 'wake') starts.note(deviceKey, commandId)
    },
    isUnwanted: (deviceKey) => !wishes.isWanted(deviceKey),
    credentials: { get: loginOfKey },
    logins: loginOrders,
    images,
    journal,
    box,
    onReport(report) {
      if (report.state !== 'running') starts.end(report.commandId, report.deviceKey)
      collector.addCommand(report)
    },
    log,
  })

  return {
    runner,
    commandKey,
    wishes,
    isForFollower: (deviceKey) => wishes.isWanted(deviceKey) && !starts.isStarting(deviceKey),
    find,
    login: (entry) => loginOfKey(entry.identity.key),
    loginOf: loginOfKey,
    async receive(order, signature) {
      try {
        await runner.receive(order, signature)
      } catch (error) {
        log.error({ error: errorText(error) }, 'an order could not be taken')
      }
    },
    async stop() {
      await Promise.all([runner.stop(), loginOrders.stop()])
    },
  }
}
