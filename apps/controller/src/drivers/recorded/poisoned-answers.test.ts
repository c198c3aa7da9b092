import { readBatch } from '@shipminer/contract/read-batch'
import { DeviceDetailSchema, type DeviceReading, DeviceStateSchema } from '@shipminer/contract/telemetry'
import { jsonOf, leavesOf, type Path, poisons, withAt } from '@shipminer/testkit/poison'
import { describe, expect, test } from 'vitest'
import { toSample } from '../../poll/to-sample.ts'
import { antminerReading } from '../antminer/antminer-reading.ts'
import { systemInfoFrom, webFaults, workModeIn } from '../antminer/antminer-web.ts'
import { auradineIdentity, withAuradineDocuments } from '../auradine/auradine-reading.ts'
import { avalonFields, withAvalonFields } from '../avalon/avalon-reading.ts'
import { identityFromInfo } from '../axeos/axeos-info.ts'
import { readingFromInfo } from '../axeos/axeos-reading.ts'
import { braiinsFaults } from '../braiins/braiins-driver.ts'
import { braiinsReading } from '../braiins/braiins-rest.ts'
import { cgminerEvidence, identityFromEvidence } from '../cgminer/cgminer-identity.ts'
import { readingFromReplies } from '../cgminer/cgminer-reading.ts'
import { replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { readTolerantJson } from '../cgminer/tolerant-json.ts'
import type { Row } from '../cgminer/values.ts'
import { elphapexIdentity, elphapexReading, serialIn } from '../elphapex/elphapex-reading.ts'
import { epicIdentity, epicReading } from '../epic/epic-reading.ts'
import { ownDevices, parseOnce } from '../fixtures/recorded-devices.ts'
import { hammerReading, typeIn } from '../hammer/hammer-reading.ts'
import { jsonBody } from '../http/json-body.ts'
import { withFaults } from '../judge/faults.ts'
import { luxosFaults, luxosPower } from '../luxos/luxos-driver.ts'
import { isProtoSystem, protoFaults, protoIdentity, protoReading } from '../proto/proto-reading.ts'
import { emptyReading } from '../reading.ts'
import { sealminerIdentity, sealminerReading, sealminerStats } from '../sealminer/sealminer-reading.ts'
import { vnishIdentity, vnishReading } from '../vnish/vnish-reading.ts'
import { faultsFromCodes, faultsFromSummary } from '../whatsminer/error-codes.ts'
import { parseV3 } from '../whatsminer/v3-client.ts'
import { v3Identity, v3Reading } from '../whatsminer/v3-reading.ts'

const address = { host: '192.0.2.7', port: 4028 }
const now = Date.UTC(2026, 10, 22)

type Conclusion = { readings: (DeviceReading | null)[]; identities: unknown[] }

/** Everything that any dialect makes of the answers of a device: a device may answer in another's form. */
function conclude(answers: ReadonlyMap<string, Buffer>): Conclusion {
  const bytesOf = (name: string) => answers.get(name) ?? Buffer.alloc(0)
  const reply = (name: string) => replyTo(parseOnce(bytesOf(name)), name)
  const replies = { summary: reply('summary'), devs: reply('devs'), pools: reply('pools'), partial: false }
  const evidence = cgminerEvidence(address.port, reply('version'), reply('devdetails'))
  const body = (name: string) => jsonBody({ status: 200, headers: {}, body: bytesOf(name), complete: true })
  const [axeos, vnish, vnishInfo] = [body('system_info'), body('miner_summary'), body('info')]
  const epic = body('epic_summary')
  const elphapex = elphapexOf(body)
  const proto = protoOf(body, bytesOf('errors'))
  const v3 = (name: string) => parseV3(bytesOf(name), false) ?? undefined
  const info = v3('get_device_info')
  const cgminer = readingFromReplies(replies)
  const fields = avalonFields(reply('litestats')) ?? avalonFields(reply('avalon_a_stats'))
  luxosPower(reply('power'))
  typeIn(reply('stats'))
  const row = sectionOf(replies.summary, 'SUMMARY').rows[0] ?? null
  return {
    readings: [
      cgminer,
      antminerReading({ ...replies, stats: reply('stats') }, new Set([1, 2])),
      cgminer && fields && withAvalonFields(cgminer, fields),
      axeos && readingFromInfo(axeos.row, axeos.partial),
      vnish && vnishReading(vnish.row, 'GH/s', vnish.partial),
      epic && epicReading(epic.row, epic.partial),
      elphapex.reading,
      proto.reading,
      braiinsOf(body, bytesOf('pools')),
      otherFaults(reply, row),
      sealminerReading({
        ...replies,
        pools: reply('sealminer-pools') ?? replies.pools,
        stats: reply('stats'),
      }),
      hammerReading({ ...replies, stats: reply('stats') }),
      cgminer &&
        withAuradineDocuments(cgminer, {
          psu: body('psu')?.row ?? null,
          temperature: body('temperature')?.row ?? null,
          fan: body('fan')?.row ?? null,
          mode: body('mode')?.row ?? null,
        }),
      v3Reading({
        info,
        summary: v3('get_miner_status_summary'),
        pools: v3('get_miner_status_pools'),
        edevs: v3('get_miner_status_edevs'),
      }),
    ],
    identities: [
      identityFromEvidence(address, evidence, { make: null, firmware: null }, row),
      axeos && identityFromInfo(address, axeos.row),
      auradineIdentity(address, body('ipreport')?.row ?? null, { model: null, firmware: null }),
      elphapex.identity,
      proto.identity,
      sealminerIdentity(address, sealminerStats(reply('stats')).rows[0] ?? {}),
      epic &&
        epicIdentity(
          address,
          epic.row,
          body('epic_network')?.row ?? epic.row,
          body('epic_capabilities')?.row ?? epic.row,
        ),
      vnishInfo && vnishIdentity(address, vnishInfo.row),
      info && v3Identity(address, info),
    ],
  }
}

type BodyOf = (name: string) => { row: Row } | null

function protoOf(body: BodyOf, errors: Buffer) {
  const rowOf = (name: string) => body(name)?.row ?? null
  const [system, network] = [rowOf('system'), rowOf('network')]
  const answers = { mining: rowOf('mining'), telemetry: rowOf('telemetry_full'), isSecured: false }
  const reading = protoReading({ ...answers, pools: rowOf('pools'), cooling: rowOf('cooling') })
  return {
    reading: reading === null ? null : withFaults(reading, protoFaults(parsedAnswer(errors)) ?? []),
    identity: isProtoSystem(system) ? protoIdentity(address, system, network) : null,
  }
}

function braiinsOf(body: BodyOf, pools: Buffer): DeviceReading | null {
  const rowOf = (name: string) => body(name)?.row ?? null
  const groups = parsedAnswer(pools)
  const reading = braiinsReading({
    details: rowOf('miner_details'),
    stats: rowOf('miner_stats'),
    hashboards: rowOf('miner_hw_hashboards'),
    cooling: rowOf('cooling_state'),
    pools: Array.isArray(groups) ? groups : null,
  })
  return reading === null ? null : withFaults(reading, braiinsFaults(rowOf('miner_errors'), now) ?? [])
}

/** What devices of the cgminer API say of their own faults. */
function otherFaults(
  reply: (name: string) => ReturnType<typeof replyTo>,
  summary: Row | null,
): DeviceReading {
  const codes = sectionOf(reply('get_error_code'), 'Msg').rows[0]
  return withFaults(emptyReading(null), [
    ...(luxosFaults(reply('events')) ?? []),
    ...(faultsFromSummary(summary) ?? []),
    ...faultsFromCodes(codes?.error_code),
  ])
}

function elphapexOf(body: (name: string) => { row: Row } | null) {
  const [stats, pools, power, conf, system] = [
    'web_stats',
    'web_pools',
    'get_power',
    'get_miner_conf',
    'get_system_info',
  ].map((name) => body(name)?.row ?? null)
  const summary = body('web_summary')?.row
  const reading = elphapexReading({
    stats: stats ?? null,
    pools: pools ?? null,
    power: power ?? null,
    workMode: conf ? workModeIn(conf) : null,
  })
  const faults = summary === undefined ? null : webFaults(summary)
  return {
    reading: reading === null ? null : withFaults(reading, faults ?? []),
    identity: stats && elphapexIdentity(address, system ? systemInfoFrom(system) : null, serialIn(stats)),
  }
}

/** What was concluded has to be of the form that the line carries, and the shore has to take all of it. */
function checkTaken({ readings, identities }: Conclusion): void {
  for (const reading of readings) {
    if (reading === null) continue
    for (const value of numbersIn(reading)) if (!Number.isFinite(value)) throw new Error(`${value}`)
    DeviceDetailSchema.parse(reading)
    if (reading.state !== null) DeviceStateSchema.parse(reading.state)
  }
  const identity = identities.filter((one) => one !== null && one !== undefined)
  const deltas = {
    acceptedShares: null,
    rejectedShares: null,
    staleShares: null,
    acceptedDifficultyMilli: null,
  }
  const line = JSON.stringify({
    type: 'batch',
    seq: 1,
    samples: readings.flatMap((reading, index) =>
      reading === null
        ? []
        : [
            toSample({
              deviceKey: `mac:${index}`,
              sampledAt: now,
              periodSeconds: 30,
              reading,
              deltas,
              reset: false,
            }),
          ],
    ),
    devices: identity.map((one) => ({
      observedAt: now,
      identity: one,
      detail: readings.find((reading) => reading !== null) ?? null,
      unreachable: null,
    })),
    events: [],
  })
  const read = readBatch(JSON.parse(line))
  if (!read.ok || read.refused.length > 0)
    throw new Error(`the shore refuses ${JSON.stringify(read).slice(0, 300)}`)
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe.each(ownDevices())('$name', ({ answers }) => {
  const whole = conclude(answers)
  test('is taken as it was recorded', () => checkTaken(whole))

  test('takes every poison in every leaf of every answer, and never throws', () => {
    const bad: string[] = []
    for (const [name, bytes] of answers) {
      const parsed = parsedAnswer(bytes)
      if (parsed === null) continue
      for (const path of newPaths(name, leavesOf(parsed)))
        for (const [poison, value] of poisons) {
          // Reading 64 kB takes as long as all other poisons together: one place of each answer has to do.
          if (typeof value === 'string' && value.length > 1_000 && reportedLong.has(`${name} ${poison}`))
            continue
          reportedLong.add(`${name} ${poison}`)
          const poisoned = Buffer.from(jsonOf(withAt(parsed, path, value)))
          try {
            checkTaken(conclude(new Map(answers).set(name, poisoned)))
          } catch (error) {
            bad.push(`${name} ${path.join('.')} ${poison}: ${String(error).slice(0, 300)}`)
          }
        }
    }
    expect(bad.slice(0, 20)).toEqual([])
  })
})

function parsedAnswer(bytes: Buffer): unknown {
  const text = bytes.toString().replaceAll('\u0000', '')
  try {
    return JSON.parse(text)
  } catch {
    return readTolerantJson(text).value ?? null
  }
}

const poisonedBefore = new Set<string>()
const reportedLong = new Set<string>()

/**
 * Of a list of like things the first stands for all (`chain_rate1` for every board, row 0 for every pool), and of devices that answer a command
 * with the same field the first of them.
 */
function newPaths(answer: string, paths: readonly Path[]): Path[] {
  return paths.filter((path) => {
    const place = path.map((key) => (typeof key === 'number' ? '#' : key.replace(/\d+$/, '#'))).join('.')
    const isNew = !poisonedBefore.has(`${answer} ${place}`)
    poisonedBefore.add(`${answer} ${place}`)
    return isNew
  })
}
