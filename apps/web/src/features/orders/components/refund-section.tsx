import type { Order, OrderRefund, RefundOffer } from '@shipminer/contract/shop/orders'
import { needsRefundCode } from '@shipminer/domain/orders/refund-claim'
import { networkName } from '@shipminer/domain/payments/network-names'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { formatDate, formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { formatCoin, formatRate } from '../../../lib/format/format-coin.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { claimRefund, fetchRefundOffers, type OrderAccess } from '../api/orders.ts'
import { type ClaimForm, type ClaimProblems, checkClaim, claimBody, sortRefunds } from '../lib/refund-form.ts'
import { OrderFailure } from './order-failure.tsx'
import styles from './orders.module.css'
import { RefundCodeField } from './refund-code-field.tsx'
import { useOrderAction } from './use-order-action.ts'

type Props = { order: Order; access: OrderAccess; onChange: (order: Order) => void }

/** Money that goes back: where to, at which rate, and the proof once it is paid. Nothing when there is none. */
export function RefundSection(props: Props) {
  const { t } = useTranslation('order')
  const { order } = props
  if (order.refunds.length === 0) return null
  const { unclaimedCents, claimed } = sortRefunds(order.refunds)
  return (
    <section className={layout.column} aria-labelledby="order-refund">
      <h2 id="order-refund" className={styles.heading}>
        {t('refund.title')}
      </h2>
      {unclaimedCents > 0 && <NewClaim key={unclaimedCents} {...props} />}
      {claimed.map((refund) => (
        <ClaimedRefund
          key={refund.id}
          {...props}
          refund={refund}
          isCorrectable={unclaimedCents === 0 && refund.canChange}
        />
      ))}
    </section>
  )
}

function NewClaim({ order, access, onChange }: Props) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [found, setFound] = useState<{ amountCents: number; offers: RefundOffer[] } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [asked, setAsked] = useState(0)
  const [form, setForm] = useState<ClaimForm>({
    choice: 'bank',
    to: '',
    name: `${order.buyer.firstName} ${order.buyer.lastName}`,
    code: '',
  })
  const { id, orderKey } = access
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the rate has moved
  useEffect(() => {
    let isGone = false
    fetchRefundOffers({ id, orderKey }).then(
      (offers) => !isGone && setFound(offers),
      (thrown: unknown) => !isGone && setFailure(thrown),
    )
    return () => {
      isGone = true
    }
  }, [id, orderKey, asked])

  const ask = () => {
    setFailure(null)
    setAsked((times) => times + 1)
  }
  if (failure) return <OrderFailure error={failure} onRetry={ask} />
  if (!found) return <Loading inline />
  const { amountCents, offers } = found
  const offer = offers.find(({ network }) => network.id === form.choice) ?? null
  const amount = offer ? formatCoin(language, offer.amount, offer.asset) : formatEuro(language, amountCents)
  return (
    <>
      <p>{t('refund.lead', { amount: formatEuro(language, amountCents) })}</p>
      {offers.length > 0 && (
        <RadioCards
          name="refund-way"
          legend={t('refund.way')}
          isLegendShown
          value={form.choice}
          onChange={(choice) => setForm((before) => ({ ...before, choice, to: '' }))}
          cards={[
            { value: 'bank', title: t('refund.bank'), aside: formatEuro(language, amountCents) },
            ...offers.map(({ asset, network, amount: coins, rate }) => ({
              value: network.id,
              title: t('refund.coin', { asset, network: network.name }),
              aside: formatCoin(language, coins, asset),
              text: t('refund.rate', { rate: formatRate(language, Number(rate)), asset }),
            })),
          ]}
        />
      )}
      <ClaimFields
        key={form.choice}
        form={form}
        access={access}
        needsCode={needsCode(order)}
        network={offer?.network.name ?? null}
        confirm={t('refund.confirm', { amount })}
        onForm={setForm}
        send={async () => {
          onChange(await claimRefund(access, claimBody(form, offer, amountCents)))
          announce(t('refund.done'))
        }}
        onMoved={ask}
      />
    </>
  )
}

const needsCode = ({ refunds }: Order) => needsRefundCode(refunds.filter(({ paidAt }) => paidAt === null))

const hasRateMoved = (error: unknown) => error !== null && toApiError(error).code === 'price-changed'

function ClaimFields({
  form,
  access,
  needsCode,
  network,
  confirm,
  onForm,
  send,
  onMoved,
  onKeep,
}: {
  form: ClaimForm
  access: OrderAccess
  /** Whether it takes a code from the mailbox of the order. */
  needsCode: boolean
  /** Null: a bank account. */
  network: string | null
  confirm: string
  onForm: (form: ClaimForm) => void
  send: () => Promise<void>
  onMoved?: () => void
  onKeep?: () => void
}) {
  const { t } = useTranslation('order')
  const { isBusy, error, run } = useOrderAction()
  const [problems, setProblems] = useState<ClaimProblems>({})
  const hasMoved = hasRateMoved(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = checkClaim(form, needsCode)
    setProblems(found)
    const wrong = found.to ? 'to' : found.name ? 'name' : found.code ? 'code' : null
    if (wrong) return event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    void run(async () => {
      try {
        await send()
      } catch (thrown) {
        if (hasRateMoved(thrown)) onMoved?.()
        throw thrown
      }
    })
  }
  return (
    <form className={layout.column} onSubmit={submit} noValidate>
      {hasMoved ? <Notice tone="caution">{t('refund.newAmount')}</Notice> : <OrderFailure error={error} />}
      <TextField
        name="to"
        label={network === null ? t('refund.iban') : t('refund.address', { network })}
        {...(network === null ? {} : { hint: t('refund.addressHint') })}
        autoComplete="off"
        required
        mono
        maxLength={120}
        value={form.to}
        onChange={(to) => onForm({ ...form, to })}
        error={problems.to && t(problems.to)}
      />
      {network === null && (
        <TextField
          name="name"
          label={t('refund.holder')}
          autoComplete="name"
          required
          maxLength={70}
          value={form.name}
          onChange={(name) => onForm({ ...form, name })}
          error={problems.name && t(problems.name)}
        />
      )}
      {needsCode && (
        <RefundCodeField
          access={access}
          value={form.code}
          onChange={(code) => onForm({ ...form, code })}
          error={problems.code && t(problems.code)}
        />
      )}
      <div className={layout.actions}>
        <Button type="submit" kind="main" aria-disabled={isBusy || undefined}>
          {confirm}
        </Button>
        {onKeep && <Button onClick={onKeep}>{t('refund.keep')}</Button>}
      </div>
    </form>
  )
}

function ClaimedRefund({
  order,
  access,
  onChange,
  refund,
  isCorrectable,
}: Props & { refund: OrderRefund; isCorrectable: boolean }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [correction, setCorrection] = useState<ClaimForm | null>(null)
  const { claim, paidAt, proof, amountCents } = refund
  const amount = formatEuro(language, amountCents)
  const paidOn = proof ? Date.parse(`${proof.on}T12:00`) : paidAt
  const buyerName = `${order.buyer.firstName} ${order.buyer.lastName}`
  const start = () =>
    claim &&
    setCorrection({
      choice: claim.coin?.network ?? 'bank',
      to: claim.to,
      name: claim.name ?? buyerName,
      code: '',
    })
  return (
    <div className={layout.column}>
      {paidOn === null ? (
        <Notice title={t('refund.underWay', { amount })}>{t('refund.underWayText')}</Notice>
      ) : (
        <Notice tone="good" title={t('refund.paid', { amount, date: formatDate(language, paidOn) })} />
      )}
      <dl className={lists.rows}>
        {claim && (
          <div>
            <dt>{t('refund.goesTo')}</dt>
            <dd className={text.lines}>{[claim.name, claim.to].filter(Boolean).join(', ')}</dd>
          </div>
        )}
        {claim?.coin && (
          <div>
            <dt>{t('refund.inCoin')}</dt>
            <dd>
              {formatCoin(language, claim.coin.amount, claim.coin.asset)}, {networkName(claim.coin.network)}
            </dd>
          </div>
        )}
        {claim?.coin && claim.coin.holdsUntil !== null && <HoldsUntil at={claim.coin.holdsUntil} />}
        {proof && (
          <div>
            <dt>{t('refund.proof')}</dt>
            <dd className={text.lines}>{proof.reference}</dd>
          </div>
        )}
      </dl>
      {claim && isCorrectable && correction === null && (
        <div>
          <Button kind="quiet" onClick={start}>
            {t('refund.correct')}
          </Button>
        </div>
      )}
      {claim && correction !== null && (
        <ClaimFields
          form={correction}
          access={access}
          needsCode={needsCode(order)}
          network={claim.coin && networkName(claim.coin.network)}
          confirm={t('refund.confirm', {
            amount: claim.coin ? formatCoin(language, claim.coin.amount, claim.coin.asset) : amount,
          })}
          onForm={setCorrection}
          send={async () => {
            const coin = claim.coin && {
              way: claim.way,
              network: { id: claim.coin.network },
              amount: claim.coin.amount,
            }
            onChange(await claimRefund(access, claimBody(correction, coin, amountCents)))
            setCorrection(null)
            announce(t('refund.done'))
          }}
          onKeep={() => setCorrection(null)}
        />
      )}
    </div>
  )
}

function HoldsUntil({ at }: { at: number }) {
  const { t } = useTranslation('order')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  const time = formatDateTime(language, at)
  return (
    <div>
      <dt>{t('refund.holdsUntil')}</dt>
      <dd>{at > now ? time : t('refund.isOver', { time })}</dd>
    </div>
  )
}
