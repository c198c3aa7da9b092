import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskMessage } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import styles from './desk.module.css'
import { TaskNotice } from './task-notice.tsx'

/**
 * A dialog that asks for what a task needs and does it, or leaves all as it is. Nothing is submitted while the task runs, or while what it would do
 * is not known yet (`isReady`).
 */
export function DialogForm({
  title,
  submit: { label, kind = 'main', isReady = true, run },
  task: { isBusy, message },
  onClose,
  children,
}: {
  title: string
  submit: { label: string; kind?: 'main' | 'danger'; isReady?: boolean; run: () => Promise<void> }
  task: { isBusy: boolean; message: TaskMessage | null }
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('desk')
  const isOff = isBusy || !isReady
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOff) void run()
        }}
        noValidate
      >
        {children}
        <TaskNotice message={message} />
        <div className={layout.actions}>
          <Button kind={kind} type="submit" aria-disabled={isOff || undefined}>
            {label}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
