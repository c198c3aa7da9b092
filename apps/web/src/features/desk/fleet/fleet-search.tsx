import type { Alert } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/forms/select.tsx'
import styles from '../components/desk.module.css'
import { SearchForm } from '../components/search-form.tsx'
import { type FleetFilters, minerHealths } from './fleet-filters.ts'
import type { FleetTotals } from './fleet-queries.ts'

/** What the list can be narrowed to, with the makes and alerts that there are. */
export function FleetSearch({
  filters,
  totals,
  onChange,
}: {
  filters: FleetFilters
  totals: FleetTotals
  onChange: (change: Partial<Record<keyof FleetFilters, string>>) => void
}) {
  const { t } = useTranslation('desk-fleet')
  const { t: tDesk } = useTranslation('desk')
  const any = { value: '', label: tDesk('any') }
  const models = totals.models.map(({ make, model }) => ({
    value: `${make}\n${model}`,
    label: `${make} ${model}`,
  }))
  const reported = totals.firmwares.flatMap(({ firmware }) => firmware ?? [])
  const own = filters.firmware
  const firmwares = own === undefined || reported.includes(own) ? reported : [own, ...reported]
  const kinds: Alert['kind'][] = totals.alertKinds.map(({ kind }) => kind)
  return (
    <div className={styles.filters}>
      <SearchForm
        label={t('search')}
        first={filters.search ?? ''}
        onSearch={(search) => onChange({ search })}
      />
      <SelectField
        label={t('filter.health')}
        value={filters.health ?? ''}
        onChange={(health) => onChange({ health })}
        options={[any, ...minerHealths.map((value) => ({ value, label: t(`health.${value}`) }))]}
      />
      <SelectField
        label={t('filter.model')}
        value={filters.make && filters.model ? `${filters.make}\n${filters.model}` : ''}
        onChange={(value) => {
          const [make = '', model = ''] = value.split('\n')
          onChange({ make, model })
        }}
        options={[any, ...models]}
      />
      <SelectField
        label={t('filter.firmware')}
        value={filters.firmware ?? ''}
        onChange={(firmware) => onChange({ firmware })}
        options={[any, ...firmwares.map((value) => ({ value, label: value }))]}
      />
      <SelectField
        label={t('filter.alert')}
        value={filters.alert ?? ''}
        onChange={(alert) => onChange({ alert })}
        options={[any, ...kinds.map((value) => ({ value, label: t(`alert.${value}`) }))]}
      />
    </div>
  )
}
