import type { Budget } from '../budget.ts'
import { readCommand, sendOnce } from '../cgminer/cgminer-client.ts'
import { classifyReply, type WriteOutcome } from '../cgminer/cgminer-write.ts'
import { type CommandReply, replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { fieldOf, textOf } from '../cgminer/values.ts'
import type { DeviceAddress } from '../driver.ts'

export type Session =
  | { ok: true; id: string; isOwn: boolean }
  | { ok: false; problem: 'unreachable' | 'session-busy' | 'unsupported' }

/**
 * Opens the one session that LuxOS has. While another client holds it, it is busy; `mayShare` uses that client's session, which the
 * firmware reports to anyone: a unit must be able to give way no matter who is connected to it.
 */
export async function openSession(
  address: DeviceAddress,
  mayShare: boolean,
  budget: Budget,
): Promise<Session> {
  const outcome = await sendOnce(address, { command: 'logon' }, budget)
  if (!outcome.ok) return { ok: false, problem: 'unreachable' }
  const reply = replyTo(outcome.parsed, 'logon')
  const own = sessionId(reply)
  if (own !== null) return { ok: true, id: own, isOwn: true }
  if (reply !== null && classifyReply(reply).kind === 'unknown-command')
    return { ok: false, problem: 'unsupported' }
  if (!mayShare) return { ok: false, problem: 'session-busy' }
  const other = await readCommand(address, 'session', budget)
  const id = other.ok ? sessionId(replyTo(other.parsed, 'session')) : null
  return id === null ? { ok: false, problem: 'session-busy' } : { ok: true, id, isOwn: false }
}

function sessionId(reply: CommandReply | null): string | null {
  return textOf(fieldOf(sectionOf(reply, 'SESSION').rows[0], 'SessionID'), 80)
}

/** Sends a command under a session. Never again. */
export async function writeInSession(
  address: DeviceAddress,
  session: Session & { ok: true },
  command: string,
  parameter: string | null,
  budget: Budget,
): Promise<WriteOutcome> {
  const request = { command, parameter: parameter === null ? session.id : `${session.id},${parameter}` }
  const outcome = await sendOnce(address, request, budget)
  if (!outcome.ok) return outcome.isSent ? { kind: 'doubtful' } : { kind: 'unreachable' }
  const reply = replyTo(outcome.parsed, command)
  return reply === null ? { kind: 'doubtful' } : classifyReply(reply)
}

/** Gives the session back, so that no one has to wait for it to expire. The answer does not matter. */
export async function closeSession(
  address: DeviceAddress,
  session: Session & { ok: true },
  budget: Budget,
): Promise<void> {
  if (session.isOwn) await sendOnce(address, { command: 'logoff', parameter: session.id }, budget)
}
