import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgetFrom } from '../drivers/budget.ts'
import { readCommand } from '../drivers/cgminer/cgminer-client.ts'
import { replyTo, sectionOf } from '../drivers/cgminer/parse-reply.ts'
import { startTcp } from '../drivers/fixtures/fake-device.ts'
import { createDrivers, driverByName } from '../drivers/registry.ts'
import { parseAddressRanges } from './address-range.ts'
import { scan } from './scan.ts'

/** A real cgminer, named by CGMINER or found on the PATH. */
function findCgminer(): string | null {
  const named = process.env.CGMINER
  const places = named
    ? [named]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'cgminer'))
  for (const place of places) {
    try {
      accessSync(place, constants.X_OK)
      return place
    } catch {
      // Not here.
    }
  }
  return null
}

const program = findCgminer()
if (program === null) console.warn('skipped: no cgminer on the PATH, nor named by CGMINER')

/** A pool that hands every client the same block and accepts no shares: enough for cgminer to start. */
async function startPool(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    createInterface({ input: socket }).on('line', (line) => {
      const { id, method } = JSON.parse(line) as { id: number; method: string }
      const say = (message: unknown) => socket.write(`${JSON.stringify(message)}\n`)
      if (method === 'mining.subscribe') {
        say({ id, result: [[['mining.notify', 'a']], '08000002', 4], error: null })
      } else if (method === 'mining.authorize') {
        say({ id, result: true, error: null })
        say({ id: null, method: 'mining.set_difficulty', params: [1024] })
        const job = [
          '1',
          '0'.repeat(64),
          '01000000'.padEnd(80, '0'),
          'ff'.padEnd(60, '0'),
          [],
          '20000000',
          '1d00ffff',
          '66000000',
          true,
        ]
        say({ id: null, method: 'mining.notify', params: job })
      } else say({ id, result: false, error: null })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** cgminer 4.11.1 keeps its API port in 16 signed bits, so it cannot use the ports a system gives out by itself. */
async function freeLowPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); port < 32_768; port += 1) {
    try {
      const server = await startTcp(() => {}, { port })
      await server.close()
      return port
    } catch {
      // Taken.
    }
  }
  throw new Error('no free port')
}

describe.skipIf(program === null)('a real cgminer without devices', () => {
  let miner: ChildProcess
  let pool: Awaited<ReturnType<typeof startPool>>
  let port: number

  beforeAll(async () => {
    pool = await startPool()
    port = await freeLowPort()
    miner = spawn(
      program ?? '',
      [
        '-o',
        `stratum+tcp://127.0.0.1:${pool.port}`,
        '-u',
        'ship',
        '-p',
        'x',
        '--api-listen',
        '--api-host',
        '127.0.0.1',
        '--api-port',
        String(port),
        '--api-allow',
        'R:127.0.0.1',
        '--text-only',
      ],
      { stdio: 'ignore' },
    )
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const outcome = await readCommand(
        { host: '127.0.0.1', port },
        'version',
        budgetFrom({ timeoutMs: 1000 }),
      )
      if (outcome.ok) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('cgminer did not come up')
  })

  afterAll(async () => {
    if (miner.exitCode === null) {
      const ended = new Promise((resolve) => miner.once('exit', resolve))
      miner.kill('SIGKILL')
      await ended
    }
    await pool.close()
  })

  test('is found by a scan and read by the generic driver', async () => {
    const ranges = parseAddressRanges(`127.0.0.1:${port}`)
    if (!ranges.ok) throw new Error('range')
    const drivers = createDrivers()
    const found = []
    for await (const device of scan(ranges.ranges, { drivers })) found.push(device)
    expect(found).toMatchObject([
      {
        identity: {
          driver: 'cgminer',
          make: null,
          model: null,
          key: `net:127.0.0.1:${port}`,
          firmware: expect.stringMatching(/^CGMiner 4\./),
        },
      },
    ])
    const device = found[0]
    if (device === undefined) throw new Error('not found')
    const outcome = await driverByName('cgminer', drivers)?.poll(device.address, device.identity, {
      timeoutMs: 5000,
    })
    expect(outcome).toMatchObject({
      ok: true,
      reading: {
        state: 'idle',
        hashrateGhs: 0,
        acceptedDifficulty: 0,
        boards: [],
        flags: [],
        pools: [{ url: `stratum+tcp://127.0.0.1:${pool.port}`, user: 'ship', status: 'alive' }],
      },
    })
  })

  test.each([
    'version',
    'config',
    'summary',
    'pools',
    'devs',
    'stats',
    'devdetails',
    'edevs',
    'estats',
    'notify',
    'coin',
    'lcd',
    'asccount',
  ])('answers %s in a form that is read whole', async (command) => {
    const outcome = await readCommand({ host: '127.0.0.1', port }, command, budgetFrom({ timeoutMs: 5000 }))
    expect(outcome).toMatchObject({ ok: true, parsed: { kind: 'replies', partial: false } })
    expect(outcome.ok && replyTo(outcome.parsed, command)?.status?.letter).toMatch(/^[SE]$/)
  })

  test('answers fifty callers at once, one after the other', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        readCommand({ host: '127.0.0.1', port }, 'summary', budgetFrom({ timeoutMs: 20_000 })),
      ),
    )
    for (const outcome of outcomes) {
      const section = outcome.ok ? sectionOf(replyTo(outcome.parsed, 'summary'), 'SUMMARY') : null
      expect(section?.rows).toHaveLength(1)
    }
  })
})
