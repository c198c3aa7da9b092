import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** Names whose figures cannot be added up: no run pays them. */
export function UnreadOwners({ owners }: { owners: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('desk-payouts')
  if (owners.length === 0) return null
  return (
    <Notice tone="caution" title={t('unread.title', { count: owners.length })}>
      <p>{t('unread.why')}</p>
      {owners.map(({ id, name }) => (
        <p key={id}>
          <Link to={paths.deskCustomer(id)}>{name}</Link>
        </p>
      ))}
    </Notice>
  )
}
