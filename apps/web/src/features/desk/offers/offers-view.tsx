import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { type DeskOffer, deskOfferEndpoints, deskOfferSorts } from '@shipminer/contract/shop/desk-offers'
import { offerStates } from '@shipminer/domain/orders/offer'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSearchParams } from '../../../lib/use-search-params.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Redirect } from '../../../ui/redirect.tsx'
import text from '../../../ui/text.module.css'
import { exportOffers } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import { Chips } from '../table/chips.tsx'
import { CsvButton } from '../table/csv-button.tsx'
import { ListTable } from '../table/list-table.tsx'
import { useChosen } from '../table/use-chosen.ts'
import { useTableState } from '../table/use-table-state.ts'
import { ChosenOffers } from './chosen-offers.tsx'
import { offersQuery } from './offer-queries.ts'
import { useOfferColumns } from './use-offer-columns.tsx'

const newestFirst = { by: 'createdAt', isAscending: false } as const

/** Offers in pages from the server. Filters, sorting and page are kept in the address. */
export function OffersView() {
  const [params] = useSearchParams()
  // Addresses that were kept when an offer was opened within the list.
  const offer = params.get('offer')
  return offer === null ? <OfferList /> : <Redirect to={paths.deskOffer(offer)} />
}

function OfferList() {
  const { t } = useTranslation('desk-offers')
  const { t: tDesk } = useTranslation('desk')
  const { t: tTable } = useTranslation('desk-table')
  const may = useMay()
  const list = useTableState(newestFirst, deskOfferSorts)
  const state = offerStates.find((one) => one === list.params.get('state'))
  const { search } = list
  const filters = { ...(state && { state }), ...(search && { search }) }
  const found = useQuery(offersQuery({ ...filters, ...list.query }))
  const columns = useOfferColumns()
  const { data } = found
  const chosen = useChosen<DeskOffer>(data?.offers ?? [])
  const all = Object.values(data?.byState ?? {}).reduce((sum, count) => sum + count, 0)
  const mayAct = may(deskOfferEndpoints.deskOfferAct)
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{tDesk('nav.offers')}</h1>
        <p className={text.quiet}>{t('lead')}</p>
      </div>
      <Chips
        label={t('state')}
        value={state ?? ''}
        onChange={(value) => list.setFilter('state', value)}
        chips={[
          { value: '', label: tDesk('any'), count: data ? all : null },
          ...offerStates.map((value) => ({
            value,
            label: t(`state.${value}`),
            count: data ? data.byState[value] : null,
          })),
        ]}
      />
      <ListTable
        name="offers"
        label={tDesk('nav.offers')}
        columns={columns}
        found={found}
        state={list}
        rows={data?.offers}
        filters={
          <>
            <SearchForm
              label={tDesk('search')}
              first={search ?? ''}
              onSearch={(words) => list.setFilter('search', words)}
            />
            {may(deskOfferEndpoints.deskMakeOffer) && (
              <ButtonLink kind="main" to={paths.deskOfferNew()}>
                {t('make')}
              </ButtonLink>
            )}
          </>
        }
        tools={
          <CsvButton
            name="offers"
            call={deskExportEndpoints.deskOffersExport}
            make={() => exportOffers(filters)}
          />
        }
        none={t(state || search ? 'none' : 'empty')}
        keyOf={({ id }) => id}
        {...(mayAct && {
          selection: {
            chosen: chosen.ids,
            onChange: chosen.choose,
            nameOf: ({ number }: DeskOffer) => tTable('choose', { name: number }),
          },
        })}
      >
        <TaskNotice message={chosen.message} />
        <ChosenOffers chosen={chosen} />
      </ListTable>
    </>
  )
}
