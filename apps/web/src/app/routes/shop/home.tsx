import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { GivesWay } from '../../../features/home/gives-way.tsx'
import { Claims } from '../../../features/home/home-claims.tsx'
import { HowItWorks } from '../../../features/home/how-it-works.tsx'
import { LastCall } from '../../../features/home/last-call.tsx'
import { ProductList } from '../../../features/home/product-list.tsx'
import { ProfitEstimate } from '../../../features/home/profit-estimate.tsx'
import { ShipFirst } from '../../../features/home/ship-first.tsx'
import { Trust } from '../../../features/home/trust.tsx'
import { DemoButton } from '../../../features/wallet-session/components/demo-button.tsx'
import { useSessionFact } from '../../../lib/session/session-store.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { DraughtMarks } from '../../../ui/charts/draught-marks.tsx'
import { Isobaths } from '../../../ui/isobaths.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './home.module.css'

export function HomePage() {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const isSignedIn = useSessionFact(({ kind }) => kind === 'signed-in')
  return (
    <>
      <meta name="description" content={common('description.home')} />
      <section className={styles.hero}>
        <Isobaths />
        <div className={`wrap ${styles.grid}`}>
          <div className={styles.draught}>
            <DraughtMarks from={36} count={18} waterline={28.4} />
          </div>
          <div className={styles.words}>
            <h1 className={styles.title}>{t('hero.title')}</h1>
            <p className={styles.lead}>{t('hero.lead')}</p>
            <div className={styles.actions}>
              {isSignedIn ? (
                <ButtonLink to={paths.dashboard} kind="main">
                  {t('hero.dashboard')}
                </ButtonLink>
              ) : (
                <ButtonLink to={paths.calculator} kind="main">
                  {t('hero.calculate')}
                </ButtonLink>
              )}
              <ButtonLink to={paths.boxes}>{t('hero.boxes')}</ButtonLink>
              <DemoButton />
            </div>
          </div>
          <div className={styles.view}>
            <Picture
              name="deck"
              alt={t('hero.alt')}
              failed=""
              isFirst
              sizes="(min-width: 1000px) 980px, 100vw"
              className={styles.picture}
            />
          </div>
          <div className={styles.bar}>
            <GivesWay />
          </div>
        </div>
      </section>
      <ProductList />
      <ProfitEstimate />
      <ShipFirst />
      <HowItWorks />
      <Trust />
      <Claims />
      <LastCall />
    </>
  )
}
