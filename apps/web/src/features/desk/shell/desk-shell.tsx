import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { productName } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { SearchDialog } from '../search/search-dialog.tsx'
import { useQueue } from '../today/use-queue.ts'
import { BottomNav } from './bottom-nav.tsx'
import { Icon } from './icons.tsx'
import { KeysHelp } from './keys-help.tsx'
import { groups, isAt, today } from './nav.ts'
import { NavList } from './nav-list.tsx'
import styles from './shell.module.css'
import { useDeskKeys } from './use-desk-keys.ts'

/** What the frame gets from outside its feature. */
export type ShellParts = {
  /** Who is here, and the way out. */
  account: ReactNode
  /** Ways to read the desk in another language. */
  languages: ReactNode
  name: string
}

/** The frame of the desk: where one can go and what waits there, around the page that is shown. */
export function DeskShell({ parts, children }: { parts: ShellParts; children: ReactNode }) {
  const { t } = useTranslation('desk-frame')
  const { t: tDesk } = useTranslation('desk')
  const { t: tSearch } = useTranslation('desk-search')
  const { t: common } = useTranslation()
  const { pathname } = useLocation()
  const queue = useQueue()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  useDeskKeys({ onHelp: () => setHelpOpen(true), onSearch: () => setSearchOpen(true) })
  const work = queue?.work ?? null
  const here = [today, ...groups.flatMap(({ items }) => items)].find((item) => isAt(item, pathname))
  return (
    <div className={styles.shell}>
      <title>
        {[here && tDesk(here.text), common('title.desk'), productName].filter(Boolean).join(' · ')}
      </title>
      <nav className={styles.side} aria-label={tDesk('nav.title')}>
        <Link className={styles.logo} to={paths.home}>
          {productName}
        </Link>
        <p className={styles.who}>{t('who', { name: parts.name })}</p>
        <NavList work={work} idPrefix="side" />
        <div className={styles.languages}>{parts.languages}</div>
      </nav>
      <div className={styles.body}>
        <header className={styles.bar}>
          <Link className={`${styles.logo} ${styles.phoneOnly}`} to={paths.desk}>
            {common('title.desk')}
          </Link>
          <button
            type="button"
            className={styles.find}
            aria-haspopup="dialog"
            onClick={() => setSearchOpen(true)}
          >
            <Icon name="search" />
            <span className={styles.findWords}>{tSearch('placeholder')}</span>
            <span className={styles.key} aria-hidden="true">
              Ctrl K
            </span>
          </button>
          <span className={styles.spring} />
          {queue && queue.today.controllers.all > 0 && (
            <span className={styles.live}>{t('live', queue.today.controllers)}</span>
          )}
          <button type="button" className={styles.keysButton} onClick={() => setHelpOpen(true)}>
            <span className={styles.key} aria-hidden="true">
              ?
            </span>
            <span className="visually-hidden">{t('keys.title')}</span>
          </button>
          {parts.account}
        </header>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <BottomNav work={work} foot={parts.languages} />
      {isSearchOpen && <SearchDialog onClose={() => setSearchOpen(false)} />}
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
