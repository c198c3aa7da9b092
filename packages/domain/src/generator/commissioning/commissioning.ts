/** The check before a box may use all that is spare, in the order in which it is done. */
export const commissioningSteps = [
  'meter',
  'panel',
  'miner',
  'stops',
  'largest-step',
  'contactor',
  'cable',
] as const
export type CommissioningStep = (typeof commissioningSteps)[number]

/** Why a step did not pass; a step that a person leaves out has that person's words instead. */
export type CommissioningFailure =
  | 'no-reading'
  | 'meter-refused'
  | 'panel-differs'
  | 'no-miner'
  | 'did-not-sleep'
  | 'did-not-start'
  | 'meter-did-not-follow'
  | 'other-meter'
  | 'no-step'
  | 'no-contactor'
  | 'did-not-open'
  | 'not-noticed'
  | 'did-not-return'
  | 'ended-by-person'

/** What was measured; null where that step measures it not. */
export type CommissioningFigures = {
  readsKw: number | null
  /** A miner's own power, and how far the meter moved with it. */
  minerKw: number | null
  movedKw: number | null
  /** How long it took, ms. */
  tookMs: number | null
  stepKw: number | null
  /** The step was seen, not only entered. */
  isMeasured: boolean | null
  /** The longest stop of each firmware that was tried. */
  stops: readonly { firmware: string; devices: number; tookMs: number }[]
}
export const noFigures: CommissioningFigures = {
  readsKw: null,
  minerKw: null,
  movedKw: null,
  tookMs: null,
  stepKw: null,
  isMeasured: null,
  stops: [],
}

export type StepResult = {
  outcome: 'passed' | 'failed' | 'skipped'
  /** Wall clock, ms. */
  at: number
  failure: CommissioningFailure | null
  /** Why a person left it out, in their words. */
  reason: string | null
  figures: CommissioningFigures
}
export type CommissioningResults = Partial<Record<CommissioningStep, StepResult>>

/** What the check may see at one moment. */
export type CommissioningView = {
  /** ms of a clock that never jumps, and of the wall. */
  now: number
  at: number
  loadKw: number | null
  loadAgeMs: number | null
  isLoadLost: boolean
  isMeterRefused: boolean
  /** The crew's word on the panel; null: not given yet. */
  isPanelSame: boolean | null
  hasContactor: boolean
  capacityKw: number | null
  devices: readonly {
    id: string
    firmware: string
    isAsleep: boolean
    isHashing: boolean
    watts: number | null
    ratedWatts: number
    canSleep: boolean
    isReachable: boolean
    isWanted: boolean
  }[]
}

/** What the follower does for a step: let every miner rest, start only these, or take the contactor's pulse away. */
export type Trial =
  | { kind: 'rest' }
  | { kind: 'only'; ids: readonly string[] }
  | { kind: 'no-pulse'; ids: readonly string[] }

/** The load without miners, and what the one that is tried took of it asleep, kW. */
type Base = { kw: number; asleepKw: number }

type Phase =
  | { name: 'look' }
  | { name: 'clear'; next: 'base' | 'watch' | 'run' }
  | { name: 'base'; loads: readonly number[] }
  | {
      name: 'run'
      ids: readonly string[]
      base: Base | null
      /** Since when they take what they take now, within little. */
      steady: { since: number; kw: number } | null
    }
  | { name: 'compare'; ids: readonly string[]; base: Base; loads: readonly number[] }
  | { name: 'stop'; ids: readonly string[]; took: Readonly<Record<string, number>> }
  | { name: 'watch'; leastKw: number | null; largestKw: number }
  | { name: 'drop'; ids: readonly string[]; fromKw: number; minersKw: number }
  | { name: 'back'; tookMs: number }

export type ActiveStep = { step: CommissioningStep; phase: Phase; since: number }
export type CommissioningState = { active: ActiveStep | null; results: CommissioningResults }

/** What a person does. */
export type CommissioningAct =
  | { kind: 'begin'; step: CommissioningStep }
  | { kind: 'skip'; step: CommissioningStep; reason: string }
  /** The largest step of the ship as it is known, kW. */
  | { kind: 'enter'; stepKw: number }
  /** The step that is watched for has been; or what is under way is given up. */
  | { kind: 'done' }

const lookMs = 15_000
/** Looks of which the mean is taken: about five seconds. */
const meanOf = 20
/** Longer than miners go unread: what they take is seen twice to be the same. */
const settleMs = 35_000
/** As a share of their rating. */
const steadyShare = 0.05
/** How far a meter may be behind. */
const meterLagMs = 5_000
const runMs = 900_000
const clearMs = 600_000
const watchMs = 300_000
const dropMs = 30_000
const cableMs = 300_000
/** The meter has to move by the miner's power within this share of it, and at least this, kW. */
const followShare = 0.25
const leastFollowKw = 0.7
/** A rise that is smaller is the ship's everyday. */
const leastStepShare = 0.02

/** The first step that has not been passed or left out. */
export const nextStep = (results: CommissioningResults): CommissioningStep | null =>
  commissioningSteps.find((step) => !['passed', 'skipped'].includes(results[step]?.outcome ?? '')) ?? null

export const isCheckDone = (results: CommissioningResults): boolean => nextStep(results) === null

/** After a restart: what was under way has to be begun again. */
export const resumeAfterRestart = (results: CommissioningResults): CommissioningState => ({
  active: null,
  results,
})

/** Takes what a person does; what makes no sense now changes nothing. */
export function actOn(
  state: CommissioningState,
  act: CommissioningAct,
  view: CommissioningView,
): CommissioningState {
  const { active, results } = state
  switch (act.kind) {
    case 'begin': {
      if (active !== null) return state
      const { [act.step]: _, ...others } = results
      return lookAt(
        { active: { step: act.step, phase: firstPhase[act.step], since: view.now }, results: others },
        view,
      )
    }
    case 'skip': {
      if (active !== null && active.step !== act.step) return state
      const skipped: StepResult = {
        outcome: 'skipped',
        at: view.at,
        failure: null,
        reason: act.reason,
        figures: results[act.step]?.figures ?? noFigures,
      }
      return { active: null, results: { ...results, [act.step]: skipped } }
    }
    case 'enter': {
      if (active !== null && active.step !== 'largest-step') return state
      const figures = { ...noFigures, stepKw: act.stepKw, isMeasured: false }
      return { active: null, results: { ...results, 'largest-step': passStep(view, figures) } }
    }
    case 'done':
      if (active === null) return state
      return active.phase.name === 'watch'
        ? end(state, assessStep(active.phase, view))
        : end(state, failStep(view, 'ended-by-person'))
  }
}

const firstPhase: Readonly<Record<CommissioningStep, Phase>> = {
  meter: { name: 'look' },
  panel: { name: 'look' },
  miner: { name: 'clear', next: 'base' },
  stops: { name: 'clear', next: 'run' },
  'largest-step': { name: 'clear', next: 'watch' },
  contactor: { name: 'clear', next: 'run' },
  cable: { name: 'look' },
}

/** What the follower has to do for the step that is under way; null: nothing else than always. */
export function trialOf({ active }: CommissioningState): Trial | null {
  const phase = active?.phase
  switch (phase?.name) {
    case 'clear':
    case 'base':
    case 'watch':
    case 'stop':
      return { kind: 'rest' }
    case 'run':
    case 'compare':
      return { kind: 'only', ids: phase.ids }
    case 'drop':
      return { kind: 'no-pulse', ids: phase.ids }
    default:
      return null
  }
}

/** One look, four times a second: what has come about moves the step on. Pure. */
export function lookAt(state: CommissioningState, view: CommissioningView): CommissioningState {
  const { active } = state
  if (active === null) return state
  const next = nextPhase(active, view)
  if ('outcome' in next) return end(state, next)
  if (next === active.phase) return state
  const since = next.name === active.phase.name ? active.since : view.now
  return { ...state, active: { ...active, phase: next, since } }
}

function nextPhase({ step, phase, since }: ActiveStep, view: CommissioningView): Phase | StepResult {
  const forMs = view.now - since
  const isFresh = view.loadKw !== null && view.loadAgeMs !== null && view.loadAgeMs < 5_000
  switch (phase.name) {
    case 'look':
      return step === 'meter'
        ? lookAtMeter(phase, view, forMs, isFresh)
        : step === 'panel'
          ? lookAtPanel(phase, view)
          : lookAtCable(phase, view, forMs)
    case 'clear':
      return clear(step, phase, view, forMs)
    case 'base': {
      if (forMs > clearMs) return failStep(view, 'no-reading')
      // The meter may be behind the miners.
      if (forMs < meterLagMs) return phase
      const loads = isFresh && view.loadKw !== null ? [...phase.loads, view.loadKw] : phase.loads
      if (loads.length < meanOf) return { ...phase, loads }
      const first = candidates(view)[0]
      if (first === undefined) return failStep(view, 'no-miner')
      return {
        name: 'run',
        ids: [first.id],
        base: { kw: mean(loads), asleepKw: (first.watts ?? 0) / 1_000 },
        steady: null,
      }
    }
    case 'run':
      return run(step, phase, view, forMs)
    case 'compare':
      return compare(phase, view, forMs, isFresh)
    case 'stop':
      return stop(phase, view, forMs)
    case 'watch': {
      const { loadKw } = view
      const leastKw = loadKw === null ? phase.leastKw : Math.min(loadKw, phase.leastKw ?? loadKw)
      const rise = loadKw === null || leastKw === null ? 0 : loadKw - leastKw
      const seen = { ...phase, leastKw, largestKw: Math.max(phase.largestKw, rise) }
      return forMs > watchMs ? assessStep(seen, view) : seen
    }
    case 'drop':
      // The meter says it, and not the relay: only the load shows that miners have no power.
      if (view.loadKw !== null && view.loadKw <= phase.fromKw - phase.minersKw / 2 && forMs > 0)
        return passStep(view, { ...noFigures, tookMs: Math.max(0, forMs - (view.loadAgeMs ?? 0)) })
      return forMs > dropMs ? failStep(view, 'did-not-open') : phase
    case 'back':
      if (isFresh && !view.isLoadLost) return passStep(view, { ...noFigures, tookMs: phase.tookMs })
      return forMs > cableMs ? failStep(view, 'did-not-return') : phase
  }
}

function lookAtMeter(phase: Phase, view: CommissioningView, forMs: number, isFresh: boolean) {
  if (view.isMeterRefused) return forMs > lookMs ? failStep(view, 'meter-refused') : phase
  if (isFresh) return passStep(view, { ...noFigures, readsKw: view.loadKw })
  return forMs > lookMs ? failStep(view, 'no-reading') : phase
}

function lookAtPanel(phase: Phase, view: CommissioningView) {
  if (view.isPanelSame === null) return phase
  return view.isPanelSame
    ? passStep(view, { ...noFigures, readsKw: view.loadKw })
    : failStep(view, 'panel-differs')
}

function lookAtCable(phase: Phase, view: CommissioningView, forMs: number): Phase | StepResult {
  if (view.isLoadLost) return { name: 'back', tookMs: view.loadAgeMs ?? forMs }
  return forMs > cableMs ? failStep(view, 'not-noticed') : phase
}

/** Miners that can be tried: the ones that take the most first, since the meter shows them best. */
const candidates = ({ devices }: CommissioningView) =>
  devices
    .filter(({ isReachable, isWanted, canSleep }) => isReachable && isWanted && canSleep)
    .sort((a, b) => b.ratedWatts - a.ratedWatts || (a.id < b.id ? -1 : 1))

const ratedKw = (tried: CommissioningView['devices']) =>
  tried.reduce((sum, { ratedWatts }) => sum + ratedWatts, 0) / 1_000

/** One miner of each firmware. */
function oneOfEach(view: CommissioningView): string[] {
  const seen = new Map<string, string>()
  for (const { firmware, id } of candidates(view)) if (!seen.has(firmware)) seen.set(firmware, id)
  return [...seen.values()]
}

function clear(
  step: CommissioningStep,
  phase: Extract<Phase, { name: 'clear' }>,
  view: CommissioningView,
  forMs: number,
): Phase | StepResult {
  if (step === 'contactor' && !view.hasContactor) return failStep(view, 'no-contactor')
  if (phase.next !== 'watch' && candidates(view).length === 0) return failStep(view, 'no-miner')
  // One that says that it sleeps, and still takes most of its power, is on its way down.
  const awake = view.devices.filter(
    ({ isAsleep, isReachable, watts, ratedWatts }) =>
      isReachable && (!isAsleep || (watts !== null && watts >= ratedWatts / 2)),
  )
  if (awake.length > 0) return forMs > clearMs ? failStep(view, 'did-not-sleep') : phase
  if (phase.next === 'base') return { name: 'base', loads: [] }
  if (phase.next === 'watch') return { name: 'watch', leastKw: null, largestKw: 0 }
  const ids =
    step === 'stops'
      ? oneOfEach(view)
      : candidates(view)
          .slice(0, 1)
          .map(({ id }) => id)
  return { name: 'run', ids, base: null, steady: null }
}

const isUp = ({ isAsleep, isHashing, watts, ratedWatts }: CommissioningView['devices'][number]) =>
  !isAsleep && isHashing && (watts === null || watts > ratedWatts / 3)

function run(
  step: CommissioningStep,
  phase: Extract<Phase, { name: 'run' }>,
  view: CommissioningView,
  forMs: number,
): Phase | StepResult {
  const tried = view.devices.filter(({ id }) => phase.ids.includes(id))
  if (tried.length < phase.ids.length || !tried.every(isUp))
    return forMs > runMs ? failStep(view, 'did-not-start') : { ...phase, steady: null }
  const minersKw = kilowatts(tried)
  const isSame = phase.steady !== null && Math.abs(minersKw - phase.steady.kw) <= steadyShare * ratedKw(tried)
  const steady = isSame && phase.steady !== null ? phase.steady : { since: view.now, kw: minersKw }
  // One that never stops to rise or fall is compared as it is.
  if (view.now - steady.since < settleMs && forMs <= runMs) return { ...phase, steady }
  if (step === 'stops') return { name: 'stop', ids: phase.ids, took: {} }
  if (step === 'contactor')
    return view.loadKw === null
      ? { ...phase, steady }
      : { name: 'drop', ids: phase.ids, fromKw: view.loadKw, minersKw }
  return { name: 'compare', ids: phase.ids, base: phase.base ?? { kw: 0, asleepKw: 0 }, loads: [] }
}

const kilowatts = (tried: CommissioningView['devices']) =>
  tried.reduce((sum, { watts, ratedWatts }) => sum + (watts ?? ratedWatts), 0) / 1_000

function compare(
  phase: Extract<Phase, { name: 'compare' }>,
  view: CommissioningView,
  forMs: number,
  isFresh: boolean,
): Phase | StepResult {
  if (forMs > clearMs) return failStep(view, 'no-reading')
  const loads = isFresh && view.loadKw !== null ? [...phase.loads, view.loadKw] : phase.loads
  if (loads.length < meanOf) return { ...phase, loads }
  const { kw, asleepKw } = phase.base
  const minerKw = kilowatts(view.devices.filter(({ id }) => phase.ids.includes(id))) - asleepKw
  const movedKw = mean(loads) - kw
  const figures = { ...noFigures, minerKw, movedKw }
  return Math.abs(movedKw - minerKw) <= Math.max(leastFollowKw, followShare * minerKw)
    ? passStep(view, figures)
    : { ...failStep(view, 'meter-did-not-follow'), figures }
}

function stop(
  phase: Extract<Phase, { name: 'stop' }>,
  view: CommissioningView,
  forMs: number,
): Phase | StepResult {
  const took = { ...phase.took }
  for (const { id, isAsleep } of view.devices)
    if (phase.ids.includes(id) && isAsleep && took[id] === undefined) took[id] = forMs
  const isAll = phase.ids.every((id) => took[id] !== undefined)
  if (!isAll && forMs <= clearMs) return { ...phase, took }
  const stops = new Map<string, { firmware: string; devices: number; tookMs: number }>()
  for (const { id, firmware } of view.devices) {
    const tookMs = took[id]
    if (tookMs === undefined) continue
    const before = stops.get(firmware)
    stops.set(firmware, {
      firmware,
      devices: (before?.devices ?? 0) + 1,
      tookMs: Math.max(before?.tookMs ?? 0, tookMs),
    })
  }
  const figures = { ...noFigures, stops: [...stops.values()] }
  return isAll ? passStep(view, figures) : { ...failStep(view, 'did-not-sleep'), figures }
}

function assessStep({ largestKw }: { largestKw: number }, view: CommissioningView): StepResult {
  const least = Math.max(1, leastStepShare * (view.capacityKw ?? 0))
  return largestKw < least
    ? failStep(view, 'no-step')
    : passStep(view, { ...noFigures, stepKw: largestKw, isMeasured: true })
}

const mean = (figures: readonly number[]) =>
  figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length)
const passStep = ({ at }: CommissioningView, figures: CommissioningFigures): StepResult => ({
  outcome: 'passed',
  at,
  failure: null,
  reason: null,
  figures,
})
const failStep = ({ at }: CommissioningView, failure: CommissioningFailure): StepResult => ({
  outcome: 'failed',
  at,
  failure,
  reason: null,
  figures: noFigures,
})
const end = ({ active, results }: CommissioningState, result: StepResult): CommissioningState =>
  active === null
    ? { active, results }
    : {
        active: null,
        results: { ...results, [active.step]: { ...result, figures: roundFigures(result.figures) } },
      }

/** To watts and milliseconds: no meter and no clock here says more. */
function roundFigures(figures: CommissioningFigures): CommissioningFigures {
  const { readsKw, minerKw, movedKw, tookMs, stepKw, isMeasured, stops } = figures
  const watts = (kw: number | null) => (kw === null ? null : Math.round(kw * 1_000) / 1_000)
  return {
    readsKw: watts(readsKw),
    minerKw: watts(minerKw),
    movedKw: watts(movedKw),
    stepKw: watts(stepKw),
    tookMs: tookMs === null ? null : Math.round(tookMs),
    isMeasured,
    stops: stops.map((one) => ({ ...one, tookMs: Math.round(one.tookMs) })),
  }
}

/** Where a box stands. `earlier`: it followed before there was this check. `elsewhere`: the crew's file says that somebody checked it otherwise. */
export type CommissioningPosition = 'open' | 'done' | 'earlier' | 'elsewhere'

/** What is not covered, whatever was found; and what a step that was not passed leaves open. */
export type NotCovered =
  | CommissioningStep
  | 'plausible-lie'
  | 'larger-than-set'
  | 'seconds-before'
  | 'welded-contactor'
  | 'two-controllers'
  | 'later-changes'

export const isStep = (one: NotCovered): one is CommissioningStep =>
  (commissioningSteps as readonly string[]).includes(one)

export function notCovered(results: CommissioningResults): NotCovered[] {
  return [
    ...commissioningSteps.filter((step) => results[step]?.outcome !== 'passed'),
    'plausible-lie',
    'larger-than-set',
    'seconds-before',
    'welded-contactor',
    'two-controllers',
    'later-changes',
  ]
}

/** Until the check was done this share of what the set can give stays free, beside whatever reserve is set. */
export const cautiousReserveShare = 0.3

/** The settings while the check is open: a larger reserve, and never a smaller one. */
export const cautiousReserveKw = (settings: {
  capacityKw: number
  limitPercent: number
  reserveKw: number
}): number =>
  Math.min(
    (settings.capacityKw * settings.limitPercent) / 100,
    Math.max(settings.reserveKw, cautiousReserveShare * settings.capacityKw),
  )
