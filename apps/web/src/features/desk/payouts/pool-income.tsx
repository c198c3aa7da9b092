import { longestPoolFile, type PoolImport, type PoolLine } from '@shipminer/contract/desk/pools'
import { type MinedCoin, minedCoins } from '@shipminer/domain/revenue/pool-coin'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame, TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { importPoolFile, type PoolFile } from './api/payouts.ts'
import { inCoin } from './lib/in-coin.ts'

type Picked = { name: string; file: PoolFile; answer: PoolImport; isDone: boolean }

/** Takes a pool's file of payments to an owner: shows what it would book, and books it on confirmation. */
export function PoolIncome() {
  const { t } = useTranslation('desk-payouts')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const [owner, setOwner] = useState('')
  const [ship, setShip] = useState('')
  const [coin, setCoin] = useState<MinedCoin | ''>('')
  const [paidTo, setPaidTo] = useState<PoolFile['paidTo']>('provider')
  const [isOwnerMissing, setOwnerMissing] = useState(false)
  const [picked, setPicked] = useState<Picked | null>(null)

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target
    const chosen = field.files?.[0]
    if (!chosen || isBusy) return
    setPicked(null)
    setOwnerMissing(owner.trim() === '')
    if (owner.trim() === '') {
      field.value = ''
      return
    }
    void run(async () => {
      const csv = chosen.size > 2 * longestPoolFile ? null : await chosen.text()
      // The same file may be chosen again.
      field.value = ''
      if (csv === null || csv.length > longestPoolFile)
        throw new Error(t('pools.tooLarge', { megabytes: Math.floor(longestPoolFile / 1_000_000) }))
      const file: PoolFile = {
        owner: owner.trim(),
        text: csv,
        paidTo,
        ...(coin && { coin }),
        ...(ship.trim() && { ship: ship.trim() }),
      }
      setPicked({ name: chosen.name, file, answer: await importPoolFile(file, true), isDone: false })
      return null
    })
  }
  const book = ({ name, file }: Picked) => {
    if (isBusy) return
    void run(async () => {
      setPicked({ name, file, answer: await importPoolFile(file, false), isDone: true })
      return null
    }).then(() => queries.invalidateQueries({ queryKey: ['desk'] }))
  }
  /** What was shown was for other settings: it is not booked with them. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      if (picked?.isDone === false) setPicked(null)
    }
  return (
    <section className={styles.card} aria-labelledby="pool-income">
      <h2 id="pool-income" className={styles.heading}>
        {t('pools.title')}
      </h2>
      <p>{t('pools.text')}</p>
      <div className={styles.bar}>
        <TextField
          label={t('pools.owner')}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          value={owner}
          onChange={changing(setOwner)}
          error={isOwnerMissing ? t('pools.ownerMissing') : null}
        />
        <TextField
          label={t('pools.ship')}
          hint={t('pools.shipHint')}
          optional
          autoComplete="off"
          maxLength={120}
          value={ship}
          onChange={changing(setShip)}
        />
        <SelectField
          label={t('pools.paidTo')}
          value={paidTo}
          onChange={changing(setPaidTo)}
          options={(['provider', 'owner'] as const).map((value) => ({
            value,
            label: t(`pools.paidTo.${value}`),
          }))}
        />
        <SelectField
          label={t('pools.coin')}
          value={coin}
          onChange={changing(setCoin)}
          options={[
            { value: '', label: t('pools.coinAny') },
            ...minedCoins.map((value) => ({ value, label: value })),
          ]}
        />
      </div>
      <FieldFrame label={t('pools.file')}>
        {(control) => (
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            id={control.id}
            className={control.className}
            onChange={pick}
          />
        )}
      </FieldFrame>
      {isBusy && <p role="status">{t('pools.reading')}</p>}
      <TaskNotice message={message} />
      {picked && (
        <Outcome
          picked={picked}
          isBusy={isBusy}
          onBook={() => book(picked)}
          onClose={() => setPicked(null)}
        />
      )}
    </section>
  )
}

function Outcome({
  picked,
  isBusy,
  onBook,
  onClose,
}: {
  picked: Picked
  isBusy: boolean
  onBook: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
  useEffect(() => heading.current?.focus(), [picked])
  const { name, answer, isDone } = picked
  const { counts, totals, lines } = answer
  const all = counts.imported + counts.known + counts.skipped + counts.refused
  const canBook = !isDone && counts.imported > 0
  return (
    <section className={styles.stack} aria-labelledby="pool-file">
      <h3 id="pool-file" className={text.sub} ref={heading} tabIndex={-1}>
        {t(isDone ? 'pools.done' : 'pools.preview', { owner: answer.owner, name })}
      </h3>
      {counts.imported === 0 && <Notice>{t('pools.nothingNew')}</Notice>}
      <ul>
        {counts.imported > 0 && (
          <li>
            {t(isDone ? 'pools.booked' : 'pools.imported', { count: counts.imported })}
            {totals.map(({ coin, amountSat }) => ` · ${inCoin(language, coin, amountSat)}`)}
          </li>
        )}
        {(['refused', 'skipped', 'known'] as const)
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <li key={result}>{t(`pools.${result}`, { count: counts[result] })}</li>
          ))}
      </ul>
      {all > lines.length && (
        <p className={text.quiet}>{t('pools.shown', { shown: lines.length, count: all })}</p>
      )}
      <ul className={styles.list}>
        {lines.map((line) => (
          <Line key={line.line} line={line} isDone={isDone} />
        ))}
      </ul>
      <div className={layout.actions}>
        {canBook && (
          <Button kind="main" aria-disabled={isBusy || undefined} onClick={onBook}>
            {t('pools.submit')}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t(canBook ? 'pools.drop' : 'pools.close')}
        </Button>
      </div>
    </section>
  )
}

const looks = { imported: 'online', known: 'offline', skipped: 'offline', refused: 'attention' } as const

function Line({ line, isDone }: { line: PoolLine; isDone: boolean }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const { at, coin, amountSat, code, cell, result } = line
  return (
    <li className={styles.row}>
      <span className={text.small}>{t('pools.line', { line: line.line })}</span>
      <span>
        {at !== null && formatDateTime(language, at)}
        {code !== null && (
          <span className={text.small}> {t(`pools.code.${code}`, { cell: (cell ?? '').slice(0, 60) })}</span>
        )}
      </span>
      <strong>{amountSat !== null && coin !== null && inCoin(language, coin, amountSat)}</strong>
      <StatusBadge
        status={looks[result]}
        label={t(`pools.result.${isDone && result === 'imported' ? 'booked' : result}`)}
      />
    </li>
  )
}
