/** A piece of work for one device. */
export type LaneJob = {
  /** Goes before the jobs that wait, behind others of its kind. */
  isUrgent: boolean
  /** Ends the part of the running job that only waits, so that this one need not. */
  supersedes: boolean
  work: (superseded: AbortSignal) => Promise<void>
}

/** One job at a time for each device; devices do not wait for each other. */
export type DeviceLanes = {
  /** False when too many wait for that device already. */
  add(deviceKey: string, job: LaneJob): boolean
  /** Whether something runs or waits for this device, or without a name for any. */
  isBusy(deviceKey?: string): boolean
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

const MOST_WAITING = 16

/** Makes the lanes. A job that throws ends itself only. */
export function createDeviceLanes(onError: (error: unknown) => void): DeviceLanes {
  const lanes = new Map<string, { waiting: LaneJob[]; running: AbortController }>()
  const idleWaiters: (() => void)[] = []

  async function drain(deviceKey: string): Promise<void> {
    for (;;) {
      const lane = lanes.get(deviceKey)
      const job = lane?.waiting.shift()
      if (lane === undefined || job === undefined) break
      lane.running = new AbortController()
      if (lane.waiting.some((one) => one.supersedes)) lane.running.abort()
      await job.work(lane.running.signal).catch(onError)
    }
    lanes.delete(deviceKey)
    if (lanes.size === 0) for (const resolve of idleWaiters.splice(0)) resolve()
  }

  return {
    add(deviceKey, job) {
      const lane = lanes.get(deviceKey)
      if (lane === undefined) {
        lanes.set(deviceKey, { waiting: [job], running: new AbortController() })
        void drain(deviceKey)
        return true
      }
      if (lane.waiting.length >= MOST_WAITING && !job.isUrgent) return false
      const place = job.isUrgent ? lane.waiting.findIndex((one) => !one.isUrgent) : -1
      lane.waiting.splice(place < 0 ? lane.waiting.length : place, 0, job)
      if (job.supersedes) lane.running.abort()
      return true
    },
    isBusy: (deviceKey) => (deviceKey === undefined ? lanes.size > 0 : lanes.has(deviceKey)),
    idle: () => (lanes.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  }
}
