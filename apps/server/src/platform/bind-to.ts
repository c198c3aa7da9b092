/** A function without its first parameter, the dependencies. */
type Bound<F> = F extends (deps: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never

/**
 * Binds functions with explicit dependencies to those dependencies: the operations of a module, for callers that do not have them.
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
