import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import layout from '../layout.module.css'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Shows what will happen and asks for confirmation. Render it only while it is open. */
export function ConfirmDialog({
  title,
  confirm,
  isDanger = false,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  confirm: string
  isDanger?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={layout.stack}>
        {children}
        <div className={`${layout.actions} ${styles.actions}`}>
          <Button kind={isDanger ? 'danger' : 'main'} onClick={onConfirm} disabled={isBusy}>
            {confirm}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
