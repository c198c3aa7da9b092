/** What a benchmark is given: by its command line, and by the few settings that name programs of others. */
export type BenchOptions = {
  /** The long form: more rounds, more data. */
  long: boolean
  /** A Python with `pyasic` installed, to measure against; null when not set. */
  pyasicPython: string | null
}

export const options: BenchOptions = {
  long: process.argv.includes('--long'),
  pyasicPython: process.env.PYASIC_PYTHON || null,
}

/** The value for this form. */
export const chooseSize = <T>(short: T, long: T): T => (options.long ? long : short)
