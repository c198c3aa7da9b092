import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** Of all that the desk shows: what could not be read again, why, and from when what is shown still is. */
export function FailedRefresh() {
  const { t } = useTranslation('desk')
  const { t: common } = useTranslation()
  const errorText = useErrorText()
  const language = useLanguage()
  const failed = useFailed()
  const [isAsking, setAsking] = useState(false)
  const [first] = failed
  if (!first) return null
  const since = Math.min(...failed.map(({ state }) => state.dataUpdatedAt))
  const retry = async () => {
    setAsking(true)
    await Promise.allSettled(failed.map((query) => query.fetch()))
    setAsking(false)
  }
  return (
    <Notice
      tone="caution"
      title={t('offline.title')}
      actions={
        <Button onClick={() => void retry()} aria-disabled={isAsking || undefined}>
          {common('retry')}
        </Button>
      }
    >
      <p>{errorText(first.state.error)}</p>
      <p>{t('offline.text', { time: formatDateTime(language, since) })}</p>
    </Notice>
  )
}

/** What is shown and is old, because asking for it again failed. */
function useFailed(): readonly Query[] {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  )
  const failed = cache.findAll({ type: 'active', predicate: isOld })
  useSyncExternalStore(subscribe, () =>
    cache
      .findAll({ type: 'active', predicate: isOld })
      .map(({ queryHash, state }) => `${queryHash} ${state.errorUpdatedAt}`)
      .join('\n'),
  )
  return failed
}

function isOld({ state: { status, data, error } }: Query): boolean {
  return status === 'error' && data !== undefined && toApiError(error).code !== 'second-factor-required'
}
