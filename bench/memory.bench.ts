/** Memory of the controller's process while it polls 300 miners every 5 s: with the server reached, and with the uplink cut. */
import { join } from 'node:path'
import * as z from 'zod'
import type { Child } from '../scripts/lib/child.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { createController, startServer } from '../scripts/lib/stack.ts'
import { chooseSize } from './lib/options.ts'
import {
  cpuSecondsOf,
  memoryOf,
  scanRanges,
  startControllerProcess,
  startSimulator,
} from './lib/processes.ts'
import { megabytes, percent, printTable, type Row, round, say } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { sleep, until, withWorkspace } from './lib/workspace.ts'

const miners = 300
const barBytes = 150 * 2 ** 20
const pollIntervalMs = 5_000
const observeMs = chooseSize(60_000, 600_000)

const StatusSchema = z.object({ totals: z.object({ fresh: z.number() }) })

type Memory = NonNullable<ReturnType<typeof memoryOf>>
type Observed = { forMs: number; middle: number; most: number; last: Memory | null; cpu: number | null }

await withWorkspace(async (folder, stopLater) => {
  const simulator = await startSimulator(
    { miners: String(miners - 50), lottery: '50', seed: 'memory' },
    folder,
  )
  stopLater(() => simulator.child.stop())
  const server = await startServer({
    dataDir: join(folder, 'server'),
    env: { NETWORK_SOURCES: '', PRICE_SOURCES: '', LOG_LEVEL: 'warn' },
  })
  stopLater(() => server.stop())
  const created = await createController(server, 'Ms Bench', 'Engine room')
  const statusPort = await freePort()
  let controller: Child | null = null
  const start = () => {
    controller = startControllerProcess(
      {
        SERVER_URL: server.url,
        CONTROLLER_ID: created.controllerId,
        ENROLMENT_TOKEN: created.enrolmentToken,
        SCAN_RANGES: scanRanges(simulator.devices),
        STATUS_PORT: String(statusPort),
        POLL_INTERVAL_MS: String(pollIntervalMs),
        DEVICE_TIMEOUT_MS: '4000',
      },
      folder,
    )
    return controller
  }
  stopLater(async () => controller?.stop())

  const freshDevices = async () => {
    const page = await fetch(`http://127.0.0.1:${statusPort}/status.json`).then(
      async (answer) => StatusSchema.parse(await answer.json()),
      () => null,
    )
    return page?.totals.fresh ?? 0
  }
  const allPolled = () =>
    until(async () => (await freshDevices()) >= miners, 120_000, `${miners} miners to be polled`)

  /** Looks at the process twice a second for a while. */
  async function observe(pid: number, forMs: number): Promise<Observed> {
    const seen: Memory[] = []
    const cpuBefore = cpuSecondsOf(pid)
    const startedAt = performance.now()
    while (performance.now() - startedAt < forMs) {
      const memory = memoryOf(pid)
      if (memory) seen.push(memory)
      await sleep(500)
    }
    const cpuAfter = cpuSecondsOf(pid)
    const elapsedS = (performance.now() - startedAt) / 1000
    return {
      forMs,
      middle: median(seen.map(({ residentBytes }) => residentBytes)),
      most: Math.max(...seen.map(({ residentBytes }) => residentBytes)),
      last: seen.at(-1) ?? null,
      cpu: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / elapsedS,
    }
  }

  const installed = start()
  await allPolled()
  say(`${miners} miners found and polled; looking at the first start`)
  const first = await observe(installed.pid, observeMs / 2)
  const searched = memoryOf(installed.pid)?.peakBytes ?? null
  await installed.stop()
  const ordinary = start()
  await allPolled()
  say('started again, with the server')
  const connected = await observe(ordinary.pid, observeMs)
  await server.stop()
  say('the same with the server gone')
  const cut = await observe(ordinary.pid, observeMs)

  const row = (what: string, seen: Observed): Row => ({
    what: `${what}, ${seen.forMs / 1000} s`,
    measured: [
      `${megabytes(seen.middle)} median, ${megabytes(seen.most)} most`,
      ...(seen.last
        ? [
            `at the end ${megabytes(seen.last.residentBytes)}, of it ${megabytes(seen.last.fileBytes)} files (the program)`,
          ]
        : []),
      ...(seen.cpu === null ? [] : [`${percent(seen.cpu)} of a core`]),
    ].join('; '),
    ratio: `${round(seen.most / barBytes, 2)} ×`,
    bar: `≤ ${megabytes(barBytes)} at its most`,
    met: seen.most <= barBytes,
  })
  printTable(
    'memory: a controller with 300 miners',
    [
      `the product's controller process; ${miners - 50} Antminer and 50 AxeOS devices simulated in another process, polled every ${pollIntervalMs / 1000} s`,
      'resident memory as the system counts it, seen twice a second once all miners are polled',
    ],
    [
      row('first start after the installation, server reached', first),
      ...(searched === null
        ? []
        : [{ what: 'most during the first start and its search', measured: megabytes(searched) }]),
      row('every later start, server reached', connected),
      row('the same, uplink cut: samples go to the spool only', cut),
    ],
  )
})
