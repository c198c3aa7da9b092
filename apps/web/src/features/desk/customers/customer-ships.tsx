import type { DeskController } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import { Age } from '../../../ui/values/age.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import styles from './customer.module.css'
import type { Customer } from './customer-queries.ts'
import { Panel } from './panel.tsx'

/** Every ship with its controllers and the miners on board by their serial numbers; then what is on no ship. */
export function CustomerShips({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { ships, looseControllers, clockOffsetMs } = customer
  if (ships.length + looseControllers.length === 0)
    return (
      <Panel id="customer-ships" title={t('ships')}>
        <p className={styles.quiet}>{t('shipsNone')}</p>
      </Panel>
    )
  return (
    <>
      {ships.map(({ id, name, homePort, controllers, miners }) => (
        <Panel
          key={id}
          id={`ship-${id}`}
          title={name}
          aside={homePort && <span className={styles.small}>{homePort}</span>}
        >
          {controllers.length === 0 && <p className={styles.quiet}>{t('controllersNone')}</p>}
          {controllers.map((controller) => (
            <Controller key={controller.id} controller={controller} clockOffsetMs={clockOffsetMs} />
          ))}
          {miners.length > 0 && (
            <ul className={styles.rows}>
              {miners.map((miner) => (
                <li key={miner.id} className={styles.row}>
                  <b>{miner.name ?? miner.model ?? t('minerUnnamed')}</b>
                  <span>{miner.model}</span>
                  <span className={styles.mono}>{miner.serial ?? t('serialNone')}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      ))}
      {looseControllers.length > 0 && (
        <Panel id="customer-loose" title={t('loose')}>
          {looseControllers.map((controller) => (
            <Controller key={controller.id} controller={controller} clockOffsetMs={clockOffsetMs} />
          ))}
        </Panel>
      )}
    </>
  )
}

/** Under the name and the number of the box, which is another's now. */
function Past({ controller, until }: { controller: DeskController; until: number }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  const [box = controller.id] = controller.id.split('.')
  // Its own name says until when it was theirs, in the language of its owner.
  const name = controller.name.replace(/ \([^()]*\)$/, '')
  return (
    <div className={styles.controller}>
      <p className={styles.controllerHead}>
        <DeskLink to={paths.deskController(box)}>{name}</DeskLink> <span className={styles.mono}>{box}</span>
        <StatusBadge status="offline" label={t('pastUntil', { date: formatDate(language, until) })} />
      </p>
    </div>
  )
}

function Controller({ controller, clockOffsetMs }: { controller: DeskController; clockOffsetMs: number }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const { id, name, status, lastSeenAt, version, miners, pastUntil } = controller
  if (pastUntil !== null) return <Past controller={controller} until={pastUntil} />
  return (
    <div className={styles.controller}>
      <p className={styles.controllerHead}>
        <DeskLink to={paths.deskController(id)}>{name}</DeskLink> <span className={styles.mono}>{id}</span>
        {status === 'revoked' ? (
          <StatusBadge status="offline" label={t('controllers.revoked')} />
        ) : (
          <StatusBadge status={status} />
        )}
      </p>
      <dl className={styles.facts}>
        <Fact name={t('controllers.seen')}>
          <Age at={lastSeenAt} clockOffsetMs={clockOffsetMs} />
        </Fact>
        <Fact name={t('controllers.miners')}>{formatNumber(language, miners)}</Fact>
        <Fact name={t('controllers.version')}>
          <Value of={version}>{(known) => known}</Value>
        </Fact>
      </dl>
    </div>
  )
}
