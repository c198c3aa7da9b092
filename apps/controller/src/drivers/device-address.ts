/**
 * Where a device answers. `port` is its API port (4028, or 80 for AxeOS).
 * The side ports are named only when they are not the usual ones of the protocol (see `sidePorts`).
 */
export type DeviceAddress = {
  host: string
  port: number
  /** Port of the device's own web pages. */
  webPort?: number
  /** Port that reports the measured power of newer Antminers. */
  powerPort?: number
}

/** Budget of one call to a driver: all its connections together, waiting for the device's turn included. */
export type ReadContext = { timeoutMs: number; signal?: AbortSignal }
