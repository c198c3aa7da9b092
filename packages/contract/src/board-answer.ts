import * as z from 'zod/mini'
import { outsideText, outsideWords } from './from-outside.ts'

/*
 * What a box says of itself when the desk takes a set of diagnostics. Names and log lines are the box's own and are in no language of ours,
 * so that they can be looked up as they stand. Logins, keys, tokens and workers of pools are left out on board.
 */

/** Value null: the box does not know it. */
const FactSchema = z.object({ name: outsideText(80), value: outsideWords(300) })
export type BoardFact = z.infer<typeof FactSchema>

/** What there is to say; one that a newer box adds is shown by its own name. */
export const boardParts = ['versions', 'settings', 'line', 'spool', 'power', 'rules', 'update'] as const

export const mostBoardFacts = 120
export const mostBoardMiners = 500
export const mostBoardLines = 200
/** All of it, as JSON: a box says less of its miners and its log rather than more than this. */
export const mostBoardBytes = 256 * 1024

export const BoardAnswerSchema = z.object({
  /** By the clock of shore, as the box knows it. */
  madeAt: z.int().check(z.minimum(-8.64e15), z.maximum(8.64e15)),
  parts: z
    .array(z.object({ part: outsideText(20), facts: z.array(FactSchema).check(z.maxLength(mostBoardFacts)) }))
    .check(z.maxLength(12)),
  /** What each miner answered last; `miners` may be cut off. */
  minerCount: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  miners: z
    .array(z.object({ key: outsideText(130), facts: z.array(FactSchema).check(z.maxLength(20)) }))
    .check(z.maxLength(mostBoardMiners)),
  /** The last lines of its log, oldest first. */
  log: z
    .array(
      z.object({
        at: z.int().check(z.minimum(-8.64e15), z.maximum(8.64e15)),
        level: outsideText(10),
        text: outsideText(500),
      }),
    )
    .check(z.maxLength(mostBoardLines)),
})
export type BoardAnswer = z.infer<typeof BoardAnswerSchema>
