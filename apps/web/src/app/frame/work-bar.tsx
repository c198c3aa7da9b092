import { Suspense } from 'react'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { ConnectButton } from '../../features/wallet-session/components/connect-button.tsx'
import { lazyChunk } from '../../lib/chunks/chunk-loader.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { Link } from '../../ui/link.tsx'
import styles from './work-bar.module.css'

const WorkTools = lazyChunk(() => import('./work-tools.tsx').then((module) => module.WorkTools))

/** The bar of an owner’s working pages. What only signed-in people see comes with their pages’ code. */
export function WorkBar() {
  const { kind } = useSession()
  return (
    <header className={styles.bar}>
      <div className={`app ${styles.row}`}>
        <Link className={styles.logo} to={paths.home}>
          {productName}
        </Link>
        {kind === 'signed-in' ? (
          <Suspense fallback={null}>
            <WorkTools />
          </Suspense>
        ) : (
          <div className={styles.end}>{kind === 'signed-out' && <ConnectButton />}</div>
        )}
      </div>
    </header>
  )
}
