import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { groups, today } from '../shell/nav.ts'
import { type Choice, fits } from './hits.ts'

const actions = [
  { text: 'do.import', icon: 'bank', to: paths.deskBank },
  { text: 'do.controllers', icon: 'chip', to: paths.deskControllers },
  { text: 'do.payout', icon: 'out', to: paths.deskPayouts },
  { text: 'do.rollout', icon: 'download', to: paths.deskReleases },
  { text: 'do.ordersSwitch', icon: 'tag', to: paths.deskCatalogue },
] as const

/** What can be done and every page, as far as it fits what is typed. */
export function usePlaces(text: string): Choice[] {
  const { t } = useTranslation('desk-search')
  const { t: tDesk } = useTranslation('desk')
  const none = { detail: null, amountCents: null }
  return [
    ...actions.map(
      (action): Choice => ({ ...action, ...none, key: action.text, group: 'action', title: t(action.text) }),
    ),
    ...[today, ...groups.flatMap(({ items }) => items)].map(
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
