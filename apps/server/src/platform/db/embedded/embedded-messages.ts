/** Messages between the server's main thread and the thread that runs the embedded engine. */
export type EmbeddedWorkerData = {
  dir: string
  task: 'create' | 'serve'
  /** false only for throwaway stores of tests: nothing is flushed, a power cut destroys the folder. */
  fsync: boolean
}

export type EmbeddedRequest =
  | { id: number; kind: 'query'; sql: string; parameters: (string | null)[] }
  | { id: number; kind: 'listen' | 'unlisten'; channel: string }
  | { id: number; kind: 'close' }

export type EmbeddedQueryResult = { command: string; rowCount: number; rows: Record<string, unknown>[] }

/** The fields of a PostgreSQL error that code checks, named as the `pg` client names them. */
export type EmbeddedErrorFields = {
  message: string
  code?: string
  severity?: string
  detail?: string
  hint?: string
  constraint?: string
  table?: string
  column?: string
  schema?: string
  where?: string
}

export type EmbeddedResponse =
  | { kind: 'ready' }
  | { kind: 'failed'; error: EmbeddedErrorFields }
  | { kind: 'result'; id: number; result: EmbeddedQueryResult }
  | { kind: 'error'; id: number; error: EmbeddedErrorFields }
  | { kind: 'notification'; channel: string; payload: string }
