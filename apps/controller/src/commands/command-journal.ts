import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { errorText, type Logger } from '../platform/logger.ts'

/** Finished commands that are remembered, so that an order sent again is known. */
const MOST_FINISHED = 5_000
const REMEMBER_MS = 30 * 86_400_000

const RecordSchema = z.object({
  commandId: z.string(),
  /** `*` for the order to every device itself. */
  deviceKey: z.string(),
  at: z.number(),
  state: z.enum(['running', 'confirming', 'finished']),
  kind: z.string(),
  result: z.string().nullable(),
  reason: z.string().nullable(),
  restorable: z.boolean(),
  /** What is needed to continue confirming after a restart, sealed. */
  sealed: z.string().nullable(),
})

/** The latest record of one command on one device. */
export type JournalRecord = z.infer<typeof RecordSchema>

/** What was begun and how it ended, on disk before anything is reported or done. */
export type CommandJournal = {
  find(commandId: string, deviceKey: string): JournalRecord | null
  /** All records of a command, one a device. */
  of(commandId: string): JournalRecord[]
  listUnfinished(): JournalRecord[]
  /** Resolves when it would survive a power cut. Throws what the disk throws. */
  write(record: JournalRecord): Promise<void>
}

/** Opens the journal, a file of lines, and packs it. A line cut by a power failure is left out. */
export async function openJournal(path: string, now: () => number, log: Logger): Promise<CommandJournal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const records = new Map<string, JournalRecord>()
  const keyOf = (record: Pick<JournalRecord, 'commandId' | 'deviceKey'>) =>
    `${record.commandId} ${record.deviceKey}`
  for (const record of await readRecords(path, log)) {
    records.delete(keyOf(record))
    records.set(keyOf(record), record)
  }
  forgetOld(records, now())
  await writeFileAtomically(path, linesOf(records.values()), 0o600)
  let writing: Promise<void> = Promise.resolve()

  return {
    find: (commandId, deviceKey) => records.get(keyOf({ commandId, deviceKey })) ?? null,
    of: (commandId) => [...records.values()].filter((record) => record.commandId === commandId),
    listUnfinished: () => [...records.values()].filter((record) => record.state !== 'finished'),
    write(record) {
      records.delete(keyOf(record))
      records.set(keyOf(record), record)
      const written = writing.then(() => append(path, linesOf([record])))
      writing = written.catch(() => {})
      return written
    },
  }
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
}

function linesOf(records: Iterable<JournalRecord>): string {
  return [...records].map((record) => `${JSON.stringify(record)}\n`).join('')
}

async function readRecords(path: string, log: Logger): Promise<JournalRecord[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const records: JournalRecord[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      records.push(RecordSchema.parse(JSON.parse(line)))
    } catch (error) {
      log.warn({ error: errorText(error) }, 'a line of the command journal cannot be read')
    }
  }
  return records
}

function forgetOld(records: Map<string, JournalRecord>, now: number): void {
  const finished = [...records].filter(([, record]) => record.state === 'finished')
  const tooMany = finished.length - MOST_FINISHED
  for (const [index, [key, record]] of finished.entries()) {
    if (index < tooMany || record.at < now - REMEMBER_MS) records.delete(key)
  }
}
