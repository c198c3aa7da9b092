import type { VatNumber } from '@shipminer/domain/orders/vat/vat-number'
import { reasonOf } from '@shipminer/domain/reason-of'
import * as z from 'zod'

/** What the Commission's register answered about a well-formed number: in use, not in use, or nothing (not queried, unavailable, busy). */
export type VatAnswer = 'confirmed' | 'unknown-to-vies' | 'form-valid'

export type VatChecker = {
  /** Never throws, and never takes longer than the time limit. */
  check(vatNumber: VatNumber): Promise<VatAnswer>
  /** Asks anew, in the seller's name where their number is known, so that the register gives a number of the consultation. Never throws. */
  consult(vatNumber: VatNumber): Promise<Consultation>
}

/** `id`: the register's number of it; null: it gave none. */
export type Consultation = { answer: VatAnswer; id: string | null }

const AnswerSchema = z.object({
  isValid: z.boolean().optional(),
  valid: z.boolean().optional(),
  userError: z.string().optional(),
  requestIdentifier: z.string().max(100).optional(),
})

const answerLimitMs = 4_000
const answerKeptMs = 6 * 3_600_000
/** After a failure no one is kept waiting for a while. */
const restMs = 60_000
const keptAnswers = 1_000
/** Maximum queries within a minute: the form must not be a way to flood the register. */
const askedPerMinute = 60

/**
 * Queries VIES over its REST interface, `<url>/ms/<country>/vat/<number>`. Answers are cached for six hours; an answer that is not a plain
 * yes or no (a member state is unavailable, too many requests) counts as none.
 *
 * @param url null: never queried
 * @param requester the seller's own number, in whose name consultations are made; null: it is not known
 */
export function createVatChecker(deps: {
  url: string | null
  requester?: string | null
  fetch: typeof globalThis.fetch
  clock: () => number
  logger: { info(details: object, message: string): void }
}): VatChecker {
  const { url, clock, requester } = deps
  const answers = new Map<string, { answer: Promise<VatAnswer>; at: number }>()
  let restUntil = 0
  let asked = { minute: 0, count: 0 }

  return {
    check({ number }) {
      if (url === null || clock() < restUntil) return Promise.resolve('form-valid')
      const known = answers.get(number)
      if (known && clock() - known.at < answerKeptMs) return known.answer
      const minute = Math.floor(clock() / 60_000)
      if (minute !== asked.minute) asked = { minute, count: 0 }
      if (asked.count >= askedPerMinute) return Promise.resolve('form-valid')
      asked.count += 1
      const answer = ask(number, '').then(
        (said) => said.answer,
        (error: unknown) => {
          noteFailure(error)
          restUntil = clock() + restMs
          return 'form-valid' as const
        },
      )
      answers.delete(number)
      answers.set(number, { answer, at: clock() })
      void answer.then((said) => {
        if (said === 'form-valid') answers.delete(number)
      })
      for (const oldest of answers.keys()) {
        if (answers.size <= keptAnswers) break
        answers.delete(oldest)
      }
      return answer
    },
    async consult({ number }) {
      const none = { answer: 'form-valid', id: null } as const
      if (url === null) return none
      const own = requester?.replaceAll(/[^A-Z0-9]/g, '') ?? ''
      const asker =
        own === '' ? '' : `?requesterMemberStateCode=${own.slice(0, 2)}&requesterNumber=${own.slice(2)}`
      try {
        return await ask(number, asker)
      } catch (error) {
        noteFailure(error)
        return none
      }
    },
  }

  function noteFailure(error: unknown): void {
    deps.logger.info({ reason: reasonOf(error) }, 'VIES has no answer')
  }

  async function ask(number: string, asker: string): Promise<Consultation> {
    const response = await deps.fetch(
      `${url}/ms/${number.slice(0, 2)}/vat/${encodeURIComponent(number.slice(2))}${asker}`,
      {
        signal: AbortSignal.timeout(answerLimitMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      },
    )
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { isValid, valid, userError, requestIdentifier } = AnswerSchema.parse(await response.json())
    const said = isValid ?? valid
    if (said === undefined || (userError !== undefined && !['VALID', 'INVALID'].includes(userError)))
      throw new Error(userError ?? 'no answer in the answer')
    return { answer: said ? 'confirmed' : 'unknown-to-vies', id: requestIdentifier || null }
  }
}
