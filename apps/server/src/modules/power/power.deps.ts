import type { NetworkInputs } from '@shipminer/contract/mining'
import type { Store } from '../../platform/db/store.ts'

export type ShipValues = {
  minerIds: string[]
  online: number
  hashrateThs: number | null
  powerWatts: number | null
}

export type PowerDeps = {
  store: Store
  clock: () => number
  /** Whose papers they are. */
  productName: string
  /** Latest values of the miners on some controllers. */
  shipValues(ownerId: string, controllerIds: readonly string[]): Promise<ShipValues>
  /** Expected earnings of some controllers in a span, satoshi; null is unknown. */
  earnedSat(controllerIds: readonly string[], from: number, to: number): Promise<number | null>
  /** The present basis of estimates. */
  networkInputs(): Promise<NetworkInputs>
  logChange(controllerIds: readonly string[], actorId: string, event: string): Promise<void>
}
