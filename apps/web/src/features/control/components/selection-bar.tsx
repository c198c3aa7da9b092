import type { Command, ControlAction } from '@shipminer/contract/control'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useTask } from '../../../lib/use-task.ts'
import type { WithProof } from '../../../lib/with-proof.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { controlMiner } from '../api/miner-control.ts'
import { BulkResults } from './bulk-results.tsx'
import styles from './selection-bar.module.css'
import { useFollowCommands } from './use-follow-commands.ts'

/** What can be done to several miners at once, the most used first. */
const actions = ['stop', 'start', 'sleep', 'wake', 'reboot'] as const satisfies readonly ControlAction[]

type Refused = { id: string; name: string; text: string }

/** What is chosen, and what can be done to it. It asks once; then each miner says what became of it. */
export function SelectionBar({
  chosen,
  summary,
  withProof,
  onClear,
}: {
  chosen: readonly { id: string; name: string }[]
  /** Power and hash rate of the choice. */
  summary: string
  withProof: WithProof
  onClear: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const errorText = useErrorText()
  const { isBusy, message, run } = useTask()
  const [wish, setWish] = useState<(typeof actions)[number] | null>(null)
  const [commands, setCommands] = useState<readonly Command[] | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useFollowCommands(commands, setCommands)

  const send = (action: ControlAction) =>
    run(async () => {
      // One press is one command for each miner, also when it is sent again after a proof.
      const wanted = chosen.map((miner) => ({ ...miner, commandId: crypto.randomUUID() }))
      const made: Command[] = []
      const failed: Refused[] = []
      for (const [index, { id, name, commandId }] of wanted.entries()) {
        let isProven = true
        try {
          const sent = await withProof(() => controlMiner(id, action, {}, commandId))
          isProven = sent !== null
          if (sent === null) throw new Error(tControl('notProven'))
          made.push(...sent)
        } catch (thrown) {
          const text = errorText(thrown)
          failed.push({ id, name, text })
          // Whoever does not prove himself means all of them, and what fails three times fails again: the others are named, not tried.
          if (!isProven || (failed.length > 2 && made.length === 0)) {
            failed.push(...wanted.slice(index + 1).map((miner) => ({ id: miner.id, name: miner.name, text })))
            break
          }
        }
      }
      setRefused(failed)
      setCommands(made)
      return null
    }).then(() => setWish(null))

  return (
    <>
      <section className={styles.bar} aria-label={t('select.bar')}>
        <p className={styles.count} role="status">
          <strong>{t('select.count', { count: chosen.length })}</strong> <span>{summary}</span>
        </p>
        <div className={styles.actions}>
          {actions.map((action) => (
            <Button key={action} disabled={isBusy} onClick={() => setWish(action)}>
              {t(`select.${action}`)}
            </Button>
          ))}
        </div>
        <Button kind="quiet" onClick={onClear}>
          {t('select.clear')}
        </Button>
      </section>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {commands && (
        <Dialog title={t('select.results')} onClose={() => setCommands(null)}>
          {commands.length > 0 && <BulkResults commands={commands} />}
          {refused.map(({ id, name, text }) => (
            <Notice key={id} tone="caution">
              {name}: {text}
            </Notice>
          ))}
        </Dialog>
      )}
      {wish && (
        <ConfirmDialog
          title={`${t(`select.${wish}`)}: ${t('select.count', { count: chosen.length })}`}
          confirm={isBusy ? tControl('sending') : tControl('confirm')}
          isBusy={isBusy}
          onConfirm={() => void send(wish)}
          onClose={() => setWish(null)}
        >
          <p>{t(`select.harm.${wish}`)}</p>
          <p>{chosen.map(({ name }) => name).join(', ')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
