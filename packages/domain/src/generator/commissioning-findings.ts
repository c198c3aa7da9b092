import type { CommissioningFailure, StepResult } from './commissioning.ts'

/** What a step found, one part each, in the order in which it is told. */
export type Finding =
  | { kind: 'failure'; failure: CommissioningFailure }
  /** In the words of who left the step out. */
  | { kind: 'reason'; text: string }
  | { kind: 'reads'; kw: number }
  | { kind: 'moved'; minerKw: number; meterKw: number }
  | { kind: 'step'; kw: number; isMeasured: boolean }
  | { kind: 'took'; ms: number; firmware: string | null }

export function findingsOf({ failure, reason, figures }: StepResult): Finding[] {
  const { readsKw, minerKw, movedKw, stepKw, isMeasured, tookMs, stops } = figures
  const findings: (Finding | null)[] = [
    failure === null ? null : { kind: 'failure', failure },
    reason === null ? null : { kind: 'reason', text: reason },
    readsKw === null ? null : { kind: 'reads', kw: readsKw },
    minerKw === null || movedKw === null ? null : { kind: 'moved', minerKw, meterKw: movedKw },
    stepKw === null ? null : { kind: 'step', kw: stepKw, isMeasured: isMeasured === true },
    tookMs === null ? null : { kind: 'took', ms: tookMs, firmware: null },
    ...stops.map((one): Finding => ({ kind: 'took', ms: one.tookMs, firmware: one.firmware })),
  ]
  return findings.filter((one) => one !== null)
}
