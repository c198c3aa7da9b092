import { cleanText } from '@shipminer/contract/from-outside'
import type { MeterIdentity } from '@shipminer/domain/generator/load/meter-identity'
import { z } from 'zod'

/** Longest part of an identity that is kept and shown. */
const longestPart = 64

/** Called each time that the meter reports its identity. */
export type OnIdentity = (identity: MeterIdentity) => void

const part = z
  .string()
  .max(longestPart)
  .nullable()
  .catch(null)
  .transform((text) => partOf(text))
/** An identity as it was kept on disk. */
export const MeterIdentitySchema = z.object({
  by: z.string().max(40),
  maker: part,
  model: part,
  serial: part,
  source: part,
})

/** What a meter wrote in one of its fields, for people; null where it is blank, or was never programmed. */
export function partOf(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const clean = cleanText(text.slice(0, 4 * longestPart), 4 * longestPart)
    .replace(/[\p{C}\ufffd]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return clean === '' || /^(0+|[fF]{4,})$/.test(clean) ? null : clean.slice(0, longestPart).toWellFormed()
}

/** An identity by what was read; null where the meter says nothing of itself. */
export function identityOf(
  by: string,
  parts: Partial<Record<'maker' | 'model' | 'serial' | 'source', unknown>>,
): MeterIdentity | null {
  const identity = {
    by,
    maker: partOf(parts.maker),
    model: partOf(parts.model),
    serial: partOf(parts.serial),
    source: partOf(parts.source),
  }
  const { maker, model, serial, source } = identity
  return maker === null && model === null && serial === null && source === null ? null : identity
}

/** A meter that said who it is, is asked again. */
export const askAgainMs = 3_600_000
const firstRetryMs = 10_000

/**
 * When a meter is asked who it is: once at each connection and then every hour. What it says counts when it says the same twice, since a meter that
 * has just started may say anything.
 */
export function createIdentityLook(onIdentity: OnIdentity | undefined) {
  let dueAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let before: string | null = null
  return {
    isDue: (now: number) => onIdentity !== undefined && now >= dueAt,
    /** The line came up. One that did not report is queried no sooner for that: the question may be what broke it. */
    lineUp() {
      if (failures === 0) dueAt = Number.NEGATIVE_INFINITY
      before = null
    },
    /** Somebody wants to know. */
    askSoon() {
      dueAt = Number.NEGATIVE_INFINITY
      failures = 0
      before = null
    },
    take(identity: MeterIdentity | null, now: number) {
      failures = 0
      const text = identity === null ? null : JSON.stringify(identity)
      if (identity !== null && text !== before) {
        before = text
        return
      }
      before = null
      dueAt = now + askAgainMs
      if (identity !== null) onIdentity?.(identity)
    },
    /** It did not say in time: it is asked more and more seldom, so that the question costs no reading. */
    fail(now: number) {
      before = null
      dueAt = now + Math.min(askAgainMs, firstRetryMs * 2 ** failures)
      failures += 1
    },
  }
}
