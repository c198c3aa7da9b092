/** What is left of a function once its dependencies are given. */
type Bound<F> = F extends (deps: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/**
 * Gives functions over explicit dependencies those dependencies: the list of what a module can do, for whoever does not have them.
 *
 * @example bindTo(deps, { readRun, cancelRun }).readRun(id) // readRun(deps, id)
 */
export function bindTo<Deps, Functions extends Record<string, (deps: Deps, ...rest: never[]) => unknown>>(
  deps: Deps,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Functions[Name]> } {
  return Object.fromEntries(
    Object.entries(functions).map(([name, act]) => [name, (...rest: never[]) => act(deps, ...rest)]),
  ) as { [Name in keyof Functions]: Bound<Functions[Name]> }
}
