/** What a benchmark is given: by its command line, and by the few settings that name programs of others. */
export type BenchOptions = {
  /** The long form: more rounds, more data. */
  long: boolean
  /** Of the benchmarks that let their size be chosen: `--miners=1000`, `--days=396`; null when not given. */
  miners: number | null
  days: number | null
  /** A Python with `pyasic` installed, to measure against; null when not set. */
  pyasicPython: string | null
}

/** @throws when it is no whole number above zero. */
function numberOf(name: string): number | null {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
  if (given === undefined) return null
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new Error(`--${name} must be a whole number above zero`)
  return Number(given)
}

export const options: BenchOptions = {
  long: process.argv.includes('--long'),
  miners: numberOf('miners'),
  days: numberOf('days'),
  pyasicPython: process.env.PYASIC_PYTHON || null,
}

/** The value for this form. */
export const chooseSize = <T>(short: T, long: T): T => (options.long ? long : short)
