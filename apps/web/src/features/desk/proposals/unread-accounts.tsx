import { type AccountSource, accountSources } from '@shipminer/contract/desk/proposals'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/signs/notice.tsx'
import { todayQuery } from '../api/desk.ts'

/** Says which accounts could not be read: whether one of them waits to be confirmed is unknown then. */
export function UnreadAccounts({ also = [] }: { also?: readonly AccountSource[] }) {
  const { t } = useTranslation('desk-proposals')
  const { data } = useQuery(todayQuery)
  const unread = [...(data?.unreadAccounts ?? []), ...also]
  if (unread.length === 0) return null
  return (
    <Notice tone="caution" title={t('account.unread.title')}>
      {accountSources
        .filter((source) => unread.includes(source))
        .map((source) => (
          <p key={source}>{t(`account.unread.${source}`)}</p>
        ))}
    </Notice>
  )
}
