import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'

/** Shows the next page of a list; nothing when there is none. */
export function MoreButton({
  pages,
  isBusy,
  onMore,
}: {
  pages: readonly { next: number | null }[] | undefined
  isBusy: boolean
  onMore: () => void
}) {
  const { t } = useTranslation('desk')
  if (pages?.at(-1)?.next == null) return null
  return (
    <div>
      <Button onClick={onMore} aria-disabled={isBusy || undefined}>
        {t('more')}
      </Button>
    </div>
  )
}
