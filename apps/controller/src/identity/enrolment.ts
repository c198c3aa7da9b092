import { readFile } from 'node:fs/promises'
import type { EnrolRequest } from '@shipminer/contract/enrolment'
import { z } from 'zod'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { backOffMs } from '../platform/back-off.ts'
import { pause } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'

const ATTEMPT_TIMEOUT_MS = 15_000
const RETRY = { firstMs: 2_000, longestMs: 60_000 }
/** A refusal seldom heals by itself: someone has to make a new token, so knocking slowly is enough. */
const RETRY_AFTER_REFUSAL = { firstMs: 60_000, longestMs: 600_000 }

const AnswerSchema = z.object({
  success: z.boolean(),
  code: z.string().optional(),
  error: z.string().optional(),
})

const MarkSchema = z.object({ serverUrl: z.string(), controllerId: z.string(), publicKey: z.string() })

/** What the controller is enrolled with. Another server, id or key needs a new enrolment. */
export type EnrolmentMark = z.infer<typeof MarkSchema>

export type EnrolmentAnswer =
  | { outcome: 'enrolled' }
  /** The server understood and said no; `code` is its error code. */
  | { outcome: 'refused'; code: string }
  | { outcome: 'unreachable'; detail: string }

/** One attempt. The server answers the same token with the same key every time: an answer lost on the way costs nothing. */
export async function enrolOnce(
  serverUrl: string,
  request: EnrolRequest,
  fetchFn: typeof fetch,
  signal: AbortSignal,
): Promise<EnrolmentAnswer> {
  try {
    const response = await fetchFn(`${serverUrl}/api/controllers/enrol`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    })
    const answer = AnswerSchema.safeParse(await response.json().catch(() => null))
    if (answer.success && answer.data.success && response.ok) return { outcome: 'enrolled' }
    const isFinal =
      response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429
    if (answer.success && !answer.data.success && isFinal) {
      return { outcome: 'refused', code: answer.data.code ?? answer.data.error ?? `HTTP ${response.status}` }
    }
    return { outcome: 'unreachable', detail: `HTTP ${response.status}` }
  } catch (error) {
    return { outcome: 'unreachable', detail: errorText(error) }
  }
}

/** Tries until the server has enrolled the controller, ever more slowly; false when the signal ended it first. */
export async function enrolUntilDone(options: {
  serverUrl: string
  request: EnrolRequest
  fetchFn: typeof fetch
  random: () => number
  signal: AbortSignal
  onAnswer: (answer: EnrolmentAnswer) => void
  log: Logger
}): Promise<boolean> {
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    const answer = await enrolOnce(options.serverUrl, options.request, options.fetchFn, options.signal)
    if (options.signal.aborted) break
    options.onAnswer(answer)
    if (answer.outcome === 'enrolled') {
      options.log.info({ controllerId: options.request.controllerId }, 'controller enrolled')
      return true
    }
    const delayMs = backOffMs(
      attempt,
      options.random,
      answer.outcome === 'refused' ? RETRY_AFTER_REFUSAL : RETRY,
    )
    options.log.warn({ ...answer, retryInMs: delayMs }, 'enrolment did not succeed yet')
    await pause(delayMs, options.signal)
  }
  return false
}

export async function isEnrolled(path: string, expected: EnrolmentMark): Promise<boolean> {
  try {
    const mark = MarkSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    return (
      mark.serverUrl === expected.serverUrl &&
      mark.controllerId === expected.controllerId &&
      mark.publicKey === expected.publicKey
    )
  } catch {
    return false
  }
}

export function markEnrolled(path: string, mark: EnrolmentMark): Promise<void> {
  return writeFileAtomically(path, JSON.stringify(mark))
}
