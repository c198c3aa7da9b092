import type { VatNumber } from '@shipminer/domain/orders/vat-number'
import * as z from 'zod'

/** What the Commission's register answered about a well-formed number: in use, not in use, or nothing (not queried, unavailable, busy). */
export type VatAnswer = 'confirmed' | 'unknown-to-vies' | 'form-valid'

export type VatChecker = {
  /** Never throws, and never takes longer than the time limit. */
  check(vatNumber: VatNumber): Promise<VatAnswer>
}

const AnswerSchema = z.object({
  isValid: z.boolean().optional(),
  valid: z.boolean().optional(),
  userError: z.string().optional(),
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
 */
export function createVatChecker(deps: {
  url: string | null
  fetch: typeof globalThis.fetch
  clock: () => number
  logger: { info(details: object, message: string): void }
}): VatChecker {
  const { url, clock } = deps
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
      const answer = ask(number).catch((error: unknown) => {
        deps.logger.info(
          { reason: error instanceof Error ? error.message : String(error) },
          'VIES has no answer',
        )
        restUntil = clock() + restMs
        return 'form-valid' as const
      })
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
  }

  async function ask(number: string): Promise<VatAnswer> {
    const response = await deps.fetch(
      `${url}/ms/${number.slice(0, 2)}/vat/${encodeURIComponent(number.slice(2))}`,
      {
        signal: AbortSignal.timeout(answerLimitMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      },
    )
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { isValid, valid, userError } = AnswerSchema.parse(await response.json())
    const said = isValid ?? valid
    if (said === undefined || (userError !== undefined && !['VALID', 'INVALID'].includes(userError)))
      throw new Error(userError ?? 'no answer in the answer')
    return said ? 'confirmed' : 'unknown-to-vies'
  }
}
