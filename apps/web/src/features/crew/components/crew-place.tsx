import type { Shared } from '@shipminer/contract/account/crew'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { leaveCrew } from '../api/crew.ts'

/** On the page of a ship that is somebody else's: whose it is, what one may do, and the way out. */
export function CrewPlace({
  shipId,
  ship,
  shared,
  onLeft,
}: {
  shipId: string
  ship: string
  shared: Shared
  onLeft: () => void
}) {
  const { t } = useTranslation('crew')
  const [isAsking, setAsking] = useState(false)
  const { isBusy, message, run } = useTask()
  const leave = () =>
    run(async () => {
      await leaveCrew(shipId)
      setAsking(false)
      onLeft()
      return null
    })
  return (
    <>
      <Notice>
        <p>
          {t('place', { owner: shared.owner })} {t(`placeText.${shared.role}`)}
        </p>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('leave')}
        </Button>
      </Notice>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {isAsking && (
        <ConfirmDialog
          title={t('leaveTitle', { ship })}
          confirm={t('leave')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>{t('leaveText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
