import { deskEndpoints } from '@shipminer/contract/desk'
import { deskBankEndpoints } from '@shipminer/contract/desk/bank'
import { deskCatalogueEndpoints } from '@shipminer/contract/desk/catalogue'
import { deskPayoutEndpoints } from '@shipminer/contract/desk/payouts'
import { releaseEndpoints } from '@shipminer/contract/releases'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { groupsFor, today } from '../shell/nav.ts'
import { useMay, useRole } from '../shell/use-role.ts'
import { type Choice, fits } from './hits.ts'

const actions = [
  { text: 'do.import', icon: 'bank', to: paths.deskBank, call: deskBankEndpoints.deskBankStatement },
  {
    text: 'do.controllers',
    icon: 'chip',
    to: paths.deskControllers,
    call: deskEndpoints.deskCreateControllers,
  },
  { text: 'do.payout', icon: 'out', to: paths.deskPayouts, call: deskPayoutEndpoints.deskPayoutCreate },
  { text: 'do.rollout', icon: 'download', to: paths.deskReleases, call: releaseEndpoints.deskStartRollout },
  {
    text: 'do.ordersSwitch',
    icon: 'tag',
    to: paths.deskCatalogue,
    call: deskCatalogueEndpoints.deskOrdersSwitch,
  },
] as const

/** What can be done and every page, as far as it fits what is typed. */
export function usePlaces(text: string): Choice[] {
  const { t } = useTranslation('desk-search')
  const { t: tDesk } = useTranslation('desk')
  const role = useRole()
  const may = useMay()
  const none = { detail: null, amountCents: null }
  return [
    ...actions
      .filter(({ call }) => may(call))
      .map(
        ({ icon, to, text: name }): Choice => ({
          ...none,
          icon,
          to,
          key: name,
          group: 'action',
          title: t(name),
        }),
      ),
    ...[today, ...groupsFor(role).flatMap(({ items }) => items)].map(
      (item): Choice => ({
        ...none,
        key: item.to,
        group: 'page',
        icon: item.icon,
        title: tDesk(item.text),
        to: item.to,
      }),
    ),
  ].filter(({ title }) => fits(title, text))
}
