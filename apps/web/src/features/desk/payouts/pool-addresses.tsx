import { deskPoolEndpoints, type PoolAddress } from '@shipminer/contract/desk/pools'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { useMay } from '../shell/use-role.ts'
import { addPoolAddress, bookPoolAddress, poolAddressesQuery, removePoolAddress } from './api/payouts.ts'

/** Addresses of ours that pools pay to: what arrived there is proposed, and booked on confirmation. Who may add none sees those that there are. */
export function PoolAddresses() {
  const { t } = useTranslation('desk-payouts')
  const mayAdd = useMay()(deskPoolEndpoints.deskPoolAddressAdd)
  const query = useQuery(poolAddressesQuery)
  if (!mayAdd && query.data?.addresses.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="pool-addresses">
      <h2 id="pool-addresses" className={styles.heading}>
        {t('watched.title')}
      </h2>
      <p>{t('watched.text')}</p>
      {query.data?.isWatching === false && <Notice tone="caution">{t('watched.off')}</Notice>}
      {query.data ? (
        <ul className={styles.list}>
          {query.data.addresses.map((one) => (
            <Watched key={one.id} watched={one} />
          ))}
        </ul>
      ) : (
        <NothingYet query={query} />
      )}
      {mayAdd && <AddAddress />}
    </section>
  )
}

function AddAddress() {
  const { t } = useTranslation('desk-payouts')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [address, setAddress] = useState('')
  const [owner, setOwner] = useState('')
  const [ship, setShip] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || address.trim() === '' || owner.trim() === '') return
    void run(async () => {
      await addPoolAddress({
        address: address.trim(),
        owner: owner.trim(),
        ...(ship.trim() && { ship: ship.trim() }),
      })
      setAddress('')
      await queries.invalidateQueries({ queryKey: poolAddressesQuery.queryKey })
      return t('watched.added')
    })
  }
  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <TextField
        label={t('watched.address')}
        value={address}
        onChange={setAddress}
        maxLength={100}
        autoComplete="off"
        mono
      />
      <TextField
        label={t('pools.owner')}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={owner}
        onChange={setOwner}
      />
      <TextField
        label={t('pools.ship')}
        optional
        autoComplete="off"
        maxLength={120}
        value={ship}
        onChange={setShip}
      />
      <TaskNotice message={message} />
      <div className={layout.actions}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {t('watched.add')}
        </Button>
      </div>
    </form>
  )
}

function Watched({ watched }: { watched: PoolAddress }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const { id, address, owner, ship, lookedAt, problem, count, totalSat, payments } = watched
  const may = useMay()
  const mayBook = count > 0 && may(deskPoolEndpoints.deskPoolAddressBook)
  const mayRemove = may(deskPoolEndpoints.deskPoolAddressRemove)
  const troubleWords = useTroubleWords()
  const amount = (sat: number) => joinQuantity(formatSat(language, sat))
  const act = (task: () => Promise<string | null>) => {
    if (isBusy) return
    void run(task).then(() => queries.invalidateQueries({ queryKey: ['desk'] }))
  }
  const book = () =>
    act(async () => {
      const { counts } = await bookPoolAddress(id)
      return t('pools.booked', { count: counts.imported })
    })
  const remove = () =>
    act(async () => {
      await removePoolAddress(id)
      return null
    })
  return (
    <li className={styles.stack}>
      <div>
        <span className={styles.mono}>{address}</span>
        <div className={text.small}>
          {[owner, ship].filter(Boolean).join(' · ')} ·{' '}
          {lookedAt === null
            ? t('watched.never')
            : t('watched.looked', { time: formatDateTime(language, lookedAt) })}
        </div>
      </div>
      {problem !== null && (
        <Notice tone="caution">{t('watched.problem', { problem: troubleWords(problem) })}</Notice>
      )}
      {count > 0 && (
        <>
          <strong>
            {t('pools.imported', { count })} · {amount(totalSat)}
          </strong>
          <ul className={text.small}>
            {payments.map((payment) => (
              <li key={payment.reference}>
                {formatDateTime(language, payment.at)} · {amount(payment.amountSat)}
              </li>
            ))}
          </ul>
        </>
      )}
      <TaskNotice message={message} />
      {(mayBook || mayRemove) && (
        <div className={layout.actions}>
          {mayBook && (
            <Button aria-disabled={isBusy || undefined} onClick={book}>
              {t('pools.submit')}
            </Button>
          )}
          {mayRemove && (
            <Button kind="quiet" aria-disabled={isBusy || undefined} onClick={remove}>
              {t('watched.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
