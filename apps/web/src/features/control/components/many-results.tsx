import type { Command } from '@shipminer/contract/control'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import type { Sent } from '../lib/send-to-many.ts'
import { BulkResults } from './bulk-results.tsx'

/** How far it is, what became of each, who was skipped and why, and the way back where there is one. */
export function ManyResults({
  progress: { commands, skipped, sent, total },
  isSending,
  onPutBack,
  onClose,
}: {
  progress: Sent
  isSending: boolean
  onPutBack: (commands: readonly Command[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const restorable = commands.filter((command) => command.restorable && command.state === 'confirmed')
  return (
    <Dialog title={t('select.results')} onClose={onClose}>
      <div className={layout.section}>
        {isSending && <p role="status">{t('select.sent', { sent, total })}</p>}
        {commands.length > 0 && <BulkResults commands={commands} />}
        {skipped.length > 0 && (
          <Notice tone="caution" title={t('select.skipped', { count: skipped.length })}>
            <ul>
              {skipped.map(({ id, name, thrown, why }) => (
                <li key={id}>
                  {name}: {why ?? (thrown === null ? tControl('notProven') : errorText(thrown))}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {restorable.length > 0 && !isSending && (
          <div>
            <Button onClick={() => onPutBack(restorable)}>
              {t('select.putBack', { count: restorable.length })}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
