import type { Unit, UnitView } from '../device/unit.ts'
import { type Reply, type ReplyFrame, replyDocument, writeReply, writeTextReply } from './reply.ts'
import { type CgminerRequest, parseCgminerRequest } from './request.ts'

/** An answer that is a plain word in place of a status, as that to `restart`. */
export type WordReply = { word: string }

/** What a mining program knows and reports over its TCP API. */
export type CommandTable = {
  /** Name and version of the program, in every status. */
  description: string
  read: Readonly<Record<string, (view: UnitView, parameter: string | null) => Reply>>
  /** Commands that change something; looked up after `isWritable`. */
  write?: Readonly<Record<string, (unit: Unit, parameter: string | null) => Reply | WordReply | Buffer>>
  /** Whether writes are open to the asker. */
  isWritable?: (view: UnitView) => boolean
  /** Commands that the program has but does not open to the network, all writes among them. */
  closed: ReadonlySet<string>
  /** Whether `summary+pools` is answered as two commands. */
  joins: boolean
  /** Whether an unknown command is answered without naming the program. */
  silentOnUnknown: boolean
  /** Documents in place of replies, for requests with `new_api`. */
  documents?: Readonly<Record<string, (view: UnitView) => unknown>>
}

/**
 * Answers requests from a command table. Answers are kept for the second in which they were written, so that
 * hammering a unit costs no more than sending.
 */
export function createCgminerResponder(unit: Unit, table: CommandTable): (received: Buffer) => Buffer {
  const written = new Map<string, { second: number; state: UnitView['state']; bytes: Buffer }>()

  return (received) => {
    const request = parseCgminerRequest(received)
    const view = unit.view()
    const second = Math.floor(view.nowMs / 1000)
    const key = `${request.mode} ${request.newApi} ${request.command}`
    const known = written.get(key)
    if (request.parameter === null && known && known.second === second && known.state === view.state)
      return known.bytes
    const write = request.command === null ? undefined : table.write?.[request.command]
    if (write && (table.isWritable?.(view) ?? true)) {
      written.clear()
      const reply = write(unit, request.parameter)
      if (Buffer.isBuffer(reply)) return reply
      if ('word' in reply) return Buffer.from(`${JSON.stringify({ STATUS: reply.word })}\0`)
      return writeReply(reply, request.mode, { description: table.description, whenSeconds: second })
    }
    const bytes = answer(request, view, table, second)
    const isPlain = request.command !== null && request.command in table.read && request.parameter === null
    if (isPlain) written.set(key, { second, state: view.state, bytes })
    return bytes
  }
}

function answer(request: CgminerRequest, view: UnitView, table: CommandTable, whenSeconds: number): Buffer {
  const { command, mode, parameter } = request
  const document = request.newApi ? table.documents?.[command ?? '']?.(view) : undefined
  if (document !== undefined) return Buffer.from(`${JSON.stringify(document)}\0`)
  const frame = (reply: Reply): ReplyFrame => ({
    description: table.silentOnUnknown && reply.code === 14 ? null : table.description,
    whenSeconds,
  })
  if (table.joins && command?.includes('+')) {
    const replies = command.split('+').map((name) => [name, replyTo(name, null, view, table)] as const)
    if (mode === 'text') {
      const parts = replies.map(([name, reply]) => `CMD=${name}|${writeTextReply(reply, frame(reply))}`)
      return Buffer.from(`${parts.join('')}\0`)
    }
    const joined = Object.fromEntries(
      replies.map(([name, reply]) => [name, [replyDocument(reply, frame(reply))]]),
    )
    return Buffer.from(`${JSON.stringify({ ...joined, id: 1 })}\0`)
  }
  const reply = replyTo(command, parameter, view, table)
  return writeReply(reply, mode, frame(reply))
}

function replyTo(
  command: string | null,
  parameter: string | null,
  view: UnitView,
  table: CommandTable,
): Reply {
  if (command === null) return { status: 'E', code: 23, message: 'Invalid JSON' }
  const read = Object.hasOwn(table.read, command) ? table.read[command] : undefined
  if (read) return read(view, parameter)
  if (table.closed.has(command)) {
    return { status: 'E', code: 45, message: `Access denied to '${command}' command` }
  }
  return { status: 'E', code: 14, message: 'Invalid command' }
}
