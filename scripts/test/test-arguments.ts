export const STEP_NAMES = ['check', 'unit', 'build', 'e2e'] as const
export type StepName = (typeof STEP_NAMES)[number]

/** What `npm test -- …` asks for. */
export type TestRequest = {
  readonly steps: readonly StepName[]
  readonly unitPaths: readonly string[]
  readonly journeyPaths: readonly string[]
  /** Passed to the runner as they are. */
  readonly flags: readonly string[]
}

/** Step names and paths choose; from the first argument with a dash on, everything goes to the runner. */
export function parseTestArguments(args: readonly string[]): TestRequest {
  const firstFlag = args.findIndex((argument) => argument.startsWith('-'))
  const words = firstFlag < 0 ? args : args.slice(0, firstFlag)
  const flags = firstFlag < 0 ? [] : args.slice(firstFlag)
  const named = STEP_NAMES.filter((name) => words.includes(name))
  const paths = words.filter((word) => !STEP_NAMES.some((name) => name === word))
  const journeyPaths = paths.filter((path) => /^(\.\/)?e2e\//.test(path))
  const unitPaths = paths.filter((path) => !journeyPaths.includes(path))
  if (words.length === 0) return { steps: STEP_NAMES, unitPaths, journeyPaths, flags }
  const wanted = new Set<StepName>(named)
  if (unitPaths.length > 0) wanted.add('unit')
  if (journeyPaths.length > 0) wanted.add('e2e')
  // A journey needs the pages.
  if (wanted.has('e2e')) wanted.add('build')
  return { steps: STEP_NAMES.filter((name) => wanted.has(name)), unitPaths, journeyPaths, flags }
}
