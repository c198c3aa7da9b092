import { randomUUID } from 'node:crypto'
import { type ConnectionTest, ConnectionTestSchema } from '@shipminer/contract/control'
import type { Store } from '../../platform/db/store.ts'

export type AskAnswer = { test: ConnectionTest; deviceKey: string | null }
export type Asks = {
  /** Null: no answer in time, so the controller is not there, whichever server it would be connected to. */
  ask(question: {
    controllerId: string
    ipAddress: string
    port: number
    keep: boolean
  }): Promise<AskAnswer | null>
  onAnswer(message: { askId: string; test: unknown; deviceKey: string | null }): Promise<void>
  close(): Promise<void>
}

/** The server that has the controller's line says so at once; when none does, there is no line. */
const lineWithinMs = 3_000
const answerWithinMs = 10_000

/**
 * Requests to controllers whose line may be on another server: requests and replies travel as signals of the database. `deliver` gets every
 * request, sends it if the line is on this server, and says whether it is.
 */
export async function createAsks(deps: {
  store: Store
  clock: () => number
  deliver(question: {
    controllerId: string
    askId: string
    ipAddress: string
    port: number
    keep: boolean
    expiresAt: number
  }): boolean
}): Promise<Asks> {
  const { store, clock } = deps
  const waiting = new Map<string, { done(answer: AskAnswer | null): void; isOnLine(): void }>()
  const stopAsks = await store.listen('asks', (payload) => {
    const question = JSON.parse(payload)
    if (!deps.deliver(question)) return
    // Lost, the asker is answered that there is no line.
    store.notify('asks_taken', question.askId).catch(() => undefined)
  })
  const stopTaken = await store.listen('asks_taken', (askId) => waiting.get(askId)?.isOnLine())
  const stopAnswers = await store.listen('answers', (payload) => {
    const { askId, test, deviceKey } = JSON.parse(payload)
    waiting.get(askId)?.done({ test: ConnectionTestSchema.parse(test), deviceKey })
  })
  return {
    ask(question) {
      const askId = randomUUID()
      return new Promise((resolve, reject) => {
        const finish = (answer: AskAnswer | null) => {
          clearTimeout(timer)
          waiting.delete(askId)
          resolve(answer)
        }
        let timer = setTimeout(() => finish(null), lineWithinMs)
        const isOnLine = () => {
          clearTimeout(timer)
          timer = setTimeout(() => finish(null), answerWithinMs)
        }
        waiting.set(askId, { done: finish, isOnLine })
        store
          .notify('asks', JSON.stringify({ askId, ...question, expiresAt: clock() + answerWithinMs }))
          .catch((error: unknown) => {
            clearTimeout(timer)
            waiting.delete(askId)
            reject(error)
          })
      })
    },
    onAnswer: (message) => store.notify('answers', JSON.stringify(message)),
    async close() {
      for (const { done } of waiting.values()) done(null)
      await Promise.all([stopAsks(), stopTaken(), stopAnswers()])
    },
  }
}
