import { readTolerantJson } from './tolerant-json.ts'
import { finiteNumber, isRow, type Row, textOf } from './values.ts'

/** STATUS of a reply. Letters: S success, I information, W warning, E error, F fatal, or a word such as `RESTART`. */
export type ReplyStatus = {
  letter: string
  code: number | null
  message: string | null
  /** The device's own clock, epoch seconds. */
  when: number | null
  description: string | null
}

/** The rows under one name of a reply, for example SUMMARY. */
export type Section = {
  rows: Row[]
  /** False when the end of the rows was cut off: what is there is true, but sums over it are not. */
  complete: boolean
}

/** The reply to one command. */
export type CommandReply = {
  status: ReplyStatus | null
  /** By name in upper case. */
  sections: ReadonlyMap<string, Section>
  /** Whatsminer puts the content of its own commands into an object `Msg`. */
  message: Row | null
}

export type ParsedReply =
  /** `replies` has one entry under `''` for a single command, or one a command, in lower case, for a joined one. */
  | { kind: 'replies'; replies: ReadonlyMap<string, CommandReply>; partial: boolean }
  /** A front-end says in plain words that the mining process behind it does not answer yet. */
  | { kind: 'starting' }
  /** The port speaks HTTP. */
  | { kind: 'http' }
  | { kind: 'garbled' }

const utf8 = new TextDecoder('utf-8')

/**
 * Reads the bytes a cgminer-like API sent until it closed. Never throws; anything unreadable is `garbled`.
 * Accepts the JSON form with every defect `readTolerantJson` knows, and the `KEY=value|` text form.
 */
export function parseReply(bytes: Uint8Array): ParsedReply {
  const text = stripNuls(utf8.decode(bytes)).trim()
  if (text === '') return { kind: 'garbled' }
  const strict = parseStrictly(text)
  if (strict !== undefined) return fromRoot(strict, new Set(), false)
  if (/^HTTP\/\d/.test(text)) return { kind: 'http' }
  const first = text.charAt(0)
  if (first === '{' || first === '[' || first === ',' || first === '"') {
    const tolerant = readTolerantJson(text)
    return fromRoot(tolerant.value, tolerant.cut, tolerant.cut.size > 0)
  }
  if (/^[A-Za-z][\w ]*[=,]/.test(text)) {
    const reply = parseTextForm(text)
    if (reply !== null) return reply
  }
  return /connect(?:ion)?\b.{0,20}\b(?:failed|refused)/i.test(text.slice(0, 300))
    ? { kind: 'starting' }
    : { kind: 'garbled' }
}

/** The reply to one command of a joined or single request, null when it is not in the answer. */
export function replyTo(parsed: ParsedReply, command: string): CommandReply | null {
  if (parsed.kind !== 'replies') return null
  return parsed.replies.get(command.toLowerCase()) ?? parsed.replies.get('') ?? null
}

const NO_SECTION: Section = { rows: [], complete: true }

/** The rows of a section; no rows when the reply or the section is missing. */
export function sectionOf(reply: CommandReply | null, name: string): Section {
  return reply?.sections.get(name) ?? NO_SECTION
}

/** Information counts as success: some vendors answer every good command so. */
export function isSuccess(status: ReplyStatus | null): boolean {
  return status !== null && (status.letter === 'S' || status.letter === 'I')
}

function stripNuls(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '') : text
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromRoot(root: unknown, cut: ReadonlySet<object>, partial: boolean): ParsedReply {
  const object = Array.isArray(root) ? root.find(isRow) : root
  if (!isRow(object)) return { kind: 'garbled' }
  const joined = joinedReplies(object, cut)
  if (joined !== null) return { kind: 'replies', replies: joined, partial }
  const reply = singleReply(object, cut)
  if (reply.status === null && reply.sections.size === 0) return { kind: 'garbled' }
  return { kind: 'replies', replies: new Map([['', reply]]), partial }
}

/** `{"summary":[{"STATUS":[…],"SUMMARY":[…]}],"devs":[…]}`: each command's reply is a list of one. */
function joinedReplies(root: Row, cut: ReadonlySet<object>): Map<string, CommandReply> | null {
  if (Object.hasOwn(root, 'STATUS')) return null
  const replies = new Map<string, CommandReply>()
  for (const [command, value] of Object.entries(root)) {
    const row = Array.isArray(value) ? value.find(isRow) : value
    if (isRow(row) && Object.hasOwn(row, 'STATUS')) replies.set(command.toLowerCase(), singleReply(row, cut))
  }
  return replies.size === 0 ? null : replies
}

function singleReply(root: Row, cut: ReadonlySet<object>): CommandReply {
  const sections = new Map<string, Section>()
  for (const [name, value] of Object.entries(root)) {
    if (name === 'STATUS' || name === 'Msg') continue
    if (Array.isArray(value)) {
      const rows = value.filter(isRow)
      sections.set(name.toUpperCase(), {
        rows,
        complete: !cut.has(value) && !rows.some((row) => cut.has(row)),
      })
    } else if (isRow(value)) {
      sections.set(name.toUpperCase(), { rows: [value], complete: !cut.has(value) })
    }
  }
  const status = statusOf(root)
  const message = root.Msg
  return { status, sections, message: isRow(message) ? message : null }
}

function statusOf(root: Row): ReplyStatus | null {
  const raw = root.STATUS
  if (typeof raw === 'string') return statusFrom({ ...root, STATUS: raw })
  const row = Array.isArray(raw) ? raw.find(isRow) : raw
  return isRow(row) ? statusFrom(row) : null
}

function statusFrom(row: Row): ReplyStatus | null {
  const letter = textOf(row.STATUS, 20)
  if (letter === null) return null
  return {
    letter,
    code: finiteNumber(row.Code ?? row.code),
    message: textOf(row.Msg, 300),
    when: finiteNumber(row.When ?? row.when),
    description: textOf(row.Description, 120),
  }
}

const TEXT_SECTION: Record<string, string> = {
  POOL: 'POOLS',
  ASC: 'DEVS',
  PGA: 'DEVS',
  GPU: 'DEVS',
  CPU: 'DEVS',
}

/** `STATUS=S,Code=11,…|SUMMARY,Elapsed=39,…|`; a backslash keeps the separator after it. */
function parseTextForm(text: string): ParsedReply | null {
  const pieces = splitEscaped(text, '|')
  const whole = text.endsWith('|')
  const rows = pieces.filter((piece) => piece.trim() !== '').map(textRow)
  const status = rows.find((row) => row.name === 'STATUS')
  if (status === undefined) return null
  const sections = new Map<string, Section>()
  for (const row of rows) {
    if (row === status) continue
    const name = TEXT_SECTION[row.name] ?? row.name
    const section = sections.get(name)
    if (section === undefined) sections.set(name, { rows: [row.fields], complete: true })
    else section.rows.push(row.fields)
  }
  if (!whole && rows.length > 0) {
    // The last field may be cut in its middle.
    const last = rows[rows.length - 1]
    if (last !== undefined) {
      const keys = Object.keys(last.fields)
      delete last.fields[keys[keys.length - 1] ?? '']
      const section = sections.get(TEXT_SECTION[last.name] ?? last.name)
      if (section !== undefined) section.complete = false
    }
  }
  return {
    kind: 'replies',
    replies: new Map([['', { status: statusFrom(status.fields), sections, message: null }]]),
    partial: !whole,
  }
}

function textRow(piece: string): { name: string; fields: Record<string, unknown> } {
  const fields: Record<string, unknown> = {}
  let name = ''
  for (const field of splitEscaped(piece, ',')) {
    const equals = field.indexOf('=')
    const key = (equals < 0 ? field : field.slice(0, equals)).trim()
    if (name === '') name = key.toUpperCase()
    if (equals >= 0 && key !== '' && key !== '__proto__') fields[key] = field.slice(equals + 1)
  }
  return { name, fields }
}

function splitEscaped(text: string, separator: string): string[] {
  const pieces: string[] = []
  let parts: string[] = []
  let from = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '\\' && index + 1 < text.length) {
      parts.push(text.slice(from, index))
      index += 1
      from = index
    } else if (character === separator) {
      pieces.push([...parts, text.slice(from, index)].join(''))
      parts = []
      from = index + 1
    }
  }
  pieces.push([...parts, text.slice(from)].join(''))
  return pieces
}
