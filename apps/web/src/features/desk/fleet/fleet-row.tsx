import type { DeskMiner } from '@shipminer/contract/desk/fleet'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatPercent } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import own from './fleet.module.css'
import { HealthBadge } from './health-badge.tsx'

const oldHealths = ['stale', 'offline']

/** One miner of an owner. Old values are grey and show their age. */
export function FleetRow({
  miner,
  clockOffsetMs,
  choice,
}: {
  miner: DeskMiner
  clockOffsetMs: number
  /** Whether it is chosen; null: whoever looks chooses nothing. */
  choice: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | null
}) {
  const { t } = useTranslation('desk-fleet')
  const language = useLanguage()
  const { make, model, firmware, ship, owner, alerts, hashrateThs, expectedHashrateThs } = miner
  const isOld = oldHealths.includes(miner.health)
  const kind = [make, model].filter((part) => part !== null).join(' ')
  return (
    <li className={own.miner}>
      <div>
        {choice === null ? (
          <strong>{miner.name}</strong>
        ) : (
          <Check checked={choice.isChosen} onChange={choice.onChoose}>
            <strong>{miner.name}</strong>
          </Check>
        )}
        <span className={text.small}>{kind || t('kindUnknown')}</span>
        <span className={text.small}>{firmware ?? t('firmwareUnknown')}</span>
      </div>
      <div>
        <Link to={`${paths.deskFleet}?controller=${encodeURIComponent(miner.controllerId)}`} data-row>
          {miner.controllerName}
        </Link>
        <span className={text.small}>{ship ?? t('shipNone')}</span>
        <span className={text.small}>{owner ?? t('ownerNone')}</span>
      </div>
      <div>
        <HealthBadge health={miner.health} />
        <span className={isOld ? own.old : text.small}>
          <Age at={miner.sampledAt} clockOffsetMs={clockOffsetMs} />
        </span>
        {alerts.length > 0 && (
          <span className={text.late}>{alerts.map((alert) => t(`alert.${alert}`)).join(', ')}</span>
        )}
      </div>
      <div className={isOld ? own.old : undefined}>
        <span>
          {isOld && <span className={text.small}>{t('lastKnown')} </span>}
          <HashRate hashrateThs={hashrateThs} />
        </span>
        {hashrateThs !== null && expectedHashrateThs !== null && expectedHashrateThs > 0 && (
          <span className={text.small}>
            {t('ofExpected', { share: formatPercent(language, hashrateThs / expectedHashrateThs) })}
          </span>
        )}
        <span>
          <Temperature temperatureC={miner.temperatureC} />
        </span>
      </div>
    </li>
  )
}
