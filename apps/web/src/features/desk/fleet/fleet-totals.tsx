import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Power } from '../../../ui/values/power.tsx'
import styles from '../components/desk.module.css'
import own from './fleet.module.css'
import { minerHealths } from './fleet-filters.ts'
import type { FleetTotals } from './fleet-queries.ts'
import { HealthBadge } from './health-badge.tsx'

/** All fleets in figures. Stale and offline miners are in no sum; each sum shows how many miners it covers. */
export function FleetTotalsPart({ totals }: { totals: FleetTotals }) {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  const number = (value: number) => formatNumber(language, value)
  const { miners, byHealth, compared, controllers } = totals
  const partOf = (count: number) => t('totals.of', { known: number(count), all: number(miners) })
  return (
    <section className={styles.section} aria-label={t('totals.title')}>
      <ul className={own.healths}>
        {minerHealths.map((health) => (
          <li key={health}>
            <Link to={`${paths.deskFleet}?health=${health}`} className={own.health}>
              <strong>{number(byHealth[health] ?? 0)}</strong>
              <HealthBadge health={health} />
            </Link>
          </li>
        ))}
      </ul>
      <dl className={lists.facts}>
        <Fact name={t('totals.miners')}>{number(miners)}</Fact>
        <Fact name={t('totals.controllers')}>
          {number(controllers.all)}
          <br />
          <small className={text.small}>
            {t('totals.controllersBy', {
              online: number(controllers.online),
              silent: number(controllers.silent),
              neverSeen: number(controllers.neverSeen),
            })}
          </small>
        </Fact>
        <Fact name={t('totals.hashrate')}>
          <HashRate hashrateThs={totals.hashrateThs} />
          <br />
          <small className={text.small}>{partOf(totals.hashrateKnown)}</small>
        </Fact>
        <Fact name={t('totals.expected')}>
          {compared.expectedThs > 0 ? (
            <>
              {formatPercent(language, compared.hashrateThs / compared.expectedThs)}
              <br />
              <small className={text.small}>{partOf(compared.miners)}</small>
            </>
          ) : (
            t('unknown')
          )}
        </Fact>
        <Fact name={t('totals.power')}>
          <Power powerWatts={totals.powerWatts} />
          <br />
          <small className={text.small}>{partOf(totals.powerKnown)}</small>
        </Fact>
        <Fact name={t('totals.at')}>
          <Age at={totals.at} clockOffsetMs={totals.clockOffsetMs} />
        </Fact>
      </dl>
    </section>
  )
}
