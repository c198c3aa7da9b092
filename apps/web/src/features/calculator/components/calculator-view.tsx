import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { announce } from '../../../ui/live-region.tsx'
import styles from './calculator.module.css'
import { CalculatorInputs } from './calculator-inputs.tsx'
import { DayFigures } from './day-figures.tsx'
import { Deeper, PassOn } from './deeper.tsx'
import { ReadingCard } from './reading-card.tsx'
import shared from './shared.module.css'
import { Sources } from './sources.tsx'
import { useCalculator } from './use-calculator.ts'
import { useCalculatorWords } from './use-calculator-words.ts'

/** What goes deeper comes after the rest: it is far down the page and needs scripts to be of use. */

/** Screen readers announce the result once the person has stopped typing. */
const announceDelayMs = 1200

export function CalculatorView() {
  const { t } = useTranslation('calculator')
  const isAlive = useIsAlive()
  const calculator = useCalculator()
  const { figures, form } = calculator
  const { euro, days } = useCalculatorWords()
  const { spare, priced } = figures.result
  const payback = (found: number | null) => (found === null ? t('never') : days(found))
  const spoken = t('spoken', {
    spare: euro(spare.ownerNetCentsPerDay),
    spareDays: payback(spare.paybackDays),
    priced: euro(priced.ownerNetCentsPerDay),
    pricedDays: payback(priced.paybackDays),
  })
  const before = useRef(form)

  useEffect(() => {
    if (before.current === form) return
    before.current = form
    const wait = setTimeout(() => announce(spoken), announceDelayMs)
    return () => clearTimeout(wait)
  }, [form, spoken])

  return (
    <div className={`wrap ${styles.stack}`}>
      <div className={styles.top}>
        <CalculatorInputs {...calculator} />
        <div className={styles.results}>
          <DayFigures figures={figures} />
          <div className={shared.readings}>
            <ReadingCard of="spare" figures={figures} />
            <ReadingCard of="priced" figures={figures} />
          </div>
          {isAlive && <PassOn {...calculator} />}
        </div>
      </div>
      <Sources {...calculator} />
      {isAlive && <Deeper figures={figures} productId={form.product} />}
    </div>
  )
}
