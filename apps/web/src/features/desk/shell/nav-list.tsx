import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Link } from '../../../ui/link.tsx'
import type { Work } from '../today/queue.ts'
import { Icon } from './icons.tsx'
import { groupsFor, isAt, type NavItem, today } from './nav.ts'
import styles from './shell.module.css'
import { useRole } from './use-role.ts'

/** Every part of the desk in its group, each with what waits there. `idPrefix` keeps its names apart from those of another list. */
export function NavList({ work, idPrefix }: { work: Work | null; idPrefix: string }) {
  const { t } = useTranslation('desk-frame')
  const role = useRole()
  return (
    <>
      <ul className={styles.group}>
        <Item item={today} work={work} />
      </ul>
      {groupsFor(role).map(({ name, items }) => (
        <div key={name}>
          <p id={`${idPrefix}-${name}`} className={styles.groupName}>
            {t(`group.${name}`)}
          </p>
          <ul className={styles.group} aria-labelledby={`${idPrefix}-${name}`}>
            {items.map((item) => (
              <Item key={item.to} item={item} work={work} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Item({ item, work }: { item: NavItem; work: Work | null }) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const counter = item.work && work ? work[item.work] : null
  const to = counter !== null && counter.count > 0 ? (item.counted ?? item.to) : item.to
  return (
    <li>
      <Link to={to} className={styles.item} aria-current={isAt(item, pathname) ? 'page' : undefined}>
        <Icon name={item.icon} />
        <span>{t(item.text)}</span>
        {counter && <Counter {...counter} />}
      </Link>
    </li>
  )
}

/** How much waits; orange, and said in words, when some of it is late. Nothing for nothing. */
export function Counter({ count, isLate }: { count: number; isLate: boolean }) {
  const { t } = useTranslation('desk-frame')
  if (count === 0) return null
  return (
    <span className={styles.count} data-late={isLate}>
      {count}
      {isLate && <span className="visually-hidden"> {t('someLate')}</span>}
    </span>
  )
}
