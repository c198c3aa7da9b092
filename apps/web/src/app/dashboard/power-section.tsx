import type { FleetPart } from '@shipminer/contract/fleet'
import type { Controller, Miner } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useFleet } from '../../features/fleet/components/fleet-context.tsx'
import type { RowState } from '../../features/fleet/lib/list/row-state.ts'
import { useRowWords } from '../../features/fleet/list/row-sign.tsx'
import { PowerPicture } from '../../features/power/components/power-picture.tsx'
import { type PictureMiner, yieldOrder } from '../../features/power/lib/power-picture.ts'
import { formatNumber, formatRecent, formatTime } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { Link } from '../../ui/link.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import styles from './dashboard.module.css'
import type { ShipPower } from './use-power.ts'

const dayMs = 86_400_000

/** The power of one ship; without a generator that is followed it says so, and what to do. */
export function PowerSection({
  shipId,
  power,
  miners,
  states,
  staleAt,
}: {
  shipId: string | null
  power: ShipPower
  miners: readonly Miner[]
  states: ReadonlyMap<string, RowState>
  staleAt: number | null
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const now = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  const ofMiners = usePictureMiners(miners, states, power.order)
  const part = useFleet((state) => state.part)
  const controllers = useFleet((state) => state.controllers)
  // Of a large fleet a box is a line.
  const lines = part === null ? ofMiners : pictureBoxes(part, controllers)
  const { shares, history, standing } = power
  if (power.isLoading) return <PowerPlace />
  if (power.hasFailed) return <ErrorState message={t('failed')} onRetry={power.retry} />
  if (!shares || !standing) {
    return (
      <section className={styles.noPower} aria-labelledby="power-title">
        <h2 id="power-title">{t('none.title')}</h2>
        <p>{t('none.text')}</p>
        {shipId !== null && (
          <p>
            <Link to={paths.ship(shipId)}>{t('picture.setUp')}</Link>
          </p>
        )}
      </section>
    )
  }
  const running = part?.running ?? lines.filter(({ state }) => state === 'on').length
  const yielding = part?.yielding ?? lines.filter(({ state }) => state === 'yielding').length
  const total = part?.counts.all ?? lines.length
  const say =
    standing.follower === 'load-unknown'
      ? { title: t('picture.titleUnknown'), say: t('picture.sayOff') }
      : yielding > 0
        ? { title: t('picture.titleMore'), say: t('picture.sayYielding', { count: yielding }) }
        : running === total
          ? { title: t('picture.titleRoom'), say: t('picture.sayAll') }
          : { title: t('picture.titleRoom'), say: t('picture.saySome', { running, total }) }
  const to = history?.serverTime ?? now
  return (
    <PowerPicture
      shares={shares}
      limitPercent={power.limitPercent}
      miners={lines}
      points={history?.points ?? []}
      yieldings={power.yieldings}
      onShowPast={power.isPastSpared ? power.showPast : null}
      from={to - dayMs}
      to={to}
      stepSeconds={history?.stepSeconds ?? 300}
      staleAt={staleAt}
      title={staleAt === null ? say.title : t('picture.titleStale', { time: formatTime(language, staleAt) })}
      say={
        staleAt !== null && running === total
          ? t('picture.sayRan')
          : staleAt !== null
            ? t('picture.saySome', { running, total })
            : say.say
      }
    />
  )
}

/** The boxes of a large fleet beside the tank, each with what its miners draw. */
export function pictureBoxes(
  { boxes }: Pick<FleetPart, 'boxes'>,
  controllers: readonly Pick<Controller, 'id' | 'name'>[],
): PictureMiner[] {
  const names = new Map(controllers.map(({ id, name }) => [id, name]))
  return boxes.map(({ id, powerWatts, miners, online, attention, yielding }) => ({
    id,
    name: names.get(id) ?? id,
    powerWatts,
    state: yielding === miners ? 'yielding' : attention > 0 ? 'problem' : online === 0 ? 'off' : 'on',
    note: null,
  }))
}

/** The miners beside the tank, in the order in which they give way. */
export function usePictureMiners(
  miners: readonly Miner[],
  states: ReadonlyMap<string, RowState>,
  order: readonly string[],
): PictureMiner[] {
  const { t } = useTranslation('power')
  const words = useRowWords()
  const language = useLanguage()
  const now = useFleet((state) => Math.floor(state.now / 60_000) * 60_000)
  return yieldOrder(miners, order).map(({ id, name, powerWatts, hashrateThs }): PictureMiner => {
    const state = states.get(id)
    const draws = powerWatts === null ? '' : ` · ${formatNumber(language, powerWatts / 1000, 1)}\u00a0kW`
    if (!state) return { id, name, powerWatts, state: 'on', note: null }
    if (state.reason === 'ship')
      return {
        id,
        name,
        powerWatts,
        state: 'yielding',
        note:
          state.since === null
            ? words(state)
            : t('picture.yieldsSince', { time: formatRecent(language, state.since, now) }),
      }
    if (state.isProblem) return { id, name, powerWatts, state: 'problem', note: words(state) + draws }
    // When it reported last it did nothing, for an unknown reason.
    if (state.word === 'unknown' && hashrateThs === 0)
      return { id, name, powerWatts, state: 'off', note: null }
    // It answers; whether it draws anything is all that can be said.
    if (state.reason === 'not-told')
      return { id, name, powerWatts, state: powerWatts === 0 ? 'off' : 'on', note: words(state) + draws }
    if (state.word === 'stopped' || state.word === 'unreported')
      return { id, name, powerWatts, state: 'off', note: words(state) + draws }
    return { id, name, powerWatts, state: 'on', note: null }
  })
}

/** The place of the picture while it is on its way: what follows does not jump. */
export function PowerPlace() {
  const { t } = useTranslation('power')
  return (
    <section className={styles.powerPlace} aria-labelledby="power-title" aria-busy="true">
      <h2 id="power-title">
        {t('picture.titleRoom')}: <span>…</span>
      </h2>
    </section>
  )
}
