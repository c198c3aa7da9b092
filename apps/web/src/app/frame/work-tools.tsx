import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../config/paths.ts'
import { miningShipsQuery } from '../../features/control/api/mining-ships.ts'
import { FleetProvider, useFleet } from '../../features/fleet/components/fleet-context.tsx'
import { fleetStoreOf } from '../../features/fleet/lib/live/fleet-store-of.ts'
import { LiveSign } from '../../features/fleet/live/live-sign.tsx'
import { UnreadMark } from '../../features/service/components/unread-mark.tsx'
import { WalletMenu } from '../../features/wallet-session/components/wallet-menu.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSearchParams } from '../../lib/use-search-params.ts'
import { Link, NavLink } from '../../ui/link.tsx'
import { Menu, MenuNote } from '../../ui/panels/menu.tsx'
import { SaverSwitch } from '../../ui/saver-switch.tsx'
import { AccountProviders } from '../account/account-providers.tsx'
import { LanguageLinks } from './frame-header.tsx'
import styles from './work-bar.module.css'

/** Which ship, where to go, whether values flow, and who one is; on a phone the way around is at the bottom. */
export function WorkTools() {
  const session = useSession()
  const store = fleetStoreOf(session.kind === 'signed-in' ? session.user.id : '')
  return (
    <AccountProviders>
      <FleetProvider store={store}>
        <Tools />
      </FleetProvider>
    </AccountProviders>
  )
}

function Tools() {
  const { t } = useTranslation('overview')
  const isPhone = useMedia('(max-width: 640px)')
  const { pathname } = useLocation()
  const isOverview = pathname === paths.dashboard || pathname === paths.mining
  return (
    <>
      <ShipSwitch />
      {!isPhone && (
        <nav className={styles.tabs} aria-label={t('nav.title')}>
          <Tabs />
        </nav>
      )}
      <div className={styles.end}>
        {isOverview && <LiveSign />}
        {!isPhone && (
          <WalletMenu>
            <MenuNote>
              <SaverSwitch />
            </MenuNote>
          </WalletMenu>
        )}
      </div>
      {isPhone && <BottomNav />}
    </>
  )
}

function Tabs() {
  const { t } = useTranslation('overview')
  return (
    <>
      <NavLink to={paths.dashboard} end>
        {t('nav.overview')}
      </NavLink>
      <NavLink to={paths.revenue}>{t('nav.revenue')}</NavLink>
      <NavLink to={paths.alerts}>
        {t('nav.alerts')}
        <AlertCount />
      </NavLink>
      <NavLink to={paths.history}>{t('nav.history')}</NavLink>
      <NavLink to={paths.service}>
        {t('nav.service')}
        <UnreadMark />
      </NavLink>
      <NavLink to={paths.compare}>{t('nav.compare')}</NavLink>
    </>
  )
}

/** How many alerts are open; nothing while there are none, or that is unknown. */
function AlertCount() {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const count = useFleet((state) => state.summary?.alertsCount ?? 0)
  if (count === 0) return null
  return (
    <span className={styles.count}>
      {formatNumber(language, count)} <span className="visually-hidden">{t('nav.open')}</span>
    </span>
  )
}

/** The ship that is looked at. With one there is nothing to switch: it leads to the ship. */
function ShipSwitch() {
  const { t } = useTranslation('overview')
  const { data = [] } = useQuery(miningShipsQuery)
  const [params] = useSearchParams()
  const controller = useFleet(({ controllers }) =>
    controllers.length === 1 ? controllers[0]?.name : undefined,
  )
  const ships = data.filter((ship) => ship.controllers.length > 0)
  const [only] = ships
  if (ships.length === 1 && only)
    return (
      <Link className={styles.ship} to={paths.ship(only.id)}>
        <ShipSign />
        <span className={styles.shipName}>{only.name}</span>
      </Link>
    )
  if (ships.length === 0)
    return controller === undefined ? null : (
      <span className={styles.shipOnly}>
        <ShipSign />
        <span className={styles.shipName}>{controller}</span>
      </span>
    )
  const chosen = ships.find(({ id }) => id === params.get('ship'))
  return (
    <div className={styles.switch}>
      <Menu
        label={t('nav.ship')}
        trigger={
          <>
            <ShipSign />
            <span className={styles.shipName}>{chosen?.name ?? t('nav.allShips')}</span>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </>
        }
      >
        <Link to={paths.dashboard} aria-current={chosen ? undefined : 'true'}>
          {t('nav.allShips')}
        </Link>
        {ships.slice(0, 30).map((ship) => (
          <Link
            key={ship.id}
            to={`${paths.dashboard}?ship=${ship.id}`}
            aria-current={ship === chosen ? 'true' : undefined}
          >
            {ship.name}
          </Link>
        ))}
        {chosen && <Link to={paths.ship(chosen.id)}>{t('nav.shipPage', { name: chosen.name })}</Link>}
      </Menu>
    </div>
  )
}

/** The way around on a phone, where a thumb is. */
function BottomNav() {
  const { t } = useTranslation('overview')
  const { pathname, hash } = useLocation()
  const id = `more-${useId().replaceAll(/[^\w-]/g, '')}`
  const sheet = useRef<HTMLDivElement>(null)
  const isMiners = pathname === paths.dashboard && hash === '#miners'
  const item = (to: string, name: string, sign: ReactNode, isHere: boolean, mark?: ReactNode) => (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {sign}
      {name}
      {mark}
    </Link>
  )
  const more = [paths.history, paths.service, paths.compare, paths.firmware].some((path) =>
    pathname.startsWith(path),
  )
  return (
    <nav className={styles.bottom} aria-label={t('nav.title')}>
      {item(paths.dashboard, t('nav.overview'), <GaugeSign />, pathname === paths.dashboard && !isMiners)}
      {item(`${paths.dashboard}#miners`, t('nav.miners'), <BoxSign />, isMiners)}
      {item(paths.revenue, t('nav.revenueShort'), <EuroSign />, pathname === paths.revenue)}
      {item(paths.alerts, t('nav.alerts'), <BellSign />, pathname === paths.alerts, <AlertCount />)}
      <button type="button" popoverTarget={id} data-here={more}>
        <MoreSign />
        {t('nav.more')}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: following a link closes the sheet; the link itself is what is pressed */}
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className={styles.sheet}
        onClick={(event) => {
          if ((event.target as Element).closest('a')) sheet.current?.hidePopover()
        }}
      >
        <NavLink to={paths.history}>{t('nav.history')}</NavLink>
        <NavLink to={paths.service}>
          {t('nav.service')}
          <UnreadMark />
        </NavLink>
        <NavLink to={paths.compare}>{t('nav.compare')}</NavLink>
        <NavLink to={paths.firmware}>{t('nav.firmware')}</NavLink>
        <NavLink to={paths.profile}>{t('nav.profile')}</NavLink>
        <SaverSwitch />
        <div className={styles.languages}>
          <LanguageLinks inRow />
        </div>
        <WalletMenu />
      </div>
    </nav>
  )
}

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 }

function ShipSign() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M3 14h18l-2.5 6h-13zM6 14V9h8v5M10 9V5h3" />
    </svg>
  )
}
function GaugeSign() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M5 18a9 9 0 1 1 14 0M12 14l4-5" />
    </svg>
  )
}
function BoxSign() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M4 6h16v12H4zM4 11h16M7 15h4" />
    </svg>
  )
}
function EuroSign() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M15.5 9a4 4 0 1 0 0 6M7 11h6M7 13.5h6" />
      <circle cx="12" cy="12" r="9" />
    </svg>
  )
}
function BellSign() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M5 17h14l-2-3v-4a5 5 0 0 0-10 0v4zM10 20h4" />
    </svg>
  )
}
function MoreSign() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" {...stroke}>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </svg>
  )
}
