import type { PayoutSetup } from '@shipminer/contract/desk/payouts'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/signs/notice.tsx'

/** What is not set, and what cannot be done without it; nothing when all is there. */
export function SetupNotice({ setup }: { setup: PayoutSetup }) {
  const { t } = useTranslation('desk-payouts')
  const missing = [
    ...(setup.hasAccount ? [] : [t('setup.account')]),
    ...(setup.source === null ? [t('setup.source')] : []),
    ...(setup.hasAccount && !setup.hasOrigin ? [t('setup.origin')] : []),
  ]
  if (missing.length === 0) return null
  const isByHand = !setup.hasAccount || setup.source === null
  return (
    <Notice tone="caution" title={isByHand ? t('setup.title') : null}>
      {missing.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Notice>
  )
}
