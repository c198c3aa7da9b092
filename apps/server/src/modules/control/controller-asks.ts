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
  answered(message: { askId: string; test: unknown; deviceKey: string | null }): Promise<void>
  close(): Promise<void>
}

const answerWithinMs = 10_000

/**
 * Requests to controllers whose line may be on another server: requests and replies travel as signals of the database. `deliver` gets every
 * request and sends it if the line is on this server.
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
  }): void
}): Promise<Asks> {
  const { store, clock } = deps
  const waiting = new Map<string, (answer: AskAnswer | null) => void>()
  const stopAsks = await store.listen('asks', (payload) => deps.deliver(JSON.parse(payload)))
  const stopAnswers = await store.listen('answers', (payload) => {
    const { askId, test, deviceKey } = JSON.parse(payload)
    waiting.get(askId)?.({ test: ConnectionTestSchema.parse(test), deviceKey })
  })
  return {
    ask(question) {
      const askId = randomUUID()
      return new Promise((resolve, reject) => {
        const done = (answer: AskAnswer | null) => {
          clearTimeout(timer)
          waiting.delete(askId)
          resolve(answer)
        }
        const timer = setTimeout(() => done(null), answerWithinMs)
        waiting.set(askId, done)
        store
          .notify('asks', JSON.stringify({ askId, ...question, expiresAt: clock() + answerWithinMs }))
          .catch((error: unknown) => {
            clearTimeout(timer)
            waiting.delete(askId)
            reject(error)
          })
      })
    },
    answered: (message) => store.notify('answers', JSON.stringify(message)),
    async close() {
      for (const done of waiting.values()) done(null)
      await Promise.all([stopAsks(), stopAnswers()])
    },
  }
}
