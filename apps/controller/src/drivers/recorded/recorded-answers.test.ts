import { existsSync } from 'node:fs'
import {
  DeviceDetailSchema,
  type DeviceReading,
  DeviceStateSchema,
  SampleFlagSchema,
} from '@shipminer/contract/telemetry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { antminerReading } from '../antminer/antminer-reading.ts'
import { identityFromInfo } from '../axeos/axeos-info.ts'
import { readingFromInfo } from '../axeos/axeos-reading.ts'
import { splitJoinedReplies } from '../cgminer/cgminer-driver.ts'
import { cgminerEvidence, identityFromEvidence } from '../cgminer/cgminer-identity.ts'
import { readingFromReplies } from '../cgminer/cgminer-reading.ts'
import { type CommandReply, parseReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { devicesUnder, ownDevices, parseOnce, type RecordedDevice } from '../fixtures/recorded-devices.ts'
import { jsonBody } from '../http/json-body.ts'

/** Everything the drivers make of a device's answers. */
type Conclusions = {
  cgminer: DeviceReading | null
  antminer: DeviceReading | null
  axeos: DeviceReading | null
}

const address = { host: '192.0.2.7', port: 4028 }

function conclude(answers: ReadonlyMap<string, Buffer>): Conclusions {
  let partial = false
  const reply = (command: string): CommandReply | null => {
    const bytes = answers.get(command)
    if (bytes === undefined) return null
    const parsed = parseOnce(bytes)
    if (parsed.kind === 'replies' && parsed.partial) partial = true
    return replyTo(parsed, command)
  }
  const replies = { summary: reply('summary'), devs: reply('devs'), pools: reply('pools') }
  const stats = reply('stats')
  const evidence = cgminerEvidence(address.port, reply('version'), reply('devdetails'))
  const summaryRow = sectionOf(replies.summary, 'SUMMARY').rows[0] ?? null
  checkIdentityKey(identityFromEvidence(address, evidence, { make: null, firmware: null }, summaryRow).key)
  const info = answers.get('system_info') ?? answers.get('summary') ?? Buffer.alloc(0)
  const body = jsonBody({ status: 200, headers: {}, body: info, complete: true })
  if (body !== null) checkIdentityKey(identityFromInfo(address, body.row).key)
  return {
    cgminer: readingFromReplies({ ...replies, partial }),
    antminer: antminerReading(
      { stats, summary: replies.summary, pools: replies.pools, partial },
      new Set([1, 2, 3]),
    ),
    axeos: body === null ? null : readingFromInfo(body.row, body.partial),
  }
}

function checkIdentityKey(key: string): void {
  if (!/^(mac|serial|net):[\x21-\x7e]{1,120}$/.test(key)) throw new Error(`bad key ${JSON.stringify(key)}`)
}

const TEMPERATURES = new Set(['temperatureC', 'inletTemperatureC', 'outletTemperatureC'])

/** Throws when a reading holds NaN or infinity, a negative amount, or a form the contract does not know. */
function checkSane(reading: DeviceReading | null): void {
  if (reading === null) return
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw new Error(`${key} is ${value}`)
      const lowest = TEMPERATURES.has(key) ? -40 : 0
      if (value < lowest) throw new Error(`${key} is ${value}`)
    } else if (Array.isArray(value)) for (const item of value) walk(item, key)
    else if (typeof value === 'object' && value !== null)
      for (const [k, v] of Object.entries(value)) walk(v, k)
  }
  walk(reading, 'reading')
  DeviceDetailSchema.parse(reading)
  if (reading.state !== null) DeviceStateSchema.parse(reading.state)
  for (const flag of reading.flags) SampleFlagSchema.parse(flag)
  if (new Set(reading.flags).size !== reading.flags.length) throw new Error('a flag twice')
}

function checkAllSane(conclusions: Conclusions): void {
  checkSane(conclusions.cgminer)
  checkSane(conclusions.antminer)
  checkSane(conclusions.axeos)
}

/** Figures that a truncated answer may leave out but must never change. */
const STEADY = [
  'hashrateGhs',
  'expectedHashrateGhs',
  'powerWatts',
  'temperatureC',
  'inletTemperatureC',
  'outletTemperatureC',
  'uptimeSeconds',
  'acceptedShares',
  'rejectedShares',
  'staleShares',
  'acceptedDifficulty',
  'bestShareDifficulty',
  'blocksFound',
] as const

function checkNothingMadeUp(cut: DeviceReading | null, whole: DeviceReading | null, where: string): void {
  if (cut === null || whole === null) return
  for (const key of STEADY) {
    if (cut[key] !== null && cut[key] !== whole[key])
      throw new Error(`${where}: ${key} ${cut[key]}, not ${whole[key]}`)
  }
}

function checkEveryCut(device: RecordedDevice): void {
  const whole = conclude(device.answers)
  checkAllSane(whole)
  for (const [command, bytes] of device.answers) {
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = conclude(new Map(device.answers).set(command, bytes.subarray(0, length)))
      checkAllSane(cut)
      for (const dialect of ['cgminer', 'antminer', 'axeos'] as const) {
        checkNothingMadeUp(
          cut[dialect],
          whole[dialect],
          `${device.name}/${command} cut at ${length}, ${dialect}`,
        )
      }
    }
  }
}

describe('answers cut at every byte: no throw, no NaN, nothing made up', () => {
  test.each(ownDevices().map((device) => [device.name, device] as const))(
    '%s',
    (_name, device) => {
      checkEveryCut(device)
    },
    180_000,
  )
})

describe('joined answers cut at every byte', () => {
  const joinable = ownDevices().filter(({ answers }) =>
    ['summary', 'devs', 'pools'].every((one) => answers.has(one)),
  )
  const readingOf = (bytes: Buffer) => {
    const fetched = splitJoinedReplies(parseReply(bytes))
    return fetched?.kind === 'replies' ? readingFromReplies(fetched.replies) : null
  }

  test.each(joinable.map((device) => [device.name, device] as const))(
    '%s',
    (name, { answers }) => {
      const parts = ['summary', 'devs', 'pools'].map(
        (command) => `"${command}":[${String(answers.get(command)).replaceAll('\0', '')}]`,
      )
      const joined = Buffer.from(`{${parts.join(',')},"id":1}\0`)
      const whole = readingOf(joined)
      expect(whole?.flags).not.toContain('partial-answer')
      for (let length = 0; length < joined.length - 1; length += 1) {
        const cut = readingOf(joined.subarray(0, length))
        checkSane(cut)
        checkNothingMadeUp(cut, whole, `${name} cut at ${length}`)
        if (cut !== null && !cut.flags.includes('partial-answer'))
          throw new Error(`unmarked cut at ${length}`)
      }
    },
    180_000,
  )
})

test('answers with random damage: no throw, no NaN, nothing negative', () => {
  const devices = ownDevices()
  const damage = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at: fc.nat(), byte: fc.nat(255) }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      kind: fc.constant('insert' as const),
      at: fc.nat(),
      text: fc.constantFrom(
        '-',
        '"',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '\\',
        '\0',
        'inf',
        'nan',
        '1e308',
        '99999999999999999999',
        '-1',
        'e',
        '.',
      ),
    }),
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 60 }) }),
  )
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.array(damage, { minLength: 1, maxLength: 6 }),
      (which, file, damages) => {
        const device = devices[which % devices.length] as RecordedDevice
        const commands = [...device.answers.keys()]
        const command = commands[file % commands.length] as string
        let bytes = device.answers.get(command) as Buffer
        for (const one of damages) {
          const at = bytes.length === 0 ? 0 : one.at % bytes.length
          if (one.kind === 'set')
            bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([one.byte]), bytes.subarray(at + 1)])
          else if (one.kind === 'delete')
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + one.count)])
          else if (one.kind === 'insert')
            bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(one.text), bytes.subarray(at)])
          else if (one.kind === 'cut') bytes = bytes.subarray(0, at)
          else bytes = Buffer.concat([bytes.subarray(0, at + one.count), bytes.subarray(at)])
        }
        checkAllSane(conclude(new Map(device.answers).set(command, bytes)))
      },
    ),
    { numRuns: 1500 },
  )
})

const corpus = process.env.DEVICE_RESPONSES
if (corpus === undefined || !existsSync(corpus)) {
  console.warn('skipped: no recorded corpus, set DEVICE_RESPONSES to its folder')
}

describe.skipIf(corpus === undefined || !existsSync(corpus))('the whole recorded corpus', () => {
  const devices = corpus === undefined || !existsSync(corpus) ? [] : devicesUnder(corpus)

  test('is there', () => {
    expect(devices.length).toBeGreaterThan(5)
  })

  test.each(devices.map((device) => [device.name, device] as const))(
    '%s, cut at every byte',
    (_name, device) => {
      checkEveryCut(device)
    },
    180_000,
  )

  test('every answer of a device is read', () => {
    const unread: string[] = []
    for (const device of devices) {
      for (const [command, bytes] of device.answers) {
        const isHttp = device.name.endsWith('/web') || command === 'system_info' || command === 'manifest'
        if (!isHttp && parseReply(bytes).kind !== 'replies') unread.push(`${device.name}/${command}`)
      }
    }
    expect(unread).toEqual([])
  })
})
