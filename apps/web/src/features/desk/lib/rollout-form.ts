/** What is typed into the form of a new rollout. `first`: a controller that goes ahead alone, or empty. */
export type RolloutForm = {
  version: string
  first: string
  shares: string
  minutes: string
  tolerated: string
}
export type RolloutPlan = {
  version: string
  stages: ({ controllers: string[] } | { percent: number })[]
  reportWithinMinutes: number
  tolerated: number
}
export type RolloutProblems = Partial<
  Record<keyof RolloutForm, 'form.sharesWrong' | 'form.minutesWrong' | 'form.toleratedWrong'>
>

/**
 * The plan that a form means, or what is wrong with it. Shares are whole percents that rise, up to nine of them.
 *
 * ```ts
 * planOf({ version: '1.4.0', first: 'SM-A', shares: '10, 50, 100', minutes: '60', tolerated: '0' })
 * // stages: SM-A, 10 %, 50 %, 100 %
 * ```
 */
export function planOf(
  form: RolloutForm,
): { ok: true; plan: RolloutPlan } | { ok: false; problems: RolloutProblems } {
  const shares = form.shares
    .split(/[\s,;%]+/)
    .filter((part) => part !== '')
    .map((part) => wholeNumber(part, 1, 100))
  const isRising = shares.every((share, index) => share !== null && share > (shares[index - 1] ?? 0))
  const isEnough = shares.length > 0 || form.first !== ''
  const minutes = wholeNumber(form.minutes, 1, 10_080)
  const tolerated = wholeNumber(form.tolerated, 0, 1_000)
  if (!isRising || !isEnough || shares.length > 9 || minutes === null || tolerated === null)
    return {
      ok: false,
      problems: {
        ...(isRising && isEnough && shares.length <= 9 ? {} : { shares: 'form.sharesWrong' }),
        ...(minutes === null ? { minutes: 'form.minutesWrong' } : {}),
        ...(tolerated === null ? { tolerated: 'form.toleratedWrong' } : {}),
      },
    }
  const stages = [
    ...(form.first === '' ? [] : [{ controllers: [form.first] }]),
    ...shares.flatMap((percent) => (percent === null ? [] : [{ percent }])),
  ]
  return { ok: true, plan: { version: form.version, stages, reportWithinMinutes: minutes, tolerated } }
}

function wholeNumber(text: string, lowest: number, highest: number): number | null {
  const typed = text.trim()
  const value = /^\d{1,6}$/.test(typed) ? Number(typed) : null
  return value !== null && value >= lowest && value <= highest ? value : null
}
