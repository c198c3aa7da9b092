import { createContext, memo, useContext, useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import {
  formatCompact,
  formatDate,
  formatEuro,
  formatNumber,
  formatTime,
  formatWholeEuro,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useIsAliveSoon } from '../../../lib/use-is-alive.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FitBar } from '../../../ui/charts/fit-bar.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Outlook } from '../outlook/outlook.tsx'
import { type Calculator, useCalculator } from '../state/use-calculator.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import { useInputsText } from '../state/use-inputs-text.ts'
import { type SpokenVerdict, useVerdict } from '../state/use-verdict.ts'
import { Answer } from './answer.tsx'
import { useDiscussLink } from './answer-actions.tsx'
import { Ask } from './ask.tsx'
import styles from './calculator.module.css'
import { Fold } from './calculator-fold.tsx'
import { Claims } from './claims.tsx'
import { DayFigures } from './day-figures.tsx'
import { Knobs } from './knobs.tsx'
import { ReadingCard } from './reading-card.tsx'
import { Scenarios } from './scenarios.tsx'
import shared from './shared.module.css'
import { Solo } from './solo.tsx'
import { Sources } from './sources.tsx'
import { ThreeNumbers } from './three-numbers.tsx'

/** Screen readers announce the answer once the person has stopped typing. */
const announceDelayMs = 500

/** What is typed at this moment; what follows from it is drawn a moment later. */
const Typed = createContext<Calculator | null>(null)

/** Questions, one sentence, and what stands behind it. */
export function CalculatorView() {
  const calculator = useCalculator()
  return (
    <Typed value={calculator}>
      <div className={`wrap ${styles.page}`}>
        <Ask {...calculator} />
        <Findings calculator={useDeferredValue(calculator)} />
      </div>
    </Typed>
  )
}

/** All that follows from what was typed. It is drawn in short tasks and gives way to the next key. */
const Findings = memo(function Findings({ calculator }: { calculator: Calculator }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { figures, form } = calculator
  const verdict = useVerdict(figures, form)
  const before = useRef(form)
  const { spoken } = verdict
  useEffect(() => {
    if (before.current === form) return
    before.current = form
    const wait = setTimeout(() => announce(spoken), announceDelayMs)
    return () => clearTimeout(wait)
  }, [form, spoken])
  const { fit, isSolo } = figures
  const isAnswered = verdict.kind === 'fits' || verdict.kind === 'any'
  return (
    <>
      <PaperHead {...calculator} />
      <Answer {...calculator} verdict={verdict} />
      {(fit.kind === 'fits' || fit.kind === 'no-fit' || fit.kind === 'too-small') && (
        <FitBar {...fit.room} boxKw={fit.boxKw} isFitting={fit.kind === 'fits'} />
      )}
      {isAnswered && <ThreeNumbers figures={figures} />}
      {isAnswered && !isSolo && <Outlook figures={figures} productId={form.product} />}
      <div className={styles.folds}>
        <Details {...calculator} isAnswered={isAnswered} />
      </div>
      <p className={styles.foot}>
        {t(figures.price.kind === 'market' || figures.price.kind === 'asked' ? 'foot' : 'footFallback', {
          price: formatWholeEuro(language, figures.input.centsPerBtc),
        })}
        {figures.network.kind === 'built-in' &&
          ` ${t('footBuiltIn', { date: formatDate(language, figures.network.observedAt) })}`}
      </p>
      <Dock {...calculator} verdict={verdict} />
    </>
  )
})

/** The knobs follow every key: they show what is typed, not what was calculated last. */
function TypedKnobs() {
  const calculator = useContext(Typed)
  return calculator && <Knobs {...calculator} />
}

function Details({ isAnswered, ...calculator }: Calculator & { isAnswered: boolean }) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { figures, form } = calculator
  const { input, network, result, isSolo } = figures
  const faq = result.claims.find(({ id }) => id === 'faq')
  const years = formatNumber(language, Math.round(input.horizonDays / 365.25))
  return (
    <>
      {isAnswered && !isSolo && (
        <Fold title={t('scenarios.title')} aside={t('scenarios.aside', { years })} isOpen>
          <Scenarios figures={figures} of={form.source === 'priced' ? 'priced' : 'spare'} />
        </Fold>
      )}
      {isSolo && (
        <Fold title={t('solo.title')} isOpen>
          <Solo figures={figures} />
        </Fold>
      )}
      <Fold
        title={t('knobs.title')}
        aside={[
          formatWholeEuro(language, input.centsPerBtc),
          ...(isSolo ? [] : [input.ownerShare]),
          t('perKwh', { price: formatEuro(language, input.powerCentsPerKwh) }),
        ].join(' · ')}
      >
        <TypedKnobs />
      </Fold>
      {isAnswered && !isSolo && (
        <Fold title={t('readings.title')} aside={t('readings.aside')}>
          <DayFigures figures={figures} />
          <div className={shared.readings}>
            <ReadingCard of="spare" figures={figures} />
            <ReadingCard of="priced" figures={figures} />
          </div>
        </Fold>
      )}
      <Fold
        title={t('sources.title')}
        aside={t(network.kind === 'built-in' ? 'sources.asideBuiltIn' : 'sources.aside', {
          difficulty: formatCompact(language, input.difficulty),
          height: formatNumber(language, input.blockHeight),
          date: formatDate(language, network.observedAt),
        })}
        isOpen={network.kind === 'shared'}
      >
        <Sources {...calculator} />
      </Fold>
      {isAnswered && !isSolo && faq?.fromCentsPerBtc && faq.toCentsPerBtc && (
        <Fold
          title={t('claims.title')}
          aside={t('claims.aside', { from: euro(faq.fromCentsPerBtc), to: euro(faq.toCentsPerBtc) })}
        >
          <Claims figures={figures} productId={form.product} />
        </Fold>
      )}
      <Fold title={t('how.title')} aside={t('how.aside')}>
        <ul className={styles.how}>
          {(['fit', 'blocks', 'delivered', 'share', 'power', 'projection', 'rounding'] as const).map(
            (point) => (
              <li key={point}>{t(`how.${point}`)}</li>
            ),
          )}
        </ul>
      </Fold>
    </>
  )
}

/** On paper in place of the questions: who, when, and what went in. */
function PaperHead(calculator: Calculator) {
  const inputs = useInputsText(calculator)
  return (
    <div className={styles.paper}>
      <p className={styles.paperHead}>
        <strong>{productName}</strong>
        <PrintedAt />
      </p>
      <p>{inputs}</p>
    </div>
  )
}

/** When it was put on paper; the built page does not know. */
function PrintedAt() {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  if (!useIsAliveSoon()) return null
  return (
    <span>
      {t('paper', { when: `${formatDate(language, Date.now())}, ${formatTime(language, Date.now())}` })}
    </span>
  )
}

/** The answer at the lower edge of a phone, both halves of it. */
function Dock({ verdict, ...calculator }: Calculator & { verdict: SpokenVerdict }) {
  const { t } = useTranslation('calculator')
  const discuss = useDiscussLink(calculator, verdict)
  if (!verdict.short) return null
  return (
    <section className={styles.dock} aria-label={t('dock')}>
      <p>
        <strong>{verdict.short.first}</strong>
        <span>{verdict.short.second}</span>
      </p>
      <ButtonLink to={discuss} kind="main">
        {t('discussShort')}
      </ButtonLink>
    </section>
  )
}
