import { useTranslation } from 'react-i18next'
import { useFleet } from './fleet-context.tsx'
import styles from './fleet-heading.module.css'

/** The page's heading: the ship's name where there is one controller, else the fleet. */
export function FleetHeading() {
  const { t } = useTranslation('fleet')
  const { t: tCommon } = useTranslation()
  const only = useFleet(({ controllers }) => (controllers.length === 1 ? controllers[0]?.name : undefined))
  const several = useFleet(({ controllers }) => controllers.length > 1)
  return <h1 className={styles.heading}>{only ?? (several ? t('fleet') : tCommon('title.dashboard'))}</h1>
}
