import type { Budget } from '../budget.ts'
import type { RefusalReason } from '../device-control.ts'
import { type Endpoint, sendOnce } from './cgminer-client.ts'
import { type CommandReply, isSuccess, replyTo } from './parse-reply.ts'

/** Codes that mean the same in every program of this family. */
const CODE = { invalidCommand: 14, accessDenied: 45 } as const

/**
 * The result of a write. `doubtful`: it was sent and no readable answer came, so the device may have done it.
 */
export type WriteOutcome =
  | { kind: 'done'; reply: CommandReply }
  | { kind: 'doubtful' }
  | { kind: 'unknown-command' }
  | { kind: 'refused'; reason: RefusalReason; reply: CommandReply }
  | { kind: 'unreachable' }

/** Sends a command that changes something, once. Information counts as success, and so does the plain word `RESTART`. */
export async function writeCommand(
  endpoint: Endpoint,
  command: string,
  parameter: string | null,
  budget: Budget,
): Promise<WriteOutcome> {
  const request = parameter === null ? { command } : { command, parameter }
  const outcome = await sendOnce(endpoint, request, budget)
  if (!outcome.ok) return outcome.isSent ? { kind: 'doubtful' } : { kind: 'unreachable' }
  const reply = replyTo(outcome.parsed, command)
  if (reply === null) return { kind: 'doubtful' }
  return classifyReply(reply)
}

/** What a reply to a write says. */
export function classifyReply(reply: CommandReply): WriteOutcome {
  const { status } = reply
  if (status === null) return { kind: 'doubtful' }
  if (isSuccess(status) || /^(?:RESTART|BYE|REBOOT)/.test(status.letter)) return { kind: 'done', reply }
  if (status.code === CODE.accessDenied) return { kind: 'refused', reason: 'writes-disabled', reply }
  if (status.code === CODE.invalidCommand || /invalid command/i.test(status.message ?? '')) {
    return { kind: 'unknown-command' }
  }
  return { kind: 'refused', reason: 'device-error', reply }
}

/** A part of a parameter in which commas separate parts. */
export function escapePart(text: string): string {
  return text.replace(/[\\,]/g, (mark) => `\\${mark}`)
}
