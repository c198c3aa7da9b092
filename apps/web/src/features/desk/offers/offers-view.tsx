import { mayCall } from '@shipminer/contract/operator-roles'
import { offerEndpoints } from '@shipminer/contract/shop/offers'
import { offerStates } from '@shipminer/domain/orders/offer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import { withFilter } from '../lib/orders/order-filters.ts'
import { useRole } from '../shell/use-role.ts'
import { OfferCard } from './offer-card.tsx'
import { offersQuery } from './offer-queries.ts'

/** Offers, newest first. The filter and the open offer are kept in the address. */
export function OffersView() {
  const { t } = useTranslation('desk-offers')
  const { t: tDesk } = useTranslation('desk')
  const role = useRole()
  const [params, setParams] = useSearchParams()
  const [count, setCount] = useState(1)
  const state = offerStates.find((one) => one === params.get('state')) ?? null
  const found = useQuery(offersQuery(state, count))
  const offers = found.data?.flatMap((page) => page.offers)
  const change = (name: string, value: string | null) =>
    setParams((known) => withFilter(known, name, value ?? ''), { replace: true })
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.offers')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      <div className={styles.bar}>
        <SelectField
          label={t('state')}
          value={state ?? ''}
          onChange={(value) => change('state', value)}
          options={[
            { value: '', label: tDesk('any') },
            ...offerStates.map((value) => ({ value: value as string, label: t(`state.${value}`) })),
          ]}
        />
        {role !== null && mayCall(role, offerEndpoints.deskMakeOffer) && (
          <ButtonLink kind="main" to={paths.deskOfferNew()}>
            {t('make')}
          </ButtonLink>
        )}
      </div>
      {!offers && <NothingYet query={found} />}
      {offers?.length === 0 && <p className={text.quiet}>{t(state === null ? 'empty' : 'none')}</p>}
      {offers && offers.length > 0 && (
        <ul className={styles.stack}>
          {offers.map((offer) => (
            <li key={offer.id}>
              <OfferCard
                offer={offer}
                isOpen={params.get('offer') === offer.id}
                onToggle={(isOpen) => change('offer', isOpen ? offer.id : null)}
              />
            </li>
          ))}
        </ul>
      )}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
    </>
  )
}
