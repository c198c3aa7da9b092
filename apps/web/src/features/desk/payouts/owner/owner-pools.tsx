import type { PoolProfile } from '@shipminer/contract/desk/pools'
import { minedCoins } from '@shipminer/domain/revenue/pool-coin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useLanguage } from '../../../../lib/i18n/use-language.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import layout from '../../../../ui/layout.module.css'
import text from '../../../../ui/text.module.css'
import styles from '../../components/desk.module.css'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { checkPool, type PoolField, type TypedPool } from './owner-forms.ts'
import { describePool, forgetPool, type OwnerMoney } from './owner-money.ts'

const modes = ['pooled', 'solo'] as const
type Open = { what: 'describe'; first: TypedPool } | { what: 'forget'; host: string }

/** What is known of an owner's pools that their names do not say: coin, mode and fee. */
export function OwnerPools({
  userId,
  money,
  mayAct,
}: {
  userId: string
  money: OwnerMoney
  mayAct: boolean
}) {
  const { t } = useTranslation('desk-owner-money')
  const language = useLanguage()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const toTypedPool = ({ host, coin, mode, feeBasisPoints }: PoolProfile): TypedPool => ({
    ...{ host, coin, mode },
    fee: feeBasisPoints === null ? '' : formatNumber(language, feeBasisPoints / 100, 2),
  })
  const blank = (host: string): TypedPool => ({ host, coin: 'BTC', mode: 'pooled', fee: '' })
  return (
    <section className={styles.section} aria-labelledby="owner-pools">
      <h2 id="owner-pools" className={text.sub}>
        {t('pools.title')}
      </h2>
      <p className={text.quiet}>{t('pools.text')}</p>
      {money.pools.length > 0 && (
        <ul className={styles.list}>
          {money.pools.map((pool) => (
            <li key={pool.host} className={styles.row}>
              <span className={styles.mono}>{pool.host}</span>
              <span>
                {pool.coin} · {t(`pools.mode.${pool.mode}`)} ·{' '}
                {pool.feeBasisPoints === null
                  ? t('pools.feeDefault')
                  : t('pools.feeOf', { percent: formatNumber(language, pool.feeBasisPoints / 100, 2) })}
              </span>
              {mayAct && (
                <div className={layout.actions}>
                  <Button
                    kind="quiet"
                    aria-haspopup="dialog"
                    aria-label={`${t('pools.change')}: ${pool.host}`}
                    onClick={() => setOpen({ what: 'describe', first: toTypedPool(pool) })}
                  >
                    {t('pools.change')}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-haspopup="dialog"
                    aria-label={`${t('pools.forget')}: ${pool.host}`}
                    onClick={() => setOpen({ what: 'forget', host: pool.host })}
                  >
                    {t('pools.forget')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {money.otherHosts.length > 0 && (
        <p className={text.small}>
          {t('pools.inUse')} <span className={styles.mono}>{money.otherHosts.join(', ')}</span>
        </p>
      )}
      {mayAct && (
        <div>
          <Button
            aria-haspopup="dialog"
            onClick={() => setOpen({ what: 'describe', first: blank(money.otherHosts[0] ?? '') })}
          >
            {t('pools.describe')}
          </Button>
        </div>
      )}
      {open?.what === 'describe' && <DescribePool userId={userId} first={open.first} onClose={close} />}
      {open?.what === 'forget' && (
        <ReasonDialog
          title={`${t('pools.forget')}: ${open.host}`}
          text={t('pools.forgetText')}
          confirm={t('pools.forget')}
          isDanger
          act={(reason) => forgetPool(userId, open.host, reason)}
          onClose={close}
        />
      )}
    </section>
  )
}

function DescribePool({ userId, first, onClose }: { userId: string; first: TypedPool; onClose: () => void }) {
  const { t } = useTranslation('desk-owner-money')
  const [typed, setTyped] = useState(first)
  const [wrong, setWrong] = useState<ReadonlySet<PoolField>>(new Set())
  const set =
    <Field extends keyof TypedPool>(field: Field) =>
    (value: TypedPool[Field]) =>
      setTyped((known) => ({ ...known, [field]: value }))
  return (
    <ReasonDialog
      title={t('pools.describe')}
      text={t('pools.describeText')}
      confirm={t('pools.save')}
      check={() => {
        const checked = checkPool(typed)
        setWrong(checked.wrong ?? new Set())
        return checked.wrong === null
      }}
      act={async (reason) => {
        const { value } = checkPool(typed)
        if (value) await describePool(userId, value, reason)
      }}
      onClose={onClose}
    >
      <TextField
        label={t('pools.host')}
        hint={t('pools.hostHint')}
        autoComplete="off"
        maxLength={253}
        mono
        value={typed.host}
        onChange={set('host')}
        error={wrong.has('host') ? t('pools.hostWrong') : null}
      />
      <SelectField
        label={t('pools.coin')}
        value={typed.coin}
        onChange={set('coin')}
        options={minedCoins.map((value) => ({ value, label: value }))}
      />
      <SelectField
        label={t('pools.mode')}
        value={typed.mode}
        onChange={set('mode')}
        options={modes.map((value) => ({ value, label: t(`pools.mode.${value}`) }))}
      />
      <TextField
        label={t('pools.fee')}
        hint={t('pools.feeHint')}
        optional
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={typed.fee}
        onChange={set('fee')}
        error={wrong.has('fee') ? t('pools.feeWrong') : null}
      />
    </ReasonDialog>
  )
}
