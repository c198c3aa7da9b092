import { afterEach, expect, test } from 'vitest'
import { buildIdentity } from '../../poll/test-readings.ts'
import type { ControlContext } from '../device-control.ts'
import type { ReadContext } from '../driver.ts'
import { answerFrom, type FakeServer, startTcp } from '../fixtures/fake-device.ts'
import { emptyReading } from '../reading.ts'
import { createCgminerControl } from './cgminer-control.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

test('whoever ends a command ends each look at the device too', async () => {
  const url = 'stratum+tcp://pool.example:3333'
  const server = await startTcp(
    answerFrom({
      pools: JSON.stringify({
        STATUS: [{ STATUS: 'S', Code: 7 }],
        POOLS: [{ POOL: 0, URL: url, User: 'jan.1', Status: 'Alive', Priority: 0, 'Stratum Active': true }],
      }),
    }),
  )
  servers.push(server)
  const identity = buildIdentity({ driver: 'cgminer' })
  const seen: ReadContext[] = []
  const control = createCgminerControl(async (_address, known, context) => {
    seen.push(context)
    return { ok: true, identity: known, reading: emptyReading('mining') }
  })
  const { signal } = new AbortController()
  const context: ControlContext = { timeoutMs: 5_000, signal, now: () => 1_000 }
  const target = { address: { host: server.host, port: server.port }, identity }
  const command = { kind: 'pools', pools: [{ url, user: 'jan.1', password: null }] } as const
  const accepted = { before: { at: 0 } } as never
  await control.confirm(target, command, accepted, {} as never, null, context)
  await control.execute(target, { kind: 'restart' }, null, context)
  expect(seen).toHaveLength(2)
  for (const look of seen) expect(look.signal).toBe(signal)
})
