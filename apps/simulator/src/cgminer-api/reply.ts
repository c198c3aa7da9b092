/** A value in a reply. */
export type ReplyValue = string | number | boolean
/** One row of a section. */
export type ReplyRow = Readonly<Record<string, ReplyValue>>

/** A reply before it is written down; `section` is missing where only a status is answered. */
export type Reply = {
  status: 'S' | 'I' | 'W' | 'E'
  code: number
  message: string
  section?: { name: string; rows: readonly ReplyRow[] }
}

/** A reply of a read: one section of rows. */
export const replyRows = (code: number, message: string, name: string, rows: readonly ReplyRow[]): Reply => ({
  status: 'S',
  code,
  message,
  section: { name, rows },
})

/** What surrounds a reply. */
export type ReplyFrame = {
  /** Name and version of the program; null leaves it out. */
  description: string | null
  whenSeconds: number
}

/** Writes a reply in the mode of its request, with the NUL byte that ends every reply. */
export function writeReply(reply: Reply, mode: 'json' | 'text', frame: ReplyFrame): Buffer {
  const text = mode === 'json' ? JSON.stringify(replyDocument(reply, frame)) : writeTextReply(reply, frame)
  return Buffer.from(`${text}\0`)
}

/** The JSON document of a reply. */
export function replyDocument(reply: Reply, frame: ReplyFrame) {
  const sections = reply.section ? { [reply.section.name]: reply.section.rows } : {}
  return { STATUS: [statusRow(reply, frame)], ...sections, id: 1 }
}

/** The text form of a reply, without the NUL. */
export function writeTextReply(reply: Reply, frame: ReplyFrame): string {
  const parts = [writeTextRow(statusRow(reply, frame))]
  if (reply.section) {
    const { name, rows } = reply.section
    for (const row of rows) {
      const [first] = Object.keys(row)
      // Rows that start with their own number are named by it, the others by their section.
      const numbered = first === name.replace(/S$/, '') || name === 'STATS' || name === 'DEVS'
      parts.push(numbered ? writeTextRow(row) : `${name},${writeTextRow(row)}`)
    }
  }
  return parts.map((part) => `${part}|`).join('')
}

function statusRow(reply: Reply, frame: ReplyFrame): ReplyRow {
  return {
    STATUS: reply.status,
    When: frame.whenSeconds,
    Code: reply.code,
    Msg: reply.message,
    ...(frame.description === null ? {} : { Description: frame.description }),
  }
}

function writeTextRow(row: ReplyRow): string {
  return Object.entries(row)
    .map(([key, value]) => `${key}=${String(value).replace(/[|,=\\]/g, (mark) => `\\${mark}`)}`)
    .join(',')
}
