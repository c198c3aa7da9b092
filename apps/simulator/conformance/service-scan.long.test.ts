import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Device } from '../src/device/device.ts'
import { startShip } from '../src/ship/start-ship.ts'

const run = promisify(execFile)
const haveNmap = await run('nmap', ['--version']).then(
  () => true,
  () => false,
)
if (!haveNmap) console.warn('SKIPPED: service scan of the ship, no nmap here')

// Waits for banners, some ten seconds a port.
test.skipIf(!haveNmap)('nmap takes the services for what they say they are', async () => {
  const ship = await startShip({ miners: 1, bitaxes: 1, ageMs: 3_600_000 })
  try {
    const [antminer, bitaxe] = ship.devices as [Device, Device]
    const web = antminer.endpoints.find((endpoint) => endpoint.role === 'web')?.port
    const ports = [antminer.port, web, bitaxe.port].join(',')
    const { stdout } = await run('nmap', ['-sT', '-Pn', '-n', '-sV', '-p', ports, '127.0.0.1'], {
      timeout: 240_000,
    })
    expect(stdout).toMatch(new RegExp(`^${web}/tcp\\s+open\\s+http\\s+lighttpd 1\\.4\\.32`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${bitaxe.port}/tcp\\s+open\\s`, 'm'))
    expect(stdout).toContain('GetRequest')
    expect(stdout).toMatch(new RegExp(`^${antminer.port}/tcp\\s+open\\s`, 'm'))
    expect(stdout.replace(/\nSF:/g, '')).toContain('Code=14,Msg=Invalid\\x20command')
    // The scan's odd requests have done the devices no harm.
    expect((await fetch(`http://127.0.0.1:${bitaxe.port}/api/system/info`)).status).toBe(200)
  } finally {
    await ship.close()
  }
})
