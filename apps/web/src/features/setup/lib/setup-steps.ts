/** The steps of the welcome setup in their order (docs/product.md 2.11). Name and e-mail belong to the first. */
export const setupSteps = ['wallet', 'language', 'notifications', 'newsletter'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What the steps after the first require. */
export type SetupProgress = { isConnected: boolean; hasPerson: boolean }

/** Whether a step can be shown: the first always, the others once a person is connected and has a name and an e-mail address. */
export function canShowStep(step: SetupStep, { isConnected, hasPerson }: SetupProgress): boolean {
  return step === 'wallet' || (isConnected && hasPerson)
}

/** The step to show when the browser's history has `asked`: that one, or the first while it cannot be shown yet. */
export function stepToShow(asked: SetupStep, progress: SetupProgress): SetupStep {
  return canShowStep(asked, progress) ? asked : 'wallet'
}

/** The step after this one; null after the last. */
export function stepAfter(step: SetupStep): SetupStep | null {
  return setupSteps[setupSteps.indexOf(step) + 1] ?? null
}

/** The step before this one; null before the first. */
export function stepBefore(step: SetupStep): SetupStep | null {
  return setupSteps[setupSteps.indexOf(step) - 1] ?? null
}

/** Reads the step that a place in the history was left with; anything else is the first. */
export function readStep(state: unknown): SetupStep {
  const kept =
    typeof state === 'object' && state !== null ? (state as { setupStep?: unknown }).setupStep : null
  return setupSteps.find((step) => step === kept) ?? 'wallet'
}
