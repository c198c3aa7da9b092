import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import styles from './shell.module.css'

/** What stands before the desk: nothing of the shop, only who runs it and what is asked. */
export function Door({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('title.desk')} · ${productName}`}</title>
      <header className={styles.doorBar}>
        <Link className={styles.logo} to={paths.home}>
          {productName}
        </Link>
      </header>
      <main id="main" className={styles.door} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
