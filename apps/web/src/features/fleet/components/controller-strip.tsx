import type { Controller } from '@shipminer/contract/mining'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import { FleetAge } from '../live/fleet-age.tsx'
import styles from './controller-strip.module.css'
import { useFleet } from './fleet-context.tsx'

const shownAtFirst = 6

/** The controllers, troubled ones first: whether each reports, since when, and how often it measures. */
export function ControllerStrip() {
  const { t } = useTranslation('fleet')
  const controllers = useFleet((state) => state.controllers)
  const [all, setAll] = useState(false)
  const sorted = [...controllers].sort(
    (a, b) => rank[a.status] - rank[b.status] || a.name.localeCompare(b.name),
  )
  const shown = all ? sorted : sorted.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="controllers-title">
      <h2 id="controllers-title" className={styles.title}>
        {t('controllers.title')}
      </h2>
      <ul className={styles.strip}>
        {shown.map((controller) => (
          <ControllerItem key={controller.id} controller={controller} />
        ))}
      </ul>
      {sorted.length > shown.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('controllers.more', { count: sorted.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

const rank: Record<Controller['status'], number> = { silent: 0, 'never-seen': 1, online: 2 }

function ControllerItem({ controller }: { controller: Controller }) {
  const { t } = useTranslation('fleet')
  const { lastSeenAt, droppedSamples } = controller
  // Without a link it is unknown whether a controller still reports.
  const down = useFleet((state) => state.link === 'down')
  const status = down && controller.status === 'online' ? 'stale' : controller.status
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h3>{controller.name}</h3>
        <StatusBadge status={status} />
      </div>
      <ul className={styles.facts}>
        {lastSeenAt === null ? (
          <li>{t('controllers.never')}</li>
        ) : (
          <>
            <li>
              <LastSeen at={lastSeenAt} />
            </li>
            <li>{t('controllers.miners', { count: controller.connectedMiners })}</li>
            <li>{t('controllers.cadence', { seconds: Math.round(controller.pollIntervalMs / 1000) })}</li>
          </>
        )}
        {controller.location && <li>{controller.location}</li>}
      </ul>
      {droppedSamples !== null && droppedSamples > 0 && (
        <p className={styles.dropped}>{t('controllers.dropped', { count: droppedSamples })}</p>
      )}
    </li>
  )
}

function LastSeen({ at }: { at: number }) {
  const { t } = useTranslation('fleet')
  const [before = '', after = ''] = t('controllers.lastSeen', { age: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <FleetAge at={at} />
      {after}
    </>
  )
}
