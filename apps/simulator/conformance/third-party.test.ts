import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../src/device/device.ts'
import { type Ship, startShip } from '../src/ship/start-ship.ts'

/*
 * Programs that others wrote for the real devices must recognise and read ours. Each is used where it is:
 * curl and nmap on the PATH, pyasic by PYASIC_PYTHON (a Python that can import it). They look at the usual ports,
 * so the ship takes addresses of its own in 127.0.0.0/8 and needs the right to open port 80.
 */
const run = promisify(execFile)
const pyasicPython = process.env.PYASIC_PYTHON ?? ''

async function works(command: string, args: string[]): Promise<boolean> {
  return run(command, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}

const host = `127.${160 + (process.pid % 64)}.${Math.floor(process.pid / 64) % 250}.10`
const have = {
  curl: await works('curl', ['--version']),
  nmap: await works('nmap', ['--version']),
  pyasic: pyasicPython !== '' && (await works(pyasicPython, ['-c', 'import pyasic'])),
}

let ship: Ship | null = null
let refusal = ''
try {
  ship = await startShip({
    fleet: [
      { model: 's19xp-hyd', count: 1 },
      { model: 's21-hyd', count: 1 },
      { model: 's21plus-hyd', count: 1 },
    ],
    lottery: 1,
    bitaxes: 1,
    seed: 'others',
    ports: 'standard',
    host,
    ageMs: 6 * 3_600_000,
  })
} catch (error) {
  refusal = String(error)
}
for (const [name, present] of Object.entries(have)) {
  if (!present) console.warn(`SKIPPED: reading the ship with ${name}, which is not here`)
}
if (!ship) console.warn(`SKIPPED: programs of others, the usual ports cannot be opened: ${refusal}`)

const device = (id: string) => ship?.findDevice(id) as Device

beforeAll(async () => {
  await ship?.findDevice('hydro21-01')?.setFault({ kind: 'dead-board', board: 1 })
})
afterAll(() => ship?.close())

describe.skipIf(!ship || !have.curl)('curl', () => {
  const curl = async (...args: string[]) => (await run('curl', ['-sS', '--max-time', '10', ...args])).stdout

  test('logs in to the pages of an Antminer by digest and reads them', async () => {
    const { host: at } = device('hydro-01')
    const login = ['--digest', '-u', 'root:root']
    const info = JSON.parse(await curl(...login, `http://${at}/cgi-bin/get_system_info.cgi`))
    expect(info).toMatchObject({
      minertype: 'Antminer S19 XP Hyd.',
      macaddr: device('hydro-01').mac,
      ipaddress: at,
    })
    expect(await curl(`http://${at}:6060/miner_power`)).toMatch(/^miner power:5\d\d\d$/)
    const later = `http://${device('hydro21plus-01').host}:6060/miner_power`
    expect(await curl(...login, later)).toMatch(/^miner power:\d+$/)
    expect(
      await curl('-o', '/dev/null', '-w', '%{http_code}', '--digest', '-u', 'root:x', `http://${at}/`),
    ).toBe('401')
  })

  test('reads a Lottery Miner', async () => {
    const { host: at } = device('lottery-01')
    expect(JSON.parse(await curl(`http://${at}/api/system/info`)).deviceModel).toBe('NerdQAxe+')
    expect(await curl('--compressed', `http://${at}/`)).toContain('Nerd')
  })
})

describe.skipIf(!ship || !have.nmap)('nmap', () => {
  const scan = async (...args: string[]) => {
    const hosts = [device('hydro-01').host, device('bitaxe-01').host]
    const { stdout } = await run('nmap', ['-sT', '-Pn', '-n', ...args, ...hosts], { timeout: 60_000 })
    return stdout.split('Nmap scan report for ').slice(1)
  }

  test('finds the open ports of each device and no other', async () => {
    const [antminer = '', bitaxe = ''] = await scan('-p', '22,80,4028,4029,6060')
    const open = (report: string) => [...report.matchAll(/^(\d+)\/tcp\s+open/gm)].map((match) => match[1])
    expect(open(antminer)).toEqual(['80', '4028', '6060'])
    expect(open(bitaxe)).toEqual(['80'])
  })
})

describe.skipIf(!ship || !have.pyasic)('pyasic', () => {
  type Finding = {
    address: string
    found: boolean
    make: string
    model: string
    mac: string | null
    hashrateThs: number
    expectedThs: number
    wattage: number | null
    uptimeSeconds: number
    isMining: boolean
    boards: {
      missing: boolean
      chips: number
      temp: number
      chipTemp: number
      inlet: number
      outlet: number
    }[]
    pools: { url: string; accepted: number; alive: boolean }[]
    errors: string[]
  }
  const findings = new Map<string, Finding>()

  beforeAll(async () => {
    const script = fileURLToPath(new URL('./read-with-pyasic.py', import.meta.url))
    const hosts = ship?.devices.map((each) => each.host) ?? []
    const { stdout } = await run(pyasicPython, [script, ...hosts], { timeout: 60_000 })
    for (const line of stdout.trim().split('\n')) {
      const finding = JSON.parse(line) as Finding
      findings.set(finding.address, finding)
    }
  })

  const of = (id: string) => findings.get(device(id).host) as Finding

  test('recognises an Antminer whose model it has not heard of, and reads its rate and pools', () => {
    expect(of('hydro-01')).toMatchObject({ found: true, make: 'AntMiner', isMining: true })
    expect(of('hydro-01').expectedThs).toBeCloseTo(257, 6)
    expect(of('hydro-01').hashrateThs / 257).toBeCloseTo(1, 0)
    expect(of('hydro-01').pools).toHaveLength(3)
    expect(of('hydro-01').pools[0]).toMatchObject({ url: 'stratum+tcp://btc.pool.example:3333', alive: true })
    expect(of('hydro-01').pools[0]?.accepted).toBe(device('hydro-01').truth().state.pools[0]?.accepted)
  })

  test('reads every board of one that it knows, and misses the dead one', () => {
    const finding = of('hydro21-01')
    expect(finding).toMatchObject({ model: 'S21 Hydro', mac: device('hydro21-01').mac, isMining: true })
    expect(finding.boards.map((board) => board.chips)).toEqual([216, 0, 216])
    expect(finding.errors).toHaveLength(1)
    expect(Math.abs(finding.uptimeSeconds - device('hydro21-01').truth().uptimeMs / 1000)).toBeLessThan(60)
  })

  test('finds the water where it expects it', () => {
    const { coolantInC, coolantOutC } = device('hydro21plus-01').truth().state.thermal
    for (const board of of('hydro21plus-01').boards) {
      expect(board.inlet).toBe(Math.round(coolantInC))
      expect(board.outlet).toBe(Math.round(coolantOutC))
    }
  })

  test('reads a Bitaxe down to its power', () => {
    const finding = of('bitaxe-01')
    expect(finding).toMatchObject({
      found: true,
      make: 'BitAxe',
      model: 'Gamma',
      mac: device('bitaxe-01').mac,
    })
    expect(finding.hashrateThs).toBeGreaterThan(1.1)
    expect(finding.wattage).toBeGreaterThan(15)
    expect(finding.boards[0]?.chips).toBe(1)
  })
})
