import type { Command } from '@shipminer/contract/control'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type BulkScope, controlAll } from '../api/bulk.ts'
import { BulkResults } from './bulk-results.tsx'
import { useFollowCommands } from './use-follow-commands.ts'

/** Starts or stops every miner of a scope and shows the result for each. */
export function BulkActions({
  scope,
  minerCount,
  withProof,
}: {
  scope: BulkScope
  minerCount: number
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  const { isBusy, message, run } = useTask()
  const [wish, setWish] = useState<'start' | 'stop' | null>(null)
  const [commands, setCommands] = useState<readonly Command[] | null>(null)
  useFollowCommands(commands, setCommands)

  const send = (action: 'start' | 'stop') =>
    run(async () => {
      const made = await withProof(() => controlAll(action, scope))
      if (made === null) throw new Error(t('notProven'))
      setCommands(made)
      return made.length === 0 ? t('bulk.none') : null
    }).then(() => setWish(null))

  return (
    <div className={layout.section}>
      <div className={layout.actions}>
        <Button onClick={() => setWish('start')} disabled={isBusy || minerCount === 0}>
          {t('bulk.start')}
        </Button>
        <Button onClick={() => setWish('stop')} disabled={isBusy || minerCount === 0}>
          {t('bulk.stop')}
        </Button>
      </div>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {commands && commands.length > 0 && <BulkResults commands={commands} />}
      {wish && (
        <ConfirmDialog
          title={t(`bulk.${wish}`)}
          confirm={isBusy ? t('sending') : t('confirm')}
          isBusy={isBusy}
          onConfirm={() => void send(wish)}
          onClose={() => setWish(null)}
        >
          <p>{t(wish === 'start' ? 'bulk.startText' : 'bulk.stopText', { count: minerCount })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
