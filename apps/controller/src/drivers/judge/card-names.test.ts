import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { expect, test } from 'vitest'
import { recognise } from '../../poll/recognise.ts'
import { buildIdentity } from '../../poll/test-readings.ts'
import { cgminerEvidence, identityFromEvidence } from '../cgminer/cgminer-identity.ts'
import { parseReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { readOnlyControl } from '../device-control.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { emptyReading } from '../reading.ts'
import { withCardNames } from './card-names.ts'

const address = { host: '10.0.0.9', port: 4028 }
const nameless = (host: string) =>
  buildIdentity({ key: `net:${host}:4028`, macAddress: null, serial: null, ipAddress: host })
const evidence = { cgminer: null, http: null }

function driverOf(tells: (host: string) => DeviceIdentity, cards: Record<string, string>) {
  return withCardNames(
    {
      name: 'test',
      identify: async ({ host }) => tells(host),
      poll: async ({ host }, known) => ({
        ok: true,
        identity: { ...known, ipAddress: host },
        reading: emptyReading('mining'),
      }),
      ...readOnlyControl,
    },
    async (host) => cards[host] ?? null,
  )
}

test('a device that tells no MAC is the same one at its next address', async () => {
  const cards: Record<string, string> = { '10.0.0.9': '02:00:00:00:00:01' }
  const driver = driverOf(nameless, cards)
  const first = await driver.identify(address, evidence, { timeoutMs: 1 })
  cards['10.0.0.20'] = '02:00:00:00:00:01'
  const second = await driver.identify({ ...address, host: '10.0.0.20' }, evidence, { timeoutMs: 1 })
  expect(first?.key).toBe('mac:02:00:00:00:00:01')
  expect(second?.key).toBe(first?.key)
})

test('a recorded Auradine, which tells neither MAC nor serial, keeps its name at another address', async () => {
  const reply = (command: string) => replyTo(parseReply(fixture('asic-rs-auradine', command)), command)
  const summary = sectionOf(reply('summary'), 'SUMMARY').rows[0] ?? null
  const reported = (host: string) =>
    identityFromEvidence(
      { host, port: 4028 },
      cgminerEvidence(4028, reply('version'), null),
      { make: 'Auradine', firmware: null },
      summary,
    )
  expect(reported('10.0.0.9')).toMatchObject({ key: 'net:10.0.0.9:4028', firmware: 'GCMiner 0.5' })
  const card = '02:00:00:00:00:01'
  const driver = driverOf(reported, { '10.0.0.9': card, '10.0.0.20': card })
  for (const host of ['10.0.0.9', '10.0.0.20']) {
    const identity = await driver.identify({ ...address, host }, evidence, { timeoutMs: 1 })
    expect(identity).toMatchObject({ key: `mac:${card}`, macAddress: null, ipAddress: host })
  }
})

test('another card behind a known address is another device', async () => {
  const cards: Record<string, string> = { '10.0.0.9': '02:00:00:00:00:01' }
  const driver = driverOf(nameless, cards)
  const known = await driver.identify(address, evidence, { timeoutMs: 1 })
  if (known === null) throw new Error('not identified')
  cards['10.0.0.9'] = '02:00:00:00:00:02'
  const outcome = await driver.poll(address, known, { timeoutMs: 1 })
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(recognise(known, outcome.identity)).toBe('replaced')
  cards['10.0.0.9'] = '02:00:00:00:00:01'
  const again = await driver.poll(address, known, { timeoutMs: 1 })
  expect(again.ok && recognise(known, again.identity)).toBe('same')
})

test('what the device tells of itself counts more, and without a table nothing changes', async () => {
  const reported = buildIdentity({ ipAddress: '10.0.0.9' })
  const cards = { '10.0.0.9': '02:00:00:00:00:07' }
  expect(await driverOf(() => reported, cards).identify(address, evidence, { timeoutMs: 1 })).toEqual(
    reported,
  )
  const unknown = await driverOf(nameless, {}).identify(address, evidence, { timeoutMs: 1 })
  expect(unknown?.key).toBe('net:10.0.0.9:4028')
})
