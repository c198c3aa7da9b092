import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { peopleQuery } from './people-queries.ts'
import { PersonCard } from './person-card.tsx'

/** Who works at the desk, what they may do, and where they are signed in. */
export function PeopleView() {
  const { t } = useTranslation('desk')
  const { t: tOwn } = useTranslation('desk-people')
  const found = useQuery(peopleQuery)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{t('nav.people')}</h1>
        <p className={text.quiet}>{tOwn('lead')}</p>
      </div>
      {!found.data && <NothingYet query={found} />}
      {found.data?.people.map((person) => (
        <PersonCard key={person.id} person={person} />
      ))}
    </>
  )
}
