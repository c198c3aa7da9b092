import type { CommissioningFailure, StepResult } from './commissioning.ts'

/** What a step found, one part each, in the order in which it is reported. */
export type Finding =
  | { kind: 'failure'; failure: CommissioningFailure }
  /** In the words of who left the step out. */
  | { kind: 'reason'; text: string }
  | { kind: 'reads'; kw: number }
  | { kind: 'moved'; minerKw: number; meterKw: number }
  | { kind: 'step'; kw: number; isMeasured: boolean }
  | { kind: 'took'; ms: number; firmware: string | null }

/** The texts of findings, by the keys of the languages' `commissioning`. */
export type FindingKey =
  | `failure.${CommissioningFailure}`
  | `found.${'reads' | 'moved' | 'step.measured' | 'step.entered' | 'took' | 'tookOf'}`

/** A finding in a sentence, with the words and the figures of a language. */
export function phraseFinding(
  one: Finding,
  words: {
    translate: (key: FindingKey, values: Record<string, string>) => string
    formatKw: (kw: number) => string
    /** To a tenth, without the unit. */
    formatNumber: (value: number) => string
  },
): string {
  const { translate, formatKw: kw } = words
  switch (one.kind) {
    case 'failure':
      return translate(`failure.${one.failure}`, {})
    case 'reason':
      return one.text
    case 'reads':
      return translate('found.reads', { kw: kw(one.kw) })
    case 'moved':
      return translate('found.moved', { miner: kw(one.minerKw), meter: kw(one.meterKw) })
    case 'step':
      return translate(one.isMeasured ? 'found.step.measured' : 'found.step.entered', { kw: kw(one.kw) })
    case 'took': {
      const time = `${words.formatNumber(one.ms / 1_000)}\u00a0s`
      return one.firmware === null
        ? translate('found.took', { time })
        : translate('found.tookOf', { firmware: one.firmware, time })
    }
  }
}

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
