import { noteStatement } from '../traces.ts'

/** Receives how long a statement took, s. */
export type StatementObserver = (seconds: number) => void

/** What becomes known of each statement: its trace records it, and so does the one observer of its store. */
export function createStatementLog() {
  let observe: StatementObserver = () => undefined
  return {
    log(event: Parameters<typeof noteStatement>[0]): void {
      noteStatement(event)
      observe(event.queryDurationMillis / 1_000)
    },
    onStatement(observer: StatementObserver): void {
      observe = observer
    },
  }
}
