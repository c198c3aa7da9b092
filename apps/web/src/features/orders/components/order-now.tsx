import type { Order } from '@shipminer/contract/shop/orders'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import marks from '../../../ui/charts/progress-marks.module.css'
import layout from '../../../ui/layout.module.css'
import { type OrderStep, orderNow, orderSteps, type Phrase } from '../lib/order-now.ts'
import styles from './orders.module.css'

/** What is now, what comes next and what is asked of the buyer; then the way of the order as a line. */
export function OrderNow({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const { said, todo } = orderNow(order)
  const year = new Date().getFullYear()
  const count = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const weekText = (planned: { week: number; year: number }) =>
    planned.year === year ? String(planned.week) : `${planned.week} (${planned.year})`
  const valuesOf = ({ date, amount, week }: Phrase<unknown>) => ({
    count,
    ...(date !== undefined && { date: formatDate(language, Date.parse(date)) }),
    ...(amount !== undefined && { amount: formatEuro(language, amount) }),
    ...(week !== undefined && { week: weekText(week) }),
  })
  const whenOf = ({ at, planned }: OrderStep): string => {
    if (at !== null) return formatDate(language, Date.parse(at))
    if (planned === null) return ''
    return 'date' in planned
      ? t('step.planned', { date: formatDate(language, Date.parse(planned.date)) })
      : t('step.week', { week: weekText(planned) })
  }
  const steps = orderSteps(order)
  const isOver = order.state === 'cancelled' || order.state === 'expired'
  const next = isOver ? -1 : steps.findIndex(({ isDone }) => !isDone)
  return (
    <>
      <div className={styles.now} role="status">
        <p className={styles.said}>
          {said.map((phrase) => t(`now.${phrase.key}` as 'now.making', valuesOf(phrase))).join(' ')}
        </p>
        <p className={styles.todo}>{t(`todo.${todo.key}`, valuesOf(todo))}</p>
      </div>
      <div className={layout.actions}>
        {todo.key === 'claim' && (
          <ButtonLink kind="main" to={paths.dashboard}>
            {t('todo.dashboard')}
          </ButtonLink>
        )}
        {todo.key === 'again' && (
          <ButtonLink kind="main" to={paths.buy}>
            {t('todo.order')}
          </ButtonLink>
        )}
        <ButtonLink to={paths.contactAbout('question')}>{t('todo.contact')}</ButtonLink>
      </div>
      <ol className={`${marks.marks} ${styles.steps}`} aria-label={t('marks')} data-over={isOver}>
        {steps.map((step, index) => (
          <li key={step.key} data-reached={step.isDone} aria-current={index === next ? 'step' : undefined}>
            <span>
              {t(`step.${step.key}`)}
              {step.isDone && <span className="visually-hidden"> ({t('step.done')})</span>}
            </span>
            <span className={styles.when}>{whenOf(step)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
