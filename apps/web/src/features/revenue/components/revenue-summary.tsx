import type { Earnings } from '@shipminer/contract/mining'
import type { FuelReport } from '@shipminer/contract/power/fuel'
import { litresOf } from '@shipminer/domain/generator/proof/fuel'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatDate,
  formatEuro,
  formatNumber,
  formatSat,
  formatWholeEuro,
  joinQuantity,
} from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Sat } from '../../../ui/values/money.tsx'
import { type RevenueSums, revenueQuery } from '../api/revenue.ts'
import { type OwnMoney, ownersEstimate } from '../lib/owner-money.ts'
import { CoinAmount } from './coin-amount.tsx'
import { InEuro } from './in-euro.tsx'
import styles from './revenue.module.css'

const listedAtFirst = 5

/** What is expected in one panel, what was really received in another, and never a sum of both. */
export function RevenueSummary() {
  const { t } = useTranslation('revenue')
  const { data, isError, refetch } = useQuery(revenueQuery)
  if (!data) {
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  }
  return (
    <>
      <div className={styles.apart}>
        <Expected data={data} />
        <Received data={data} />
      </div>
      {data.coins.length > 0 && <Coins coins={data.coins} />}
      <div className={styles.apart}>
        <Receipts data={data} />
        <Payouts data={data} />
      </div>
    </>
  )
}

const shareOf = ({ split }: RevenueSums) => `${split.ownerNumerator}/${split.denominator}`

function Expected({ data }: { data: RevenueSums }) {
  const { t } = useTranslation('revenue')
  return (
    <section className={`${styles.panel} ${styles.expected}`} aria-labelledby="estimated-title">
      <h2 id="estimated-title" className={text.title}>
        {t('estimated')}
      </h2>
      <p className={text.note}>{t('estimated.lead')}</p>
      <dl className={styles.figures}>
        {(['today', 'month'] as const).map((span) => (
          <div key={span}>
            <dt>{t(span)}</dt>
            <dd>
              <Estimate
                earnings={data[span]}
                own={ownersEstimate(data[span], data.split)}
                share={shareOf(data)}
              />
            </dd>
          </div>
        ))}
        <div className={styles.whole}>
          <dt>{t('fuel')}</dt>
          <dd>
            <MonthFuel fuel={data.fuel} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Received({ data }: { data: RevenueSums }) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const { centsPerBtc } = data.network
  return (
    <section className={styles.panel} aria-labelledby="received-title">
      <h2 id="received-title" className={text.title}>
        {t('received')}
      </h2>
      <p className={text.note}>
        {t('received.lead')}
        {centsPerBtc !== null && ` ${t('received.price', { price: formatWholeEuro(language, centsPerBtc) })}`}
      </p>
      <dl className={styles.figures}>
        <Amount name={t('receivedTotal')} sat={data.receivedSat} centsPerBtc={centsPerBtc} />
        <Amount
          name={t('ownerShare', { share: shareOf(data) })}
          sat={data.ownerShareSat}
          centsPerBtc={centsPerBtc}
        />
        {data.receivedByOwnerSat > 0 && (
          <Amount name={t('receivedByOwner')} sat={data.receivedByOwnerSat} centsPerBtc={centsPerBtc} />
        )}
        <Amount name={t('paidOut')} sat={data.paidOutSat} centsPerBtc={centsPerBtc} />
        <Amount
          name={t('balance')}
          sat={data.balanceSat}
          none={t('balance.none')}
          centsPerBtc={centsPerBtc}
        />
      </dl>
    </section>
  )
}

/** An amount by its name; `none` says what it means that it is unknown. */
function Amount({
  name,
  sat,
  none,
  centsPerBtc,
}: {
  name: string
  sat: number | null
  none?: string
  centsPerBtc: number | null
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {sat === null && none !== undefined ? none : <Sat sat={sat} />}
        <InEuro sat={sat} centsPerBtc={centsPerBtc} />
      </dd>
    </div>
  )
}

function Coins({ coins }: Pick<RevenueSums, 'coins'>) {
  const { t } = useTranslation('revenue')
  return (
    <section className={layout.section} aria-labelledby="coins-title">
      <h2 id="coins-title" className={text.title}>
        {t('coins')}
      </h2>
      <ul className={`${lists.entries} ${styles.list}`}>
        {coins.map((coin) => (
          <li key={coin.coin}>
            <strong>{coin.coin}</strong>
            <span>
              {t('estimated')}, {t('month')}: <CoinAmount sat={coin.month?.sat ?? null} coin={coin.coin} />
            </span>
            <span>
              {t('received')}: <CoinAmount sat={coin.receivedSat} coin={coin.coin} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Receipts({ data }: { data: RevenueSums }) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  const { centsPerBtc } = data.network
  return (
    <Listed title={t('receipts')} none={t('receipts.none')}>
      {data.receipts.map((receipt) => (
        <li key={receipt.id}>
          <span className={styles.amount}>
            <CoinAmount sat={receipt.amountSat} coin={receipt.coin} />
            {receipt.coin === 'BTC' && <InEuro sat={receipt.amountSat} centsPerBtc={centsPerBtc} />}
          </span>
          <span>
            {formatDate(language, receipt.at)}, {t(`source.${receipt.source}`)},{' '}
            {t(`paidTo.${receipt.paidTo}`)}
          </span>
        </li>
      ))}
    </Listed>
  )
}

function Payouts({ data }: { data: RevenueSums }) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  return (
    <Listed title={t('payouts')} none={t('payouts.none')}>
      {data.payouts.map((payout) => (
        <li key={payout.id}>
          <span className={styles.amount}>
            <Sat sat={payout.amountSat} />
            <InEuro sat={payout.amountSat} centsPerBtc={data.network.centsPerBtc} />
          </span>
          <span>
            {formatDate(language, payout.at)}
            {payout.note !== null && `, ${payout.note}`}
          </span>
        </li>
      ))}
    </Listed>
  )
}

/** What mining burnt: what it cost first, where the price of diesel is known. */
function MonthFuel({ fuel: { fuelGrams, co2Grams, fuelCents, heldSeconds } }: { fuel: FuelReport }) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  if (fuelGrams === null || co2Grams === null) return <small>{t('fuel.none')}</small>
  const litres = t('fuel.litres', { litres: `${formatNumber(language, litresOf(fuelGrams), 1)}\u00a0l` })
  return (
    <>
      {fuelCents === null ? litres : formatEuro(language, fuelCents)}
      {fuelCents !== null && <small>{litres}</small>}
      <small>{t('fuel.co2', { co2: `${formatNumber(language, co2Grams / 1_000, 1)}\u00a0kg` })}</small>
      {heldSeconds > 0 && (
        <small>{t('fuel.held', { hours: formatNumber(language, heldSeconds / 3_600, 1) })}</small>
      )}
    </>
  )
}

/** The owner's part first, as everywhere; what the miners earn in all, and from what that is computed, beneath. */
function Estimate({
  earnings,
  own,
  share,
}: {
  earnings: Earnings | null
  own: OwnMoney | null
  share: string
}) {
  const { t } = useTranslation('revenue')
  const language = useLanguage()
  if (earnings === null || own === null) return t('unknown')
  const sat = joinQuantity(formatSat(language, own.sat))
  const whole =
    earnings.cents === null
      ? joinQuantity(formatSat(language, earnings.sat))
      : formatEuro(language, earnings.cents)
  return (
    <>
      {own.cents === null ? sat : formatEuro(language, own.cents)}
      {own.cents !== null && <small>{sat}</small>}
      <small>
        {t('ofInAll', { share, whole })}, {t(`basis.${earnings.basis}`)}
      </small>
    </>
  )
}

function Listed({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  const { t } = useTranslation('revenue')
  const [all, setAll] = useState(false)
  return (
    <section>
      <h2 className={text.sub}>{title}</h2>
      {children.length === 0 && <p className={text.note}>{none}</p>}
      <ul className={`${lists.entries} ${styles.list}`} hidden={children.length === 0}>
        {all ? children : children.slice(0, listedAtFirst)}
      </ul>
      {!all && children.length > listedAtFirst && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('all')}
        </Button>
      )}
    </section>
  )
}
