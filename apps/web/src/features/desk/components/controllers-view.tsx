import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { controllersQuery } from '../api/desk.ts'
import { ControllerCard } from './controller-card.tsx'
import { CreateControllers } from './create-controllers.tsx'
import styles from './desk.module.css'
import { NewKeysPanel } from './new-keys.tsx'
import { NothingYet } from './nothing-yet.tsx'

/** Every controller with its health, and how new ones are made. `?id=` in the address shows one first. */
export function ControllersView() {
  const { t } = useTranslation('desk')
  const [params] = useSearchParams()
  const found = useQuery(controllersQuery)
  const wanted = params.get('id')
  const controllers = found.data?.controllers.toSorted(
    (one, other) => Number(other.id === wanted) - Number(one.id === wanted),
  )
  return (
    <>
      <h1 className={styles.heading}>{t('nav.controllers')}</h1>
      <NewKeysPanel />
      <CreateControllers />
      {!controllers && <NothingYet query={found} />}
      {controllers?.length === 0 && <p className={styles.quiet}>{t('controllers.none')}</p>}
      {controllers && controllers.length > 0 && (
        <ul className={styles.stack}>
          {controllers.map((controller) => (
            <li key={controller.id}>
              <ControllerCard controller={controller} clockOffsetMs={found.data?.clockOffsetMs ?? 0} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
