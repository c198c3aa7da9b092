import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { reasonOf } from '@shipminer/domain/reason-of'
import { typeParsers } from '../type-parsers.ts'
import { DurableNodeFS } from './durable-node-fs.ts'
import type {
  EmbeddedErrorFields,
  EmbeddedQueryResult,
  EmbeddedRequest,
  EmbeddedResponse,
  EmbeddedWorkerData,
} from './embedded-messages.ts'

const { dir, task, fsync } = workerData as EmbeddedWorkerData
const port = parentPort
if (!port) throw new Error('embedded-worker runs in a worker thread')
const say = (message: EmbeddedResponse) => port.postMessage(message)

/** `wal_sync_method` must be fsync: the engine's fdatasync does nothing. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', `fsync=${fsync ? 'on' : 'off'}`],
  ...[
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'shared_buffers=32MB',
    '-c',
    'TimeZone=UTC',
    '-c',
    'DateStyle=ISO, YMD',
  ],
]

function errorFields(error: unknown): EmbeddedErrorFields {
  const fields: EmbeddedErrorFields = { message: reasonOf(error) }
  for (const name of [
    'code',
    'severity',
    'detail',
    'hint',
    'constraint',
    'table',
    'column',
    'schema',
    'where',
  ] as const) {
    const value = (error as Record<string, unknown> | null)?.[name]
    if (typeof value === 'string') fields[name] = value
  }
  return fields
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function flushTree(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    flush(join(entry.parentPath, entry.name))
  flush(root)
  flush(dirname(root))
}

async function open(): Promise<{ pg: PGlite; fileSystem: DurableNodeFS }> {
  const fileSystem = new DurableNodeFS(dir)
  // Parameters arrive as the text that PostgreSQL expects, so nothing is serialised again here.
  const pg = await PGlite.create({
    fs: fileSystem,
    startParams,
    parsers: typeParsers as Record<number, (text: string) => unknown>,
    serializers: { 17: (value: string) => value },
  })
  return { pg, fileSystem }
}

/** A committed transaction must have flushed at least once, otherwise durability is not guaranteed. */
async function assertDurable(pg: PGlite, fileSystem: DurableNodeFS): Promise<void> {
  const before = fileSystem.syncs.count
  await pg.query("SELECT pg_logical_emit_message(true, 'shipminer', 'does a commit reach the disk?')")
  if (fileSystem.syncs.count === before)
    throw new Error(
      'The embedded database does not flush its commits to disk. Refusing to start: a power cut would destroy it.',
    )
}

async function serve(): Promise<void> {
  const { pg, fileSystem } = await open()
  if (fsync) await assertDurable(pg, fileSystem)
  const listeners = new Map<string, () => Promise<void>>()

  const answer = async (request: EmbeddedRequest): Promise<EmbeddedQueryResult> => {
    if (request.kind === 'query') {
      const result = await pg.query<Record<string, unknown>>(request.sql, request.parameters)
      return { command: result.command ?? '', rowCount: result.rowCount ?? 0, rows: result.rows }
    }
    const done = { command: request.kind.toUpperCase(), rowCount: 0, rows: [] }
    if (request.kind === 'close') {
      await pg.close()
      return done
    }
    if (request.kind === 'listen') {
      const notify = (payload: string) => say({ kind: 'notification', channel: request.channel, payload })
      if (!listeners.has(request.channel))
        listeners.set(request.channel, await pg.listen(request.channel, notify))
      return done
    }
    await listeners.get(request.channel)?.()
    listeners.delete(request.channel)
    return done
  }

  port?.on('message', (request: EmbeddedRequest) => {
    answer(request).then(
      (result) => {
        say({ kind: 'result', id: request.id, result })
        if (request.kind === 'close') port?.close()
      },
      (error) => say({ kind: 'error', id: request.id, error: errorFields(error) }),
    )
  })
  say({ kind: 'ready' })
}

async function create(): Promise<void> {
  const { pg } = await open()
  await pg.close()
  if (fsync) flushTree(dir)
  say({ kind: 'ready' })
  port?.close()
}

await (task === 'create' ? create() : serve()).catch((error) => {
  say({ kind: 'failed', error: errorFields(error) })
  port.close()
})
