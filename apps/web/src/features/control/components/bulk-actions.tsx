import type { Command } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/command'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/use-task.ts'
import type { WithProof } from '../../../lib/with-proof.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { type BulkScope, commandsOf, controlAll } from '../api/bulk.ts'
import { bulkProgress } from '../lib/command-view.ts'
import { CommandStateBadge } from './command-state.tsx'
import styles from './control.module.css'
import { useReasonText } from './use-reason-text.ts'

const lookMs = 1_500
/** Miners looked after at a time; a large fleet is gone through in turns. */
const atOnce = 20
const rowsShown = 100

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
  const reasonText = useReasonText()
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

  const progress = commands && bulkProgress(commands)
  return (
    <div className={styles.section}>
      <div className={styles.buttons}>
        <Button onClick={() => setWish('start')} disabled={isBusy || minerCount === 0}>
          {t('bulk.start')}
        </Button>
        <Button onClick={() => setWish('stop')} disabled={isBusy || minerCount === 0}>
          {t('bulk.stop')}
        </Button>
      </div>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {commands && progress && commands.length > 0 && (
        <>
          <h3 className={styles.sub}>{t('bulk.results')}</h3>
          <p role="status">{t('bulk.progress', progress)}</p>
          <ScrollRegion label={t('bulk.results')} className={styles.results}>
            <ul>
              {commands.slice(0, rowsShown).map((command) => (
                <li key={command.id}>
                  <span>{command.minerName}</span>
                  <span>
                    <CommandStateBadge state={command.state} />
                    {command.reason !== null && ` ${reasonText(command.reason)}`}
                  </span>
                </li>
              ))}
            </ul>
          </ScrollRegion>
          {commands.length > rowsShown && <p>{t('bulk.rest', { count: commands.length - rowsShown })}</p>}
        </>
      )}
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

/** Checks open commands until each has ended. */
function useFollowCommands(
  commands: readonly Command[] | null,
  onChange: (commands: readonly Command[]) => void,
): void {
  const tell = useEffectEvent(onChange)
  const cursor = useRef(0)
  useEffect(() => {
    const open = commands?.filter(({ state }) => isCommandOpen(state)) ?? []
    if (!commands || open.length === 0) return
    const stop = new AbortController()
    const look = async () => {
      const start = cursor.current % open.length
      const turn = [...open.slice(start), ...open.slice(0, start)].slice(0, atOnce)
      cursor.current = start + turn.length
      const seen = await Promise.all(
        turn.map((command) =>
          commandsOf(command.minerId ?? '', stop.signal).then(
            (known) => known.find(({ id }) => id === command.id) ?? command,
            () => command,
          ),
        ),
      )
      if (stop.signal.aborted) return
      const byId = new Map(seen.map((command) => [command.id, command]))
      tell(commands.map((command) => byId.get(command.id) ?? command))
    }
    const timer = setTimeout(() => void look(), lookMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [commands])
}
