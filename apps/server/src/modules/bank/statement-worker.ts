import { parentPort } from 'node:worker_threads'
import type { JudgeCall } from './open-judge.ts'
import { createStatementJudge } from './statement-judge.ts'

/** Judges one statement in a thread of its own: one call after another, each answered. */
const judge = createStatementJudge()

parentPort?.on('message', ({ method, argument }: JudgeCall) => {
  try {
    const call = judge[method] as (given: unknown) => unknown
    parentPort?.postMessage({ answer: call(argument) })
  } catch (error) {
    parentPort?.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
})
