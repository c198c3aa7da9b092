/**
 * How long a search of a mostly dead /24 takes: ours finds and identifies every device; the references only connect (Node) or do what
 * a fleet tool does (pyasic, when `PYASIC_PYTHON` names a Python that has it).
 */
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { addressesOf, parseAddressRange } from '../apps/controller/src/discovery/address-range.ts'
import { scan } from '../apps/controller/src/discovery/scan.ts'
import { chooseSize, options } from './lib/options.ts'
import { startSimulator } from './lib/processes.ts'
import { ms, printTable, type Row, say, times } from './lib/report.ts'
import { interleave, median, medianRatio, quantile } from './lib/stats.ts'
import { withWorkspace } from './lib/workspace.ts'

const run = promisify(execFile)
const network = `127.${200 + (process.pid % 50)}.77.0/24`
const base = network.slice(0, -'0/24'.length)
const concurrency = 256
const rounds = chooseSize(11, 41)
/** What pyasic took for such a network when it was measured on its own: the bar where it is not here to measure against. */
const pyasicMs = 600

const pyasicScan = `
import asyncio, sys, time
from pyasic.network import MinerNetwork
async def main():
    for line in sys.stdin:
        started = time.perf_counter()
        found = await MinerNetwork.from_subnet("${network}").scan()
        print((time.perf_counter() - started) * 1000, len([one for one in found if one]), flush=True)
asyncio.run(main())
`

await withWorkspace(async (folder, stopLater) => {
  const parsed = parseAddressRange(network)
  if (!parsed.ok) throw new Error('not a network')
  const { range } = parsed

  // The usual ports where this user may open port 80; else another one, which the scan is given.
  let webPort = 80
  const start = async (settings: Record<string, string>) => {
    const simulator = await startSimulator(
      { ...settings, ports: 'standard', 'web-port': String(webPort), seed: 'scan' },
      folder,
    )
    stopLater(() => simulator.child.stop())
    return simulator.devices.length
  }
  const mixed = { miners: '4', lottery: '2', bitaxes: '2', host: `${base}20` }
  const devices =
    (await start(mixed).catch(() => {
      webPort = 18_080
      return start(mixed)
    })) + (await start({ miners: '2', model: 'cgminer', lottery: '0', host: `${base}140` }))

  let found = 0
  async function ours(): Promise<number> {
    const started = performance.now()
    const scanning = scan([range], { httpPorts: [webPort], concurrency })
    const seen = []
    for await (const device of scanning) seen.push(device)
    found = seen.length
    return performance.now() - started
  }

  const connects = (host: string, port: number) =>
    new Promise<void>((resolve) => {
      const socket = connect({ host, port, timeout: 800 })
      const done = () => {
        socket.destroy()
        resolve()
      }
      socket.once('connect', done).once('error', done).once('timeout', done)
    })
  async function plainConnects(): Promise<number> {
    const started = performance.now()
    const hosts = addressesOf(range)
    const worker = async () => {
      for (const host of hosts) await Promise.all([connects(host, 4028), connects(host, webPort)])
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return performance.now() - started
  }

  const taken = await interleave(rounds, { ours, plainConnects })
  const figures = (values: readonly number[]) => `${ms(median(values))} (p95 ${ms(quantile(values, 0.95))})`
  const rows: Row[] = [
    {
      what: `scan and identify, ${found} of ${devices} devices found`,
      measured: figures(taken.ours),
      reference: 'pyasic, measured earlier',
      ratio: times(median(taken.ours) / pyasicMs),
      bar: `≤ ${pyasicMs} ms, all found`,
      met: median(taken.ours) <= pyasicMs && found === devices,
    },
    {
      what: 'the same against plain connects',
      measured: figures(taken.ours),
      reference: figures(taken.plainConnects),
      ratio: times(medianRatio(taken.ours, taken.plainConnects)),
    },
  ]

  if (options.pyasicPython === null) say('SKIPPED: pyasic on the same addresses, PYASIC_PYTHON is not set')
  else {
    const child = run(options.pyasicPython, ['-c', pyasicScan], { timeout: 300_000 })
    child.child.stdin?.end('\n'.repeat(5))
    const { stdout } = await child
    const lines = stdout.trim().split('\n').slice(1)
    const theirs = lines.map((line) => Number(line.split(' ')[0]))
    rows.push({
      what: 'the same against pyasic',
      measured: figures(taken.ours),
      reference: `${figures(theirs)}, ${lines.at(-1)?.split(' ')[1]} found`,
      ratio: times(median(taken.ours) / median(theirs)),
      bar: '≤ 1 ×',
      met: median(taken.ours) <= median(theirs),
    })
  }

  printTable(
    'scan: a mostly dead /24',
    [
      `${network} on loopback (dead addresses refuse at once), ${devices} simulated devices: 4 Antminer, 4 AxeOS, 2 plain cgminer of no known make`,
      `ports 4028 and ${webPort}, ${concurrency} hosts together, ${rounds} rounds in turns; reference: node:net connects to the same ports, nothing asked`,
    ],
    rows,
  )
})
