import type { CalculatorInput, CalculatorResult, SoloChance } from './calculator.ts'
import type { FitVerdict, OfferedBox } from './custom-solution.ts'
import { halvingInterval } from './network.ts'
import { roundOdds } from './round-odds.ts'

const daysPerYear = 365.25
const blocksPerDay = 144
const dayMs = 86_400_000

/** The answer of the calculator in words. `sentence` and `but` belong together: neither is ever shown without the other. */
export type Verdict = {
  kind: 'fits' | 'no-fit' | 'any' | 'missing'
  /** With marks: `<no>words</no>`. */
  sentence: string
  but: string | null
  /** The same in one line, for the lower edge of a phone; with marks. */
  short: { first: string; second: string } | null
  /** What would fit instead. */
  instead: OfferedBox | null
}

type OrNever<Key extends string> = Key | `${Key}Never`
type SentenceKey = OrNever<'spare' | 'paid' | 'priced' | 'thenSpare'>

/** The texts that a verdict is made of. */
export type VerdictTextKey =
  | `ask.${Extract<FitVerdict, { kind: 'missing' }>['what']}`
  | `verdict.${SentenceKey | OrNever<'short'>}`
  | `verdict.but.${'none' | 'steady' | 'both'}`
  | `verdict.${'butLoss' | 'shortNone' | 'shortBack' | 'insteadShort'}`
  | `verdict.noFit${'' | 'Boxes' | 'But' | 'Nothing' | 'Short'}`
  | `verdict.tooSmall${'' | 'But' | 'Nothing'}`
  | `verdict.solo${'' | 'But' | 'Short' | 'Short2'}`

/** Texts and figures in a language, as page and paper write them. */
export type VerdictWords = {
  /** A text of the calculator by its key. */
  text(key: VerdictTextKey, values?: Readonly<Record<string, string>>): string
  /** Cents, with or without cents shown; whole euros. */
  euro(cents: number): string
  wholeEuro(cents: number): string
  /** Days as years. */
  years(days: number): string
  kilowatts(kw: number): string
  number(value: number, decimals?: number): string
  productName(id: string): string
}

/** What a verdict is about. `observedAt`: of the network figures, ms. `source`: which power the sentence speaks of first. */
export type VerdictSubject = {
  fit: FitVerdict
  input: CalculatorInput
  result: CalculatorResult
  observedAt: number
  source: 'spare' | 'priced'
}

const plain: Pick<Verdict, 'short' | 'instead'> = { short: null, instead: null }

/** A calculation as one sentence with its reservation. */
export function phraseVerdict(subject: VerdictSubject, words: VerdictWords): Verdict {
  const { fit } = subject
  switch (fit.kind) {
    case 'missing':
      return { ...plain, kind: 'missing', sentence: words.text(`ask.${fit.what}`), but: null }
    case 'any':
      return phraseChance(subject, words)
    case 'too-small':
    case 'no-fit':
      return phraseNoFit(fit, subject.input.numberOfBoxes, words)
    case 'fits':
      return phraseFit(subject, words)
  }
}

/** The chance of a block as people read it; product pages round alike, so that there is one chance. */
export function phraseOdds(
  { probabilityYear, meanYears }: Pick<SoloChance, 'probabilityYear' | 'meanYears'>,
  { number }: Pick<VerdictWords, 'number'>,
): { odds: string; meanYears: string } {
  return {
    odds: probabilityYear > 0 ? number(roundOdds(1 / probabilityYear)) : '—',
    meanYears: meanYears === null ? '—' : number(roundOdds(meanYears)),
  }
}

function phraseChance({ input, result }: VerdictSubject, words: VerdictWords): Verdict {
  const { solo } = result
  const { odds, meanYears } = phraseOdds(solo, words)
  return {
    ...plain,
    kind: 'any',
    sentence: words.text('verdict.solo', { odds }),
    but: words.text('verdict.soloBut', {
      years: meanYears,
      reward: words.number(solo.rewardSat / 1e8, 3),
      worth: words.wholeEuro((solo.rewardSat * input.centsPerBtc) / 1e8),
    }),
    short: { first: words.text('verdict.soloShort', { odds }), second: words.text('verdict.soloShort2') },
  }
}

function phraseNoFit(
  fit: Extract<FitVerdict, { kind: 'too-small' | 'no-fit' }>,
  numberOfBoxes: number,
  { text, kilowatts, productName }: VerdictWords,
): Verdict {
  const { instead, room } = fit
  const name = instead ? `${instead.count} × ${productName(instead.id)}` : null
  const named = name === null ? {} : { name }
  return {
    kind: 'no-fit',
    sentence:
      fit.kind === 'too-small'
        ? text('verdict.tooSmall', { generator: kilowatts(room.capacityKw) })
        : text(numberOfBoxes > 1 ? 'verdict.noFitBoxes' : 'verdict.noFit', {
            room: kilowatts(room.spareKw),
            box: kilowatts(fit.boxKw),
          }),
    but:
      fit.kind === 'too-small'
        ? text(name === null ? 'verdict.tooSmallNothing' : 'verdict.tooSmallBut', named)
        : text(name === null ? 'verdict.noFitNothing' : 'verdict.noFitBut', {
            ...named,
            needed: kilowatts(fit.neededKw),
            ship: kilowatts(room.shipKw),
          }),
    short: {
      first: text('verdict.noFitShort'),
      second: name === null ? '' : text('verdict.insteadShort', { name }),
    },
    instead,
  }
}

function phraseFit({ input, result, observedAt, source }: VerdictSubject, words: VerdictWords): Verdict {
  const { text, wholeEuro } = words
  /** The sums with the halving, and with a growing network too. */
  const at = (growth: number) =>
    result.scenarios.find(
      (scenario) => scenario.growthPercentPerYear === growth && scenario.priceChangePercent === 0,
    )?.[source] ?? { paybackDays: null, cents: 0 }
  const [steady, grown] = [at(0), at(20)]
  const { spare, priced } = result
  const back = (days: number | null) => (days === null ? '' : words.years(days))
  const untilHalvingMs = ((halvingInterval - (input.blockHeight % halvingInterval)) / blocksPerDay) * dayMs
  const values = {
    sum: wholeEuro(spare.ownerNetCentsPerDay),
    paidSum: wholeEuro(Math.abs(priced.ownerNetCentsPerDay)),
    years: back(spare.paybackDays),
    paidYears: back(priced.paybackDays),
    horizon: words.number(Math.round(input.horizonDays / daysPerYear)),
    halving: String(new Date(observedAt + untilHalvingMs).getUTCFullYear()),
    steady: wholeEuro(steady.cents),
    grown: wholeEuro(grown.cents),
    steadyYears: back(steady.paybackDays),
    grownYears: back(grown.paybackDays),
  }
  const orNever = (key: 'spare' | 'paid' | 'priced' | 'thenSpare', days: number | null) =>
    text(days === null ? `verdict.${key}Never` : `verdict.${key}`, values)
  const outcome = steady.paybackDays === null ? 'none' : grown.paybackDays === null ? 'steady' : 'both'
  const own = result[source]
  return {
    ...plain,
    kind: 'fits',
    sentence:
      source === 'spare'
        ? `${orNever('spare', spare.paybackDays)} ${orNever('paid', priced.paybackDays)}`
        : `${orNever('priced', priced.paybackDays)} ${orNever('thenSpare', spare.paybackDays)}`,
    but: text(
      source === 'priced' && priced.paybackDays === null ? 'verdict.butLoss' : `verdict.but.${outcome}`,
      values,
    ),
    short: {
      first: text('verdict.short', { sum: words.euro(own.ownerNetCentsPerDay) }),
      second:
        own.paybackDays === null
          ? text('verdict.shortNever')
          : text(steady.paybackDays === null ? 'verdict.shortNone' : 'verdict.shortBack', {
              ...values,
              years: back(own.paybackDays),
            }),
    },
  }
}
