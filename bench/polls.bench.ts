/**
 * How fast one controller process can read miners: whole polls by the real drivers, and single `summary` calls, the only thing that
 * the reference figure of another fleet tool was measured with. The simulated ship runs in another process on the same machine and is
 * usually the slower side, so the table also shows what a client that only moves bytes gets out of it, and the figures per CPU second.
 */
import { execFile } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { parseAddressRanges } from '../apps/controller/src/discovery/address-range.ts'
import type { FoundDevice } from '../apps/controller/src/discovery/identify-device.ts'
import { scan } from '../apps/controller/src/discovery/scan.ts'
import { budgetFrom } from '../apps/controller/src/drivers/budget.ts'
import { readCommand } from '../apps/controller/src/drivers/cgminer/cgminer-client.ts'
import { driverByName } from '../apps/controller/src/drivers/registry.ts'
import { type CounterTotals, countSince } from '../apps/controller/src/poll/counters.ts'
import { toSample } from '../apps/controller/src/poll/to-sample.ts'
import { chooseSize, options } from './lib/options.ts'
import { scanRanges, startSimulator } from './lib/processes.ts'
import { perSecond, printTable, type Row, round, say, times } from './lib/report.ts'
import { median, medianRatio } from './lib/stats.ts'
import { withWorkspace } from './lib/workspace.ts'

const run = promisify(execFile)
const miners = 200
const concurrency = 64
const roundMs = chooseSize(2_000, 10_000)
const rounds = chooseSize(5, 9)
/** `summary` calls a second that pyasic was measured with; the bar is twice that. */
const pyasicCallsPerSecond = 1_600
const barCallsPerSecond = 2 * pyasicCallsPerSecond
const timeoutMs = 5_000

type Measured = { perSecond: number[]; perCpuSecond: number[]; failed: number; connections: number[] }

let connections = 0
subscribe('net.client.socket', () => {
  connections += 1
})

/** Runs `ask` over all devices in turns from `concurrency` loops for one round. */
async function oneRound(
  into: Measured,
  count: number,
  ask: (index: number) => Promise<boolean>,
): Promise<void> {
  const startedCpu = process.cpuUsage()
  const started = performance.now()
  const connectionsBefore = connections
  let asked = 0
  let next = 0
  const loop = async () => {
    while (performance.now() - started < roundMs) {
      const index = next++ % count
      if (await ask(index)) asked += 1
      else into.failed += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  const cpu = process.cpuUsage(startedCpu)
  into.perSecond.push(asked / ((performance.now() - started) / 1000))
  into.perCpuSecond.push(asked / ((cpu.user + cpu.system) / 1_000_000))
  into.connections.push((connections - connectionsBefore) / Math.max(1, asked))
}

await withWorkspace(async (folder, stopLater) => {
  const hydro = await startSimulator({ miners: String(miners), lottery: '0', seed: 'polls' }, folder)
  stopLater(() => hydro.child.stop())
  const small = await startSimulator({ miners: '0', bitaxes: '50', lottery: '0', seed: 'small' }, folder)
  stopLater(() => small.child.stop())

  async function find(ranges: string): Promise<FoundDevice[]> {
    const parsed = parseAddressRanges(ranges)
    if (!parsed.ok) throw new Error('no ranges')
    const found: FoundDevice[] = []
    for await (const device of scan(parsed.ranges)) found.push(device)
    return found
  }
  const antminers = await find(scanRanges(hydro.devices))
  const axeos = await find(scanRanges(small.devices))
  say(`${antminers.length} Antminer and ${axeos.length} AxeOS devices found`)

  const totals = new Map<string, CounterTotals>()
  /** One poll as the controller makes it, up to the sample that goes to the spool. */
  const poll = (devices: readonly FoundDevice[]) => async (index: number) => {
    const device = devices[index]
    const driver = device && driverByName(device.identity.driver)
    if (!driver) return false
    const outcome = await driver.poll(device.address, device.identity, { timeoutMs })
    if (!outcome.ok) return false
    const { key } = device.identity
    const sampledAt = Date.now()
    const counted = countSince(totals.get(key) ?? null, outcome.reading, sampledAt)
    totals.set(key, counted.totals)
    const { reading } = outcome
    toSample({
      deviceKey: key,
      sampledAt,
      periodSeconds: 30,
      reading,
      deltas: counted.deltas,
      reset: counted.reset,
    })
    return true
  }
  const summary = async (index: number) => {
    const device = antminers[index]
    if (!device) return false
    const outcome = await readCommand(device.address, 'summary', budgetFrom({ timeoutMs }))
    return outcome.ok && outcome.parsed.kind === 'replies' && !outcome.parsed.partial
  }
  /** Writes the same request and drops what comes back until the other side closes: what the ship and the sockets allow. */
  const bytesOnly = (index: number) =>
    new Promise<boolean>((resolve) => {
      const { host = '', port = 0 } = antminers[index]?.address ?? {}
      const socket = connect({ host, port, noDelay: true })
      socket.on('connect', () => socket.write('{"command":"summary"}'))
      socket.on('data', () => undefined)
      socket.on('close', (hadError) => resolve(!hadError))
      socket.on('error', () => undefined)
    })

  const contestants = {
    summary: { count: antminers.length, ask: summary },
    bytesOnly: { count: antminers.length, ask: bytesOnly },
    antminer: { count: antminers.length, ask: poll(antminers) },
    axeos: { count: axeos.length, ask: poll(axeos) },
  }
  const empty = (): Measured => ({ perSecond: [], perCpuSecond: [], failed: 0, connections: [] })
  const measured = { summary: empty(), bytesOnly: empty(), antminer: empty(), axeos: empty() }
  const names = Object.keys(contestants) as (keyof typeof contestants)[]
  for (let turn = -1; turn < rounds; turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const { count, ask } = contestants[name]
      await oneRound(turn < 0 ? empty() : measured[name], count, ask)
    }

  const figure = (name: keyof typeof contestants) =>
    `${perSecond(median(measured[name].perSecond))}, ${round(median(measured[name].perCpuSecond))} per CPU second` +
    (measured[name].failed > 0 ? `, ${measured[name].failed} failed` : '')
  const calls = median(measured.summary.perSecond)
  const shipAllows = median(measured.bytesOnly.perSecond)
  const perPoll = median(measured.antminer.connections)
  const rows: Row[] = [
    {
      what: '`summary` calls, sent, read and parsed',
      measured: figure('summary'),
      reference: `pyasic, measured earlier: ${perSecond(pyasicCallsPerSecond)}`,
      ratio: times(calls / pyasicCallsPerSecond),
      bar: `≥ ${perSecond(barCallsPerSecond)}`,
      // A machine on which the ship itself does not answer that fast cannot show it.
      met: calls >= barCallsPerSecond || (shipAllows < barCallsPerSecond ? 'the ship is slower' : false),
    },
    {
      what: 'the same per CPU second of this process',
      measured: round(median(measured.summary.perCpuSecond)),
      bar: `≥ ${round(barCallsPerSecond)}`,
      met: median(measured.summary.perCpuSecond) >= barCallsPerSecond,
    },
    {
      what: 'the same against a client that only moves the bytes',
      measured: figure('summary'),
      reference: figure('bytesOnly'),
      ratio: times(medianRatio(measured.summary.perSecond, measured.bytesOnly.perSecond)),
    },
    {
      what: `whole polls of Antminers, ${round(perPoll, 1)} connections each`,
      measured: figure('antminer'),
      reference: `${perSecond(median(measured.antminer.perSecond) * perPoll)} calls`,
    },
    { what: 'whole polls of AxeOS devices, 1 HTTP request each', measured: figure('axeos') },
    {
      what: `what ${miners} miners every 5 s need`,
      measured: perSecond(miners / 5),
      ratio: times(median(measured.antminer.perSecond) / (miners / 5)),
    },
  ]
  if (options.pyasicPython === null) say('SKIPPED: pyasic on the same devices, PYASIC_PYTHON is not set')
  else {
    const targets = antminers.map(({ address }) => [address.host, address.port])
    const script = `
import asyncio, json, resource, time
from pyasic.rpc.antminer import AntminerRPCAPI
targets = json.loads('${JSON.stringify(targets)}')
async def main():
    apis = []
    for host, port in targets:
        api = AntminerRPCAPI(host)
        api.port = port
        apis.append(api)
    asked, position = 0, 0
    started, until = time.perf_counter(), time.perf_counter() + ${roundMs / 1000} * 3
    async def loop():
        nonlocal asked, position
        while time.perf_counter() < until:
            position += 1
            await apis[position % len(apis)].send_command("summary")
            asked += 1
    await asyncio.gather(*[loop() for _ in range(${concurrency})])
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(asked / (time.perf_counter() - started), asked / (used.ru_utime + used.ru_stime))
asyncio.run(main())
`
    const { stdout } = await run(options.pyasicPython, ['-c', script], { timeout: 300_000 })
    const [theirs = Number.NaN, theirsPerCpu = Number.NaN] = stdout.trim().split(' ').map(Number)
    rows.push({
      what: '`summary` calls against pyasic on the same devices',
      measured: figure('summary'),
      reference: `${perSecond(theirs)}, ${round(theirsPerCpu)} per CPU second`,
      ratio: `${times(calls / theirs)}, ${times(median(measured.summary.perCpuSecond) / theirsPerCpu)} per CPU second`,
      bar: '≥ 2 ×',
      met: calls >= 2 * theirs,
    })
  }
  printTable(
    'polls: one controller process against 200 simulated miners',
    [
      `${antminers.length} Antminer S19 XP Hyd and ${axeos.length} AxeOS devices, simulated in 2 other processes on this machine; ${concurrency} asked at the same moment`,
      `${rounds} rounds of ${roundMs / 1000} s each in turns, medians; a poll ends with the sample that would go to the spool`,
    ],
    rows,
  )
})
