/** Money to a script, in hex. */
export type ScriptAmount = { script: string; amountSat: number }

/** A payout that a transaction does not make, by its place in the run. `foundSat` null: nothing goes there. */
export type OutputDifference = { line: number; foundSat: number | null }

export type OutputComparison =
  | { ok: true; furtherSat: number[] }
  /** `furtherSat`: outputs to others, as change is. */
  | { ok: false; differences: OutputDifference[]; furtherSat: number[] }

/**
 * Whether a transaction pays exactly the lines of a run: to each script as many outputs, of just those amounts, as lines name it. Outputs to
 * other scripts are the payer's own affair and are reported.
 */
export function compareOutputs(
  lines: readonly ScriptAmount[],
  outputs: readonly ScriptAmount[],
): OutputComparison {
  const named = new Set(lines.map(({ script }) => script))
  const furtherSat = outputs.filter(({ script }) => !named.has(script)).map(({ amountSat }) => amountSat)
  const left = new Map<string, number[]>()
  for (const { script, amountSat } of outputs)
    if (named.has(script)) left.set(script, [...(left.get(script) ?? []), amountSat])
  const unmatched = lines.flatMap(({ script, amountSat }, line) => {
    const amounts = left.get(script) ?? []
    const at = amounts.indexOf(amountSat)
    if (at < 0) return [line]
    amounts.splice(at, 1)
    return []
  })
  const differences: OutputDifference[] = unmatched.map((line) => ({
    line,
    foundSat: left.get(lines[line]?.script ?? '')?.shift() ?? null,
  }))
  // What goes to an owner beyond the lines: the last line that names the script is the wrong one.
  for (const [script, amounts] of left)
    for (const extra of amounts) {
      const line = lines.findLastIndex((one) => one.script === script)
      differences.push({ line, foundSat: (lines[line]?.amountSat ?? 0) + extra })
    }
  return differences.length === 0 ? { ok: true, furtherSat } : { ok: false, differences, furtherSat }
}
