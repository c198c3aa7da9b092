import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Child, startChild } from '../../scripts/lib/child.ts'

const SimulatedSchema = z.array(
  z.object({
    id: z.string(),
    host: z.string(),
    endpoints: z.array(z.object({ role: z.string(), port: z.number() })),
  }),
)

export type SimulatedDevice = {
  id: string
  host: string
  /** `rpc`, `web`, `power`: those the device has. */
  ports: Readonly<Record<string, number>>
}

export type Simulator = { child: Child; url: string; devices: SimulatedDevice[] }

/** A simulated ship in a process of its own. Settings as its command line takes them. */
export async function startSimulator(settings: Record<string, string>, folder: string): Promise<Simulator> {
  const child = startChild('apps/simulator/src/main.ts', {
    args: Object.entries({ 'admin-port': '0', ...settings }).flatMap(([name, value]) => [`--${name}`, value]),
    env: {},
    logFile: join(folder, 'simulator.log'),
  })
  const [, url = ''] = await child.waitForOutput(/administration\s+(http:\S+)\/devices/)
  const listed = SimulatedSchema.parse(await (await fetch(`${url}/devices`)).json())
  const devices = listed.map(({ id, host, endpoints }) => ({
    id,
    host,
    ports: Object.fromEntries(endpoints.map(({ role, port }) => [role, port])),
  }))
  return { child, url, devices }
}

/** The devices as the controller's `SCAN_RANGES` names them: `host:api+web+power`. */
export function scanRanges(devices: readonly SimulatedDevice[]): string {
  return devices
    .map(({ host, ports: { rpc, web, power } }) => {
      const named = rpc === undefined ? [web] : [rpc, web, power]
      return `${host}:${named.filter((port) => port !== undefined).join('+')}`
    })
    .join(',')
}

/** The controller's process on its own data folder. */
export function startControllerProcess(
  env: Record<string, string> & { SERVER_URL: string; CONTROLLER_ID: string },
  folder: string,
): Child {
  return startChild('apps/controller/src/main.ts', {
    env: { DATA_DIR: join(folder, 'controller'), LOG_LEVEL: 'info', ...env },
    logFile: join(folder, 'controller.log'),
  })
}

/**
 * Memory of a process as the system counts it, in bytes; `fileBytes` is the part that is files on disk, mainly the program itself.
 * Null where the system does not provide it (no `/proc`).
 */
export function memoryOf(
  pid: number,
): { residentBytes: number; peakBytes: number; fileBytes: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
    return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM'), fileBytes: bytes('RssFile') }
  } catch {
    return null
  }
}

/** CPU time a process has used, in seconds; null where the system does not provide it. */
export function cpuSecondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return null
  }
}
