import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Link } from '../../../ui/link.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import type { Work } from '../today/queue.ts'
import { Icon } from './icons.tsx'
import { bottomGroupNames, groupsFor, isAt, type NavItem, today } from './nav.ts'
import { Counter, NavList } from './nav-list.tsx'
import styles from './shell.module.css'
import { useRole } from './use-role.ts'

/** On a phone: the day, the three groups that are opened most, and everything in a drawer. */
export function BottomNav({ work, foot }: { work: Work | null; foot: React.ReactNode }) {
  const { t } = useTranslation('desk-frame')
  const { t: tDesk } = useTranslation('desk')
  const { pathname } = useLocation()
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const groups = groupsFor(useRole())
  const bottomGroups = groups.filter(({ name }) => bottomGroupNames.includes(name))
  const here = groups.find(({ items }) => items.some((item) => isAt(item, pathname)))
  const isElsewhere = here !== undefined && !bottomGroups.includes(here)
  return (
    <>
      <nav className={styles.bottom} aria-label={t('bottom')}>
        <Link to={today.to} aria-current={isAt(today, pathname) ? 'page' : undefined}>
          <Icon name={today.icon} size={22} />
          {tDesk(today.text)}
          {work && <Counter {...work.today} />}
        </Link>
        {bottomGroups.map((group) => {
          const [first] = group.items
          return (
            first && (
              <Link key={group.name} to={first.to} aria-current={here === group ? 'true' : undefined}>
                <Icon name={first.icon} size={22} />
                {t(`group.${group.name}`)}
                {work && <Counter {...sumOf(group.items, work)} />}
              </Link>
            )
          )
        })}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isElsewhere ? 'true' : undefined}
          onClick={() => setDrawerAt(pathname)}
        >
          <Icon name="menu" size={22} />
          {t('more')}
        </button>
      </nav>
      {/* Going somewhere closes it, also to where one is. */}
      {drawerAt === pathname && (
        <Dialog title={t('allParts')} onClose={() => setDrawerAt(null)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link closes the drawer; the link itself is what is pressed */}
          <nav
            className={styles.drawer}
            aria-label={tDesk('nav.title')}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a')) setDrawerAt(null)
            }}
          >
            <NavList work={work} idPrefix="drawer" />
          </nav>
          <div className={styles.languages}>{foot}</div>
        </Dialog>
      )}
    </>
  )
}

function sumOf(items: readonly NavItem[], work: Work) {
  const counters = items.flatMap((item) => (item.work ? [work[item.work]] : []))
  return {
    count: counters.reduce((sum, { count }) => sum + count, 0),
    isLate: counters.some(({ isLate }) => isLate),
  }
}
