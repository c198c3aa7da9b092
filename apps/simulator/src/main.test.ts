import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { until } from './testing/sockets.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

function start(args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      text += part
    })
  }
  return { child, text: () => text }
}

test('starts, says where everything listens, and ends on SIGTERM', async () => {
  const { child, text } = start(['--miners', '2', '--admin-port', '0', '--name', 'Test ship'])
  const administration = /administration\s+(http:\/\/127\.0\.0\.1:\d+\/devices)/
  await until(() => administration.test(text()) || child.exitCode !== null, 15_000)
  expect(text()).toMatch(/^Test ship \(seed 'ship'\)$/m)
  expect(text()).toMatch(
    /^hydro-02\s+s19xp-hyd\s+02(:[0-9A-F]{2}){5}\s+127\.0\.0\.1\s+rpc \d+ {2}web \d+ {2}power \d+$/m,
  )
  const devices = (await (await fetch(administration.exec(text())?.[1] ?? '')).json()) as { id: string }[]
  expect(devices.map((device) => device.id)).toEqual(['hydro-01', 'hydro-02', 'lottery-01'])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  [['--miners', 'many'], 2, '--miners (SIM_MINERS)'],
  [['--host', '10.1.2.3'], 1, 'can be reached from other machines'],
  [['--scenario', 'no-such-file.json'], 1, 'no-such-file.json'],
])('%j does not start and says why', async (args, code, reason) => {
  const { child, text } = start(args)
  expect(await once(child, 'close')).toEqual([code, null])
  expect(text()).toContain(reason)
  expect(text()).not.toContain('    at ')
})
