import { useTranslation } from 'react-i18next'
import type { Figures } from '../lib/figures.ts'
import { Claims } from './claims.tsx'
import styles from './deeper.module.css'
import { ProjectionTable } from './projection-table.tsx'
import { Scenarios } from './scenarios.tsx'
import { ShareActions } from './share-actions.tsx'
import shared from './shared.module.css'
import { Solo } from './solo.tsx'

import type { Calculator } from './use-calculator.ts'

/** The outlook as a table, and ways to pass the calculation on. */
export function PassOn(calculator: Calculator) {
  return (
    <>
      <ProjectionTable figures={calculator.figures} />
      <ShareActions {...calculator} />
    </>
  )
}

/** Odds of solo mining where they apply, nine outlooks, what the provider claims, and the rules of the calculation. */
export function Deeper({ figures, productId }: { figures: Figures; productId: string }) {
  const { t } = useTranslation('calculator')
  return (
    <>
      {productId === 'lottery' && <Solo figures={figures} />}
      <Scenarios figures={figures} />
      <Claims figures={figures} productId={productId} />
      <section className={shared.block}>
        <h2 className={shared.heading}>{t('how.title')}</h2>
        <ul className={styles.how}>
          {(['blocks', 'delivered', 'share', 'power', 'projection', 'rounding'] as const).map((point) => (
            <li key={point}>{t(`how.${point}`)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
