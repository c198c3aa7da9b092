import type { AlertEscalation } from '@shipminer/contract/alerts'

/** The second person as entered in the form. `to` is somebody of the crew, or `mail`. */
export type EscalationForm = { isOn: boolean; to: string; email: string; afterMinutes: string }
export type EscalationProblem = 'email' | 'afterMinutes' | 'to'

export function escalationForm(escalation: AlertEscalation | null): EscalationForm {
  return {
    isOn: escalation !== null,
    to: escalation?.memberId ?? 'mail',
    email: escalation?.email ?? '',
    afterMinutes: String(escalation?.afterMinutes ?? 30),
  }
}

/** What was typed, or what is wrong. `crew` are those who can be chosen now. */
export function parseEscalation(
  form: EscalationForm,
  crew: readonly { userId: string }[],
): { ok: true; escalation: AlertEscalation | null } | { ok: false; problem: EscalationProblem } {
  if (!form.isOn) return { ok: true, escalation: null }
  const afterMinutes = Number(form.afterMinutes.trim() || Number.NaN)
  if (!Number.isInteger(afterMinutes) || afterMinutes < 5 || afterMinutes > 1440)
    return { ok: false, problem: 'afterMinutes' }
  if (form.to !== 'mail')
    return crew.some(({ userId }) => userId === form.to)
      ? { ok: true, escalation: { afterMinutes, email: null, memberId: form.to } }
      : { ok: false, problem: 'to' }
  const email = form.email.trim()
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? { ok: true, escalation: { afterMinutes, email, memberId: null } }
    : { ok: false, problem: 'email' }
}
