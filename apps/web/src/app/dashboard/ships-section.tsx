import type { FleetPart } from '@shipminer/contract/fleet'
import type { Miner } from '@shipminer/contract/mining'
import type { MiningShip } from '@shipminer/contract/power/environment'
import { addUp } from '@shipminer/domain/add-up'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import type { RowState } from '../../features/fleet/lib/list/row-state.ts'
import { PowerBar } from '../../features/power/components/power-bar.tsx'
import { ShareFigures } from '../../features/power/components/power-picture.tsx'
import { formatTime } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useWidth } from '../../lib/use-width.ts'
import { Link } from '../../ui/link.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import { HashRate } from '../../ui/values/hash-rate.tsx'
import { Power } from '../../ui/values/power.tsx'
import styles from './dashboard.module.css'
import { pictureBoxes, usePictureMiners } from './power-section.tsx'
import { useShipPower } from './use-power.ts'

/** Ships whose power is asked for one by one; beyond them a ship is its figures. */
const barsUpTo = 12

/** The ships of a fleet, each with its own small power picture, those with a problem first. */
export function ShipsSection({
  ships,
  miners,
  states,
}: {
  ships: readonly MiningShip[]
  miners: readonly Miner[]
  states: ReadonlyMap<string, RowState>
}) {
  const { t } = useTranslation('fleet')
  const controllers = useFleet((state) => state.controllers)
  const statuses = useFleet((state) => state.statuses)
  const reporting = new Set(controllers.filter(({ status }) => status === 'online').map(({ id }) => id))
  const part = useFleet((state) => state.part)
  const rows = ships
    .map((ship) => {
      if (part) return rowOfPart(ship, part, reporting)
      const own = miners.filter(({ controllerId }) => ship.controllers.some(({ id }) => id === controllerId))
      const problems = own.filter(({ id }) => states.get(id)?.isProblem).length
      const silent = ship.controllers.some(({ id }) => !reporting.has(id)) ? 1 : 0
      const fresh = own.filter(({ id }) => statuses.get(id) === 'online')
      return {
        ...{ ship, own, total: own.length, online: fresh.length, sums: addUp(fresh, 1) },
        rank: problems + silent * 1000,
      }
    })
    .sort((a, b) => b.rank - a.rank)
  return (
    <section aria-labelledby="ships-title">
      <h2 id="ships-title" className={styles.shipsTitle}>
        {t('ships.title')}
      </h2>
      <ul className={styles.ships}>
        {rows.map(({ ship, own, total, online, sums }) => (
          <li key={ship.id}>
            <div className={styles.shipHead}>
              <h3>
                <Link to={`${paths.dashboard}?ship=${ship.id}`}>{ship.name}</Link>
                {ship.shared && <small> {t('ships.of', { owner: ship.shared.owner })}</small>}
              </h3>
              <p>
                {t('ships.online', { online, total })}
                {', '}
                <HashRate hashrateThs={sums.hashrateThs} dense />,{' '}
                <Power powerWatts={sums.powerWatts} dense />
              </p>
            </div>
            {rows.length <= barsUpTo && <ShipBar ship={ship} miners={own} states={states} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A ship of a large fleet: what its boxes come to. */
function rowOfPart(ship: MiningShip, part: FleetPart, reporting: ReadonlySet<string>) {
  const boxes = part.boxes.filter((box) => ship.controllers.some(({ id }) => id === box.id))
  const sum = (pick: (box: FleetPart['boxes'][number]) => number | null) => {
    const known = boxes.flatMap((box) => pick(box) ?? [])
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0)
  }
  const silent = ship.controllers.some(({ id }) => !reporting.has(id)) ? 1 : 0
  return {
    ship,
    own: [] as Miner[],
    total: sum(({ miners }) => miners) ?? 0,
    online: sum(({ online }) => online) ?? 0,
    sums: { hashrateThs: sum((box) => box.hashrateThs), powerWatts: sum((box) => box.powerWatts) },
    rank: (sum(({ attention }) => attention) ?? 0) + silent * 1_000_000,
  }
}

function ShipBar({
  ship,
  miners,
  states,
}: {
  ship: MiningShip
  miners: readonly Miner[]
  states: ReadonlyMap<string, RowState>
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const [holder, width] = useWidth<HTMLDivElement>()
  const power = useShipPower(ship)
  const ofMiners = usePictureMiners(miners, states, power.order)
  const part = useFleet((state) => state.part)
  const controllers = useFleet((state) => state.controllers)
  const own = (id: string) => ship.controllers.some((controller) => controller.id === id)
  const lines =
    part === null ? ofMiners : pictureBoxes({ boxes: part.boxes.filter(({ id }) => own(id)) }, controllers)
  return (
    <div ref={holder}>
      {power.shares && width > 0 && (
        <>
          {power.isOld && power.receivedAt !== null && (
            <p>{t('picture.titleStale', { time: formatTime(language, power.receivedAt) })}</p>
          )}
          <PowerBar
            shares={power.shares}
            miners={lines}
            width={width}
            isStale={power.isOld}
            name={ship.name}
          />
          <ShareFigures shares={power.shares} isStale={power.isOld} />
        </>
      )}
      {power.hasFailed && <ErrorState message={t('failed')} onRetry={power.retry} />}
      {!power.shares && !power.isLoading && !power.hasFailed && <p>{t('none.title')}</p>}
    </div>
  )
}
