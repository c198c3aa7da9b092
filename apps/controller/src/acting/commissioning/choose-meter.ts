import {
  fieldDefaults,
  fieldsOf,
  type MeterField,
  meterOf,
  namedMeters,
  nameOfMeter,
} from '../../generator/meter/meter-form.ts'
import type { Generator } from '../../generator/open-generator.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorText, type Logger } from '../../platform/logger.ts'
import type { MeterAct, MeterOutcome, MeterStatus, ShownMeter } from '../../status-page/meter/meter-status.ts'
import type { MeterPorts } from '../meter-search/ask-host.ts'
import { createMeterSearch } from '../meter-search/meter-search.ts'
import { hostsIn } from '../meter-search/read-found.ts'

type Meters = Pick<Generator, 'meter' | 'sources' | 'store'>

/** The choice of the meter on the box's page: what is in force, what is tried, and what a person does. */
export function createMeterChoice(options: {
  generator: Meters
  /** A step of the check at commissioning is under way. */
  isChecking: () => boolean
  /** Addresses of the box's own networks, where meters are searched. */
  networkHosts: () => readonly string[]
  searchPorts?: MeterPorts
  /** Another meter is in force. */
  onChosen: () => void
  clock: Clock
  log: Logger
}): { status(): MeterStatus; act(act: MeterAct): Promise<MeterOutcome>; stop(): Promise<void> } {
  const { generator, clock, log } = options
  const { meter: slot } = generator
  const search = createMeterSearch({
    hosts: options.networkHosts,
    meterAddresses: () => addressesOf(generator),
    ...(options.searchPorts === undefined ? {} : { ports: options.searchPorts }),
    log,
  })

  function inForce(): ShownMeter | null {
    const meter = slot.meter()
    const status = generator.sources().find(({ kind }) => kind !== 'contact') ?? null
    if (meter === null || status === null) return null
    const latest = slot.latest()
    return presentMeter(meter, status, latest, latest && clock.monotonic() - latest.arrivedAt)
  }

  return {
    status() {
      const trial = slot.trial()
      return {
        inForce: inForce(),
        trial: trial && {
          ...presentMeter(trial.meter, trial.status, trial.reading, trial.ageMs),
          isProven: trial.isProven,
        },
        choices: namedMeters.map((name) => ({
          name,
          fields: fieldsOf(name).map((field) => ({ field, preset: presetOf(name, field) })),
        })),
        search: search.status(),
      }
    },
    async act(act) {
      switch (act.kind) {
        case 'try': {
          const parsed = meterOf(act.form)
          if ('wrong' in parsed) return { name: 'wrong', fields: parsed.wrong }
          await search.end()
          await slot.try(parsed.meter)
          return { name: 'done' }
        }
        case 'search':
          search.start()
          return { name: 'done' }
        case 'drop':
          await slot.drop()
          return { name: 'done' }
        case 'keep': {
          // What a step of the check is measuring is of the meter in force.
          if (options.isChecking()) return { name: 'check-under-way' }
          try {
            if (!(await slot.adopt())) return { name: 'not-proven' }
          } catch (error) {
            log.error({ error: errorText(error) }, 'the meter that was chosen could not be kept')
            return { name: 'not-written' }
          }
          options.onChosen()
          return { name: 'kept' }
        }
      }
    },
    stop: search.end,
  }
}

/** Whom the box tells things may be asked; what it reads, and what its contactor hangs on, is left alone. */
const addressesOf = ({ store, meter }: Meters) =>
  hostsIn([{ ...store.current().wiring, tell: null }, meter.meter(), meter.trial()?.meter])

const presetOf = (name: (typeof namedMeters)[number], field: MeterField) => fieldDefaults(name)[field] ?? ''

/** A reading that is older says nothing about now, ms. */
const shownMs = 15_000

function presentMeter(
  meter: NonNullable<ReturnType<Meters['meter']['meter']>>,
  { state, problem, detail, preset }: NonNullable<ReturnType<Meters['meter']['status']>>,
  reading: ReturnType<Meters['meter']['latest']>,
  ageMs: number | null,
): ShownMeter {
  const isFresh = ageMs !== null && ageMs <= shownMs
  return {
    ...nameOfMeter(meter),
    state,
    problem: problem ?? null,
    detail,
    isVerified: preset?.isVerified ?? null,
    readsKw: isFresh ? (reading?.generatorLoadKw ?? null) : null,
    phasesKw: isFresh ? (reading?.phasesKw ?? []) : [],
    frequencyHz: isFresh ? (reading?.frequencyHz ?? null) : null,
    ageMs,
  }
}
