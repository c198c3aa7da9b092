import type { KeptLogin } from '@shipminer/contract/control/device-logins'
import type { Stranger } from '@shipminer/contract/control/strangers'
import type { Batch, UplinkToController } from '@shipminer/contract/uplink'
import type { Queryable, Trx } from '../../platform/db/store.ts'
import type { Person } from './control.deps.ts'
import type { describeMany } from './devices.service.ts'
import type { OrderToMany, orderMany, readOrderToMany } from './order-many.service.ts'
import type {
  keepLeftOutOf,
  keepProviderOrder,
  orderByProvider,
  readProviderOrder,
} from './provider-orders.service.ts'

export { askBox } from './ask-box.ts'
export {
  type CommandKeys,
  endCommandKey,
  listCommandKeys,
  rotateCommandKey,
} from './keys/command-keys.ts'
export {
  findProviderConsent,
  listProviderConsents,
  noteProviderConsent,
} from './provider-consent.repository.ts'

/** The live line to one controller, as the uplink provides it; `sign`: with the key for orders that it has. */
export type ControllerLine = {
  controllerId: string
  send(message: UplinkToController): void
  sign(text: string): string
}

/** Orders to many miners at once, and names and places of many. */
export type OrdersToMany = {
  orderMany(
    person: Person,
    order: OrderToMany,
    wanted: readonly { id: number; name: string }[],
  ): ReturnType<typeof orderMany>
  describeMany(
    person: Person,
    wanted: readonly { id: number; name: string }[],
    details: Parameters<typeof describeMany>[3],
  ): ReturnType<typeof describeMany>
  orderToMany(person: Person, orderId: string): ReturnType<typeof readOrderToMany>
}

/** Orders of the provider, to miners whose owners let them. */
export type ProviderOrders = {
  orderByProvider: WithoutDeps<typeof orderByProvider>
  readProviderOrder: WithoutDeps<typeof readProviderOrder>
  keepLeftOutOf: WithoutDeps<typeof keepLeftOutOf>
  keepProviderOrder: WithoutDeps<typeof keepProviderOrder>
}
type WithoutDeps<Service extends (deps: never, ...rest: never[]) => unknown> = Service extends (
  deps: never,
  ...rest: infer Rest
) => infer Answer
  ? (...rest: Rest) => Answer
  : never

/** What control provides to the uplink and telemetry; wired by `app.ts`. */
export type ControlPort = {
  /** A controller has connected: every command it has not reported on is sent, oldest first. Call the result when the line ends. */
  lineUp(line: ControllerLine): Promise<() => void>
  /** A reply to a request that this or another server sent. */
  onAnswer(message: { askId: string; test: unknown; deviceKey: string | null }): Promise<void>
  /** What answers on the ship's network and is not known, after a whole search. */
  storeStrangers(controllerId: string, strangers: readonly Stranger[]): Promise<void>
  /** Which logins of miners the box keeps. */
  storeLogins(controllerId: string, logins: readonly KeptLogin[]): Promise<void>
  /** In the transaction of the batch. `at` is corrected to the server's clock. */
  storeReports(
    trx: Trx,
    controllerId: string,
    reports: NonNullable<Batch['commands']>,
    correctTime: (ms: number) => number,
  ): Promise<void>
  /** Adds a line to the history: a controller connected. */
  noteConnection(db: Queryable, controllerId: string, detail: string, at: Date): Promise<void>
}
