import { Worker } from 'node:worker_threads'
import { createStatementJudge, type StatementJudge } from './statement-judge.ts'

export type JudgeCall = { method: keyof StatementJudge; argument: unknown }

/** A judge that answers later; it has to be closed. */
export type OpenedJudge = {
  [Method in keyof StatementJudge]: (
    ...given: Parameters<StatementJudge[Method]>
  ) => Promise<ReturnType<StatementJudge[Method]>>
} & { close(): Promise<void> }

/** From this length on (compressed bytes) a thread is worth its start: what is shorter takes a few milliseconds. */
const threadFromBytes = 8_000

/** Opens the judge of a statement: here when it is short, in a thread of its own when the event loop would feel it. */
export function openJudge(fileBytes: number): OpenedJudge {
  if (fileBytes < threadFromBytes) {
    const judge = createStatementJudge()
    return callable(async ({ method, argument }) => (judge[method] as (given: unknown) => unknown)(argument))
  }
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    execArgv: [],
    name: 'bank-statement',
  })
  worker.unref()
  const call = (message: JudgeCall) =>
    new Promise<unknown>((resolve, reject) => {
      const settle = (end: () => void) => {
        worker.off('message', onMessage)
        worker.off('error', onEnd)
        worker.off('exit', onEnd)
        end()
      }
      const onMessage = ({ answer, error }: { answer?: unknown; error?: string }) =>
        settle(() => (error === undefined ? resolve(answer) : reject(new Error(error))))
      const onEnd = (reason: unknown) =>
        settle(() =>
          reject(reason instanceof Error ? reason : new Error('the thread of the statement ended')),
        )
      worker.on('message', onMessage)
      worker.on('error', onEnd)
      worker.on('exit', onEnd)
      worker.postMessage(message)
    })
  return callable(call, async () => void (await worker.terminate()))
}

function callable(
  call: (message: JudgeCall) => Promise<unknown>,
  close: () => Promise<void> = async () => undefined,
): OpenedJudge {
  const method =
    <Method extends keyof StatementJudge>(name: Method): OpenedJudge[Method] =>
    (argument?: unknown) =>
      call({ method: name, argument }) as never
  return {
    open: method('open'),
    addKept: method('addKept'),
    addOrders: method('addOrders'),
    decide: method('decide'),
    take: method('take'),
    result: method('result'),
    close,
  }
}
