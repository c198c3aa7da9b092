import type { PatternProblem } from '@shipminer/domain/pools/pool-worker'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { emptyRow, type PoolProblem, type PoolRow } from '../../lib/pool-form.ts'
import styles from '../control.module.css'

/** Rows of pools to fill in. In a template workers are patterns, and there are no passwords. */
export function PoolRows({
  rows,
  onChange,
  problemOf,
  isTemplate = false,
}: {
  rows: readonly PoolRow[]
  onChange: (rows: PoolRow[]) => void
  problemOf: (row: PoolRow) => PoolProblem | PatternProblem
  isTemplate?: boolean
}) {
  const { t } = useTranslation('control')
  const change = (index: number, part: Partial<PoolRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return rows.map((row, index) => {
    const number = index + 1
    const problem = problemOf(row)
    const userProblem = problem === null || problem === 'url' ? null : problem
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a pool is known by its place
      <div key={index} className={styles.pool}>
        <TextField
          label={t('pools.url', { number })}
          mono
          autoComplete="off"
          spellCheck={false}
          value={row.url}
          onChange={(url) => change(index, { url })}
          error={problem === 'url' ? t('pools.badUrl') : null}
        />
        <TextField
          label={t(isTemplate ? 'templates.worker' : 'pools.user', { number })}
          {...(isTemplate ? { hint: t('templates.workerHint') } : {})}
          mono
          autoComplete="off"
          spellCheck={false}
          value={row.user}
          onChange={(user) => change(index, { user })}
          error={
            userProblem === null
              ? null
              : userProblem === 'user'
                ? t('pools.noUser')
                : t(`templates.bad.${userProblem}`)
          }
        />
        {!isTemplate && (
          <TextField
            label={t('pools.password', { number })}
            hint={t('pools.passwordHint')}
            mono
            autoComplete="off"
            spellCheck={false}
            value={row.password}
            onChange={(password) => change(index, { password })}
          />
        )}
        {rows.length > 1 && (
          <div>
            <Button kind="quiet" onClick={() => onChange(rows.filter((_, at) => at !== index))}>
              {t('pools.remove', { number })}
            </Button>
          </div>
        )}
      </div>
    )
  })
}

/** Adds an empty row, unless there are as many as there may be. */
export function AddPool({
  rows,
  most,
  onChange,
}: {
  rows: readonly PoolRow[]
  most: number
  onChange: (rows: PoolRow[]) => void
}) {
  const { t } = useTranslation('control')
  if (rows.length >= most) return null
  return <Button onClick={() => onChange([...rows, emptyRow])}>{t('pools.add')}</Button>
}
