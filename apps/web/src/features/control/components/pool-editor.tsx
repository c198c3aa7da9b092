import type { PoolSetting } from '@shipminer/contract/control'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import layout from '../../../ui/layout.module.css'
import { maxPools, type PoolRow, poolProblem, poolRows, poolSettings } from '../lib/pool-form.ts'
import styles from './control.module.css'

/** Pools in their order, as the device has them to begin with. */
export function PoolEditor({
  pools,
  onSubmit,
  onClose,
}: {
  pools: readonly { url: string | null; user: string | null }[]
  onSubmit: (pools: PoolSetting[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const [rows, setRows] = useState(() => poolRows(pools))
  const [isTried, setTried] = useState(false)
  const change = (index: number, part: Partial<PoolRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const first = rows.findIndex((row) => poolProblem(row) !== null)
    if (first === -1) return onSubmit(poolSettings(rows))
    const inputs = event.currentTarget.querySelectorAll('input')
    const wrong = rows[first]
    inputs[first * 3 + (wrong && poolProblem(wrong) === 'user' ? 1 : 0)]?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {rows.map((row, index) => {
        const number = index + 1
        const problem = isTried ? poolProblem(row) : null
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
              label={t('pools.user', { number })}
              mono
              autoComplete="off"
              spellCheck={false}
              value={row.user}
              onChange={(user) => change(index, { user })}
              error={problem === 'user' ? t('pools.noUser') : null}
            />
            <TextField
              label={t('pools.password', { number })}
              hint={t('pools.passwordHint')}
              mono
              autoComplete="off"
              spellCheck={false}
              value={row.password}
              onChange={(password) => change(index, { password })}
            />
            {rows.length > 1 && (
              <div>
                <Button kind="quiet" onClick={() => setRows(rows.filter((_, at) => at !== index))}>
                  {t('pools.remove', { number })}
                </Button>
              </div>
            )}
          </div>
        )
      })}
      <div className={layout.actions}>
        <Button type="submit" kind="main">
          {t('pools.review')}
        </Button>
        {rows.length < maxPools && (
          <Button onClick={() => setRows([...rows, { url: '', user: '', password: '' }])}>
            {t('pools.add')}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {tCommon('cancel')}
        </Button>
      </div>
    </form>
  )
}
