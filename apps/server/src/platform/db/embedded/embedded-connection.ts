import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { StoreLogger } from '../store.ts'
import type {
  EmbeddedErrorFields,
  EmbeddedQueryResult,
  EmbeddedRequest,
  EmbeddedResponse,
  EmbeddedWorkerData,
} from './embedded-messages.ts'

/** An error of the embedded engine, with the fields of a `pg` error (`code` is the SQLSTATE). */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
  readonly code: string | undefined
  constructor(fields: EmbeddedErrorFields) {
    super(fields.message)
    this.code = fields.code
    Object.assign(this, fields)
  }
}

const cancelledError = (limitMs: number) =>
  new EmbeddedDatabaseError({
    code: '57014',
    message: `statement cancelled: it ran longer than ${limitMs} ms`,
  })
const reopenedError = () =>
  new EmbeddedDatabaseError({
    code: '57P01',
    message: 'the embedded database was reopened, the transaction is lost',
  })
const unavailableError = (cause: string) =>
  new EmbeddedDatabaseError({ code: '57P03', message: `the embedded database is not available: ${cause}` })

/** The one session of the embedded engine, in its worker thread. Callers must not overlap; the queue in front ensures that. */
export type EmbeddedConnection = {
  /** 1 at first; rises whenever the engine is lost: a transaction begun in an older generation is gone. */
  generation(): number
  /**
   * @param limitMs the engine has no timeouts: after this its thread is terminated (as safe as a SIGKILL) and the store reopened.
   * @param expected generation the caller's transaction began in; null starts afresh.
   */
  query(
    sql: string,
    parameters: (string | null)[],
    limitMs: number,
    expected: number | null,
  ): Promise<EmbeddedQueryResult>
  listen(channel: string): Promise<void>
  unlisten(channel: string): Promise<void>
  close(): Promise<void>
}

/** How long a statement waits for an engine that is being reopened. */
const reopenWaitMs = 60_000

const workerUrl = new URL('./embedded-worker.ts', import.meta.url)
const startWorker = (data: EmbeddedWorkerData) =>
  new Worker(workerUrl, { workerData: data, execArgv: [], name: `embedded-database-${data.task}` })

/** Resolves at the worker's first message; rejects with its error, or when it ends without a message. */
function awaitReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      settle()
    }
    const onMessage = (message: EmbeddedResponse) =>
      finish(() => (message.kind === 'failed' ? reject(new EmbeddedDatabaseError(message.error)) : resolve()))
    const onError = (error: unknown) => finish(() => reject(error as Error))
    const onExit = (code: number) =>
      finish(() => reject(unavailableError(`its thread ended with code ${code}`)))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

const exitOf = (worker: Worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve()))

/**
 * Creates the data folder when there is none: under another name, flushed, then renamed, so that a killed first start leaves nothing
 * behind. The thread that creates it ends afterwards and frees the several hundred MB that creating takes.
 */
async function ensureCreated(dir: string, fsync: boolean): Promise<void> {
  if (existsSync(join(dir, 'global', 'pg_control'))) return
  if (existsSync(dir))
    throw new Error(`${dir} exists but holds no database. Move it away to start with an empty one.`)
  const aside = `${dir}.new`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  const worker = startWorker({ dir: aside, task: 'create', fsync })
  const exited = exitOf(worker)
  await awaitReady(worker)
  await exited
  renameSync(aside, dir)
  if (!fsync) return
  const parent = openSync(dirname(dir), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

type Waiting = {
  resolve(result: EmbeddedQueryResult): void
  reject(error: Error): void
  watchdog: NodeJS.Timeout
}

/** Opens (or creates) the store in `dir`, whose lock the caller holds, and keeps it open until `close`. */
export async function openEmbeddedConnection(options: {
  dir: string
  fsync: boolean
  logger: StoreLogger
  onNotification(channel: string, payload: string): void
  /** The engine is back after a restart; signals sent meanwhile are lost. */
  onReopened(): void
}): Promise<EmbeddedConnection> {
  const { dir, fsync, logger } = options
  const waiting = new Map<number, Waiting>()
  const channels = new Set<string>()
  let nextId = 1
  let generation = 1
  let closing = false
  let worker: Worker | null = null
  let opening: Promise<void> | null = null

  const failAll = (error: Error) => {
    for (const { reject, watchdog } of waiting.values()) {
      clearTimeout(watchdog)
      reject(error)
    }
    waiting.clear()
  }

  const settle = (message: EmbeddedResponse) => {
    if (message.kind === 'notification') return options.onNotification(message.channel, message.payload)
    if (message.kind !== 'result' && message.kind !== 'error') return
    const request = waiting.get(message.id)
    if (!request) return
    waiting.delete(message.id)
    clearTimeout(request.watchdog)
    if (message.kind === 'result') request.resolve(message.result)
    else request.reject(new EmbeddedDatabaseError(message.error))
  }

  const open = async () => {
    const opened = startWorker({ dir, task: 'serve', fsync })
    try {
      await awaitReady(opened)
    } catch (error) {
      await opened.terminate()
      throw error
    }
    worker = opened
    opened.on('message', settle)
    opened.on('error', (error) => logger.error({ err: error }, 'the embedded database stopped with an error'))
    opened.on('exit', () => retire(opened))
  }

  /** From here on nothing is sent to `retired`; the store is reopened as soon as its thread has really ended. */
  const retire = (retired: Worker) => {
    if (worker !== retired) return
    worker = null
    generation += 1
    failAll(reopenedError())
    if (!closing) reopen(retired)
  }

  const reopen = (previous: Worker) => {
    opening ??= (async () => {
      await previous.terminate()
      for (let delayMs = 100; !closing; delayMs = Math.min(delayMs * 2, 30_000)) {
        try {
          await open()
          for (const channel of channels) await send({ kind: 'listen', channel }, 60_000)
          logger.warn({ generation }, 'the embedded database was reopened')
          options.onReopened()
          return
        } catch (error) {
          logger.error({ err: error }, 'the embedded database cannot be reopened, trying again')
          await sleep(delayMs, undefined, { ref: false })
        }
      }
    })().finally(() => {
      opening = null
    })
  }

  type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never
  const send = (request: Unnumbered<EmbeddedRequest>, limitMs: number): Promise<EmbeddedQueryResult> => {
    const target = worker
    if (!target) return Promise.reject(unavailableError(closing ? 'it is closed' : 'it is being reopened'))
    const id = nextId++
    return new Promise((resolve, reject) => {
      const watchdog = setTimeout(() => {
        logger.error(
          { limitMs, sql: 'sql' in request ? request.sql.slice(0, 200) : request.kind },
          'statement over its limit',
        )
        waiting.delete(id)
        reject(cancelledError(limitMs))
        retire(target)
      }, limitMs)
      waiting.set(id, { resolve, reject, watchdog })
      target.postMessage({ id, ...request })
    })
  }

  await ensureCreated(dir, fsync)
  await open()

  return {
    generation: () => generation,
    async query(sql, parameters, limitMs, expected) {
      if (expected !== null && expected !== generation) throw reopenedError()
      if (!worker && opening) await Promise.race([opening, sleep(reopenWaitMs, undefined, { ref: false })])
      if (expected !== null && expected !== generation) throw reopenedError()
      return send({ kind: 'query', sql, parameters }, limitMs)
    },
    async listen(channel) {
      channels.add(channel)
      await send({ kind: 'listen', channel }, 60_000)
    },
    async unlisten(channel) {
      channels.delete(channel)
      await send({ kind: 'unlisten', channel }, 60_000)
    },
    async close() {
      if (closing) return
      closing = true
      const open = worker
      if (!open) return
      const exited = exitOf(open)
      await send({ kind: 'close' }, 60_000).catch((error) =>
        logger.error({ err: error }, 'the embedded database did not close cleanly'),
      )
      await Promise.race([exited, sleep(2_000, undefined, { ref: false }).then(() => open.terminate())])
    },
  }
}
