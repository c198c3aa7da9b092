import type { DeskReportDetail } from '@shipminer/contract/shop/service'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { useDeskAct } from '../lib/use-desk-act.ts'
import { DeskWordsDialog } from './desk-words-dialog.tsx'

/** Who has it, and taking, noting, closing or reopening it for those who may. */
export function DeskActions({ report, mayAct }: { report: DeskReportDetail; mayAct: boolean }) {
  const { t } = useTranslation('service')
  return (
    <>
      <p>{report.assignedTo === null ? t('desk.notTaken') : t('desk.taken', { name: report.assignedTo })}</p>
      {mayAct && <Actions report={report} />}
    </>
  )
}

function Actions({ report }: { report: DeskReportDetail }) {
  const { t } = useTranslation('service')
  const { isBusy, message, act } = useDeskAct(report)
  const [open, setOpen] = useState<'note' | 'close' | 'reopen' | null>(null)
  const isClosed = report.state === 'closed'
  return (
    <>
      <div className={layout.actions}>
        {!isClosed && (
          <>
            <Button
              onClick={() => void act({ action: 'take' }, t('done'))}
              aria-disabled={isBusy || undefined}
            >
              {t('desk.take')}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setOpen('close')}>
              {t('desk.close')}
            </Button>
          </>
        )}
        <Button kind={isClosed ? 'plain' : 'quiet'} aria-haspopup="dialog" onClick={() => setOpen('note')}>
          {t('desk.note')}
        </Button>
        {isClosed && (
          <Button aria-haspopup="dialog" onClick={() => setOpen('reopen')}>
            {t('reopen')}
          </Button>
        )}
      </div>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {(open === 'note' || open === 'close') && (
        <DeskWordsDialog report={report} action={open} onClose={() => setOpen(null)} />
      )}
      {open === 'reopen' && (
        <ConfirmDialog
          title={t('reopen')}
          confirm={t('reopen')}
          isBusy={isBusy}
          onConfirm={() => void act({ action: 'reopen' }, t('done')).then(() => setOpen(null))}
          onClose={() => setOpen(null)}
        >
          <p>{t('desk.reopenText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
