/** A person who owns miners. */
export const buildOwner = <T extends object>(over: T = {} as T) => ({ name: 'Jan', ...over })

/** A ship with what its form requires, as its owner enters it. */
export const buildShip = <T extends object>(over: T = {} as T) => ({
  name: 'Ms Aurora',
  type: 'tanker' as const,
  ...over,
})

/** A controller, claimed when `over` names an owner. */
export const buildController = <T extends object>(over: T = {} as T) => ({
  id: 'SM-A',
  name: 'Aurora',
  claimKeyHash: Buffer.from('key'),
  ...over,
})

/** A miner of the controller of `buildController`. */
export const buildMiner = <T extends object>(over: T = {} as T) => ({
  controllerId: 'SM-A',
  deviceKey: 'mac:1',
  model: 'S21',
  ...over,
})
