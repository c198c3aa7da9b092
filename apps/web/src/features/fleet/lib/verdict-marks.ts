export type VerdictTone = 'good' | 'caution' | 'bad' | 'idle'

/** The shape of each tone in a box of 14 by 14: filled, or a line. */
export const verdictMarks: Record<VerdictTone, { path: string; isLine: boolean }> = {
  good: { path: 'M1 7a6 6 0 1 1 12 0a6 6 0 1 1-12 0z', isLine: false },
  caution: { path: 'M7 0.5L14 13H0z', isLine: false },
  bad: { path: 'M7 0l7 7-7 7-7-7z', isLine: false },
  idle: { path: 'M1.5 7a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0z', isLine: true },
}
