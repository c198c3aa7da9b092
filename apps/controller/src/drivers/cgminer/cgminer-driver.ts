import type { DeviceIdentity } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom } from '../budget.ts'
import type { DeviceControl } from '../device-control.ts'
import { createDeviceMemory } from '../device-memory.ts'
import type { DeviceAddress, Driver, FailureReason, PollOutcome } from '../driver.ts'
import { recognise } from '../judge/markers.ts'
import { emptyReading } from '../reading.ts'
import { type Endpoint, readCommand } from './cgminer-client.ts'
import { createCgminerControl } from './cgminer-control.ts'
import { identityFromEvidence } from './cgminer-identity.ts'
import { type CgminerReplies, readingFromReplies } from './cgminer-reading.ts'
import { type CommandReply, isSuccess, type ParsedReply, replyTo, sectionOf } from './parse-reply.ts'
import { fieldOf, type Row } from './values.ts'

const JOINED = 'summary+devs+pools'

export type Fetched =
  | { kind: 'replies'; replies: CgminerReplies; version: Row }
  | { kind: 'starting' }
  | { kind: 'failed'; reason: FailureReason }

/** Any device that speaks the cgminer API, known model or not. Reads `summary`, `devs` and `pools`. */
export function createCgminerDriver(): Driver {
  /** Some firmware fails on joined commands; then each is sent alone. */
  const memory = createDeviceMemory<{ joins: boolean }>(() => ({ joins: true }))

  /** `named` requests the version too, by which a device with a name of its own is recognised. */
  async function fetchReplies(
    address: DeviceAddress,
    key: string,
    named: boolean,
    budget: Budget,
  ): Promise<Fetched> {
    const learned = memory.of(key)
    if (learned.joins) {
      const outcome = await readCommand(address, named ? `version+${JOINED}` : JOINED, budget)
      if (outcome.ok && outcome.parsed.kind === 'starting') return { kind: 'starting' }
      const fetched = outcome.ok ? splitJoinedReplies(outcome.parsed) : null
      if (fetched !== null) return fetched
      if (!outcome.ok && outcome.reason !== 'closed' && outcome.reason !== 'garbled') {
        return { kind: 'failed', reason: outcome.reason }
      }
    }
    const single = await fetchSingly(address, named, budget)
    if (single.kind === 'replies') learned.joins = false
    return single
  }

  const reader: Omit<Driver, keyof DeviceControl> = {
    name: 'cgminer',

    async identify(address, evidence, context) {
      if (evidence.cgminer === null || evidence.cgminer.starting) return null
      const budget = budgetFrom(context)
      const endpoint = { host: address.host, port: evidence.cgminer.port }
      const outcome = await readCommand(endpoint, 'summary', budget)
      const reply = outcome.ok ? replyTo(outcome.parsed, 'summary') : null
      const summary = sectionOf(reply, 'SUMMARY').rows[0]
      if (summary === undefined && Object.keys(evidence.cgminer.version).length === 0) return null
      const recognition = recognise(evidence)
      if (recognition.make === null && isWhatsminerSummary(summary)) recognition.make = 'Whatsminer'
      const extra = recognition.make === 'Whatsminer' ? await readWhatsminerInfo(endpoint, budget) : {}
      return identityFromEvidence(address, evidence.cgminer, recognition, { ...summary, ...extra })
    },

    async poll(address, known, context): Promise<PollOutcome> {
      const named = !known.key.startsWith('net:')
      const fetched = await fetchReplies(address, known.key, named, budgetFrom(context))
      if (fetched.kind === 'failed') return { ok: false, reason: fetched.reason }
      const expected = { ...known, ipAddress: address.host, port: address.port }
      if (fetched.kind === 'starting') {
        return { ok: true, identity: expected, reading: emptyReading('starting') }
      }
      const reading = readingFromReplies(fetched.replies)
      const identity = identifyResponder(expected, address, fetched)
      return reading === null ? { ok: false, reason: 'garbled' } : { ok: true, identity, reading }
    },
  }
  return { ...reader, ...createCgminerControl(reader.poll) }
}

/** Whatsminer firmware that refuses `version` is known by figures no other maker has. */
function isWhatsminerSummary(summary: Row | undefined): boolean {
  return summary !== undefined && Object.hasOwn(summary, 'HS RT') && Object.hasOwn(summary, 'Factory GHS')
}

/** Firmware, host name and MAC, which Whatsminers report through separate commands that cannot be joined. */
async function readWhatsminerInfo(endpoint: Endpoint, budget: Budget): Promise<Row> {
  let info: Row = {}
  for (const command of ['get_version', 'get_miner_info']) {
    const outcome = await readCommand(endpoint, command, budget)
    const reply = outcome.ok ? replyTo(outcome.parsed, command) : null
    info = { ...info, ...(isSuccess(reply?.status ?? null) ? reply?.message : null) }
  }
  return info
}

/** The replies in the answer to a joined command; null when it is not such an answer, as when the firmware refused it. */
export function splitJoinedReplies(parsed: ParsedReply): Fetched | null {
  if (parsed.kind !== 'replies' || parsed.replies.has('')) return null
  const replies = {
    summary: parsed.replies.get('summary') ?? null,
    devs: parsed.replies.get('devs') ?? null,
    pools: parsed.replies.get('pools') ?? null,
    partial: parsed.partial,
  }
  if (replies.summary === null) return null
  return { kind: 'replies', replies, version: versionRow(parsed.replies.get('version') ?? null) }
}

export function versionRow(reply: CommandReply | null): Row {
  return sectionOf(reply, 'VERSION').rows[0] ?? {}
}

/** The expected device, unless the answer names a MAC or a serial that is another's. */
export function identifyResponder(
  expected: DeviceIdentity,
  address: DeviceAddress,
  { version, replies }: { version: Row; replies: Pick<CgminerReplies, 'summary'> },
): DeviceIdentity {
  const evidence = { port: address.port, version, devdetails: [], description: null, starting: false }
  const recognition = recognise({ cgminer: evidence, http: null })
  const summary = sectionOf(replies.summary, 'SUMMARY').rows[0] ?? null
  const answered = identityFromEvidence(address, evidence, recognition, summary)
  const isNameless = answered.macAddress === null && answered.serial === null
  const isExpected =
    answered.macAddress === null
      ? answered.serial === expected.serial
      : answered.macAddress === expected.macAddress
  if (isNameless || isExpected) return expected
  return {
    ...answered,
    make: answered.make ?? (isWhatsminerSummary(summary ?? undefined) ? 'Whatsminer' : null),
  }
}

async function fetchSingly(address: DeviceAddress, named: boolean, budget: Budget): Promise<Fetched> {
  const summary = await readCommand(address, 'summary', budget)
  if (!summary.ok) return { kind: 'failed', reason: summary.reason }
  if (summary.parsed.kind === 'starting') return { kind: 'starting' }
  const summaryReply = replyTo(summary.parsed, 'summary')
  if (summaryReply === null) return { kind: 'failed', reason: 'garbled' }
  const devs = await readCommand(address, 'devs', budget)
  const pools = await readCommand(address, 'pools', budget)
  // Most that fail on joined commands are Whatsminers, whose summary names them already.
  const isNamed = fieldOf(sectionOf(summaryReply, 'SUMMARY').rows[0], 'MAC') !== undefined
  const version = named && !isNamed ? await readCommand(address, 'version', budget) : null
  return {
    kind: 'replies',
    version: versionRow(version?.ok ? replyTo(version.parsed, 'version') : null),
    replies: {
      summary: summaryReply,
      devs: devs.ok ? replyTo(devs.parsed, 'devs') : null,
      pools: pools.ok ? replyTo(pools.parsed, 'pools') : null,
      partial: [summary, devs, pools].some(
        (outcome) => !outcome.ok || (outcome.parsed.kind === 'replies' && outcome.parsed.partial),
      ),
    },
  }
}
