import type { DeskOrder } from '@shipminer/contract/desk'
import type { OpenBankEntry } from '@shipminer/contract/desk/bank'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import textStyles from '../../../ui/text.module.css'
import { ordersQuery } from '../api/desk.ts'
import { actOnEntry } from '../api/desk-bank.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { parseEuroCents } from '../lib/orders/order-action-form.ts'
import { useEntryWords } from './use-entry-words.ts'

/** Orders a search shows; who finds more says more. */
const shown = 6

/** Books an entry onto an order: one that may fit, or one that is searched for. Render it only while it is open. */
export function BookEntryDialog({
  entry,
  name,
  onClose,
}: {
  entry: OpenBankEntry
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('desk-bank')
  const { t: tDesk } = useTranslation('desk')
  const words = useEntryWords()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [orderNumber, setOrderNumber] = useState(
    entry.matches.length === 1 ? (entry.matches[0]?.orderNumber ?? '') : '',
  )
  const [amount, setAmount] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isForeign = entry.currency !== 'EUR'
  const amountCents = parseEuroCents(amount)
  const isGood = orderNumber !== '' && (!isForeign || amountCents !== null)
  const look = () => {
    setSearch(typed.trim())
    setOrderNumber('')
  }
  /** Enter in the search field searches; it must not book. */
  const lookOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    look()
  }
  return (
    <ReasonDialog
      title={`${t('open.book')}: ${name}`}
      text={t('book.text')}
      confirm={t('open.book')}
      isDanger
      check={() => {
        setChecked(true)
        return isGood
      }}
      act={(reason) =>
        actOnEntry(entry.id, {
          action: 'book',
          reason,
          orderNumber,
          ...(isForeign && amountCents !== null ? { amountCents } : {}),
        })
      }
      onClose={onClose}
    >
      <div className={styles.search}>
        <TextField
          label={t('book.search')}
          hint={t('book.searchHint')}
          type="search"
          value={typed}
          onChange={setTyped}
          onKeyDown={lookOnEnter}
          maxLength={100}
          autoComplete="off"
        />
        <Button onClick={look}>{tDesk('searchSubmit')}</Button>
      </div>
      {search === '' && entry.matches.length > 0 && (
        <RadioCards
          name="order"
          legend={t('book.which')}
          isLegendShown
          cards={entry.matches.map((match) => ({
            value: match.orderNumber,
            title: match.orderNumber,
            text: words.match(match),
          }))}
          value={orderNumber}
          onChange={setOrderNumber}
        />
      )}
      {search !== '' && <FoundOrders search={search} value={orderNumber} onChange={setOrderNumber} />}
      {isChecked && orderNumber === '' && (
        <p role="alert" className={textStyles.late}>
          {t('book.missing')}
        </p>
      )}
      {isForeign && (
        <TextField
          label={t('book.amount')}
          hint={t('book.amountHint', { amount: words.amount(entry) })}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
          error={isChecked && amountCents === null ? tDesk('field.amountWrong') : null}
        />
      )}
    </ReasonDialog>
  )
}

function FoundOrders({
  search,
  value,
  onChange,
}: {
  search: string
  value: string
  onChange: (orderNumber: string) => void
}) {
  const { t } = useTranslation('desk-bank')
  const { t: tOrder } = useTranslation('order')
  const language = useLanguage()
  const found = useQuery(ordersQuery({ search }, { sort: 'placedAt', direction: 'descending', page: 1 }))
  const orders = found.data?.orders.slice(0, shown)
  if (!orders || found.isPlaceholderData) return <NothingYet query={found} />
  if (orders.length === 0) return <p role="status">{t('book.none')}</p>
  const words = ({ buyerName, company, state, payment }: DeskOrder) =>
    [buyerName, company, tOrder(`state.${state}`), tOrder(`paymentState.${payment}`)]
      .filter(Boolean)
      .join(' · ')
  return (
    <RadioCards
      name="order"
      legend={t('book.which')}
      isLegendShown
      cards={orders.map((order) => ({
        value: order.number,
        title: order.number,
        aside: formatEuro(language, order.totals.grossCents),
        text: words(order),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
