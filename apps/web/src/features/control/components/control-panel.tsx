import type { Capabilities, Command, ControlAction, ControlParameters } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice, type NoticeTone } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { configurePools, controlMiner, minerControlQuery, restoreMiner } from '../api/miner-control.ts'
import { miningShipsQuery } from '../api/mining-ships.ts'
import { mergeCommands } from '../lib/command-view.ts'
import {
  type ActionGroup,
  actionGroups,
  groupOf,
  needsConfirmation,
  type OfferedAction,
  offeredActions,
} from '../lib/offered-actions.ts'
import { type MinerPlace, workerFacts } from '../lib/worker-facts.ts'
import { CommandList, useActionText } from './command-list.tsx'
import styles from './control.module.css'
import { PoolEditor } from './pools/pool-editor.tsx'
import { PowerChoices } from './power-choices.tsx'
import { useReasonText } from './use-reason-text.ts'

type Wish =
  | { kind: 'action'; action: ControlAction; parameters: ControlParameters; commandId: string }
  | { kind: 'restore'; command: Command }

/** The commands a miner can take, those under way, and earlier ones. `pools` are those the device reports now. */
export function ControlPanel({
  id,
  name,
  pools,
  miner,
  maySetPools,
  withProof,
}: {
  id: string
  name: string
  pools: readonly { url: string | null; user: string | null }[]
  miner: MinerPlace
  /** Whom it earns for is its owner's to say. */
  maySetPools: boolean
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  const client = useQueryClient()
  const query = useQuery(minerControlQuery(id))
  const { isBusy, message, run } = useTask()
  const [wish, setWish] = useState<Wish | null>(null)
  const [isEditingPools, setEditingPools] = useState(false)
  const { data: ships } = useQuery({ ...miningShipsQuery, enabled: isEditingPools })
  const [pressedIn, setPressedIn] = useState<ActionGroup>('settings')
  useAnnounceEnds(query.data?.commands)

  const send = (made: Wish) =>
    run(async () => {
      const commands = await withProof(() => {
        if (made.kind === 'restore') return restoreMiner(id, made.command.id)
        const { action, parameters, commandId } = made
        return parameters.pools
          ? configurePools(id, parameters.pools)
          : controlMiner(id, action, parameters, commandId)
      })
      setWish(null)
      if (commands === null) throw new Error(t('notProven'))
      setEditingPools(false)
      client.setQueryData(
        minerControlQuery(id).queryKey,
        (known) => known && { ...known, commands: mergeCommands(known.commands, commands) },
      )
      return null
    }).then((isDone) => {
      if (!isDone) setWish(null)
    })

  const ask = (action: ControlAction, parameters: ControlParameters = {}) => {
    setPressedIn(groupOf(action))
    // The same press sent twice is one command.
    const made: Wish = { kind: 'action', action, parameters, commandId: crypto.randomUUID() }
    if (needsConfirmation(action)) setWish(made)
    else void send(made)
  }

  const capabilities = query.data?.capabilities
  return (
    <section className={layout.section} aria-labelledby="control-title">
      <h2 id="control-title" className={text.title}>
        {t('title')}
      </h2>
      {!query.data && query.isError && (
        <ErrorState message={t('failed')} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.isError && <Loading />}
      {capabilities === null && <Notice>{t('notProbed')}</Notice>}
      {capabilities && (
        <>
          {(capabilities.credentials === 'missing' || capabilities.credentials === 'wrong') && (
            <Notice tone="caution">{t(`login.${capabilities.credentials}`)}</Notice>
          )}
          <ActionGroups
            capabilities={capabilities}
            isBusy={isBusy}
            maySetPools={maySetPools && !isEditingPools}
            answer={message && { ...message, group: pressedIn }}
            onAsk={ask}
            onEditPools={() => setEditingPools(true)}
          />
          {isEditingPools && (
            <PoolEditor
              pools={pools}
              facts={workerFacts(name, miner, ships ?? [])}
              withProof={withProof}
              onSubmit={(wanted) => ask('set-pools', { pools: wanted })}
              onClose={() => setEditingPools(false)}
            />
          )}
        </>
      )}
      {query.data && (
        <CommandList
          commands={query.data.commands}
          onRestore={(command) => {
            setPressedIn('settings')
            setWish({ kind: 'restore', command })
          }}
        />
      )}
      {wish && (
        <WishDialog
          wish={wish}
          name={name}
          isBusy={isBusy}
          onConfirm={() => void send(wish)}
          onClose={() => setWish(null)}
        />
      )}
    </section>
  )
}

/** The commands that the device takes, by what they change. `answer` stands where the button was pressed. */
function ActionGroups({
  capabilities,
  isBusy,
  maySetPools,
  answer,
  onAsk,
  onEditPools,
}: {
  capabilities: Capabilities
  isBusy: boolean
  maySetPools: boolean
  answer: { tone: NoticeTone; text: string; group: ActionGroup } | null
  onAsk: (action: ControlAction, parameters?: ControlParameters) => void
  onEditPools: () => void
}) {
  const { t } = useTranslation('control')
  return (
    <div className={styles.groups}>
      {actionGroups.map((group) => (
        <section key={group} className={styles.group} aria-labelledby={`control-${group}`}>
          <div>
            <h3 id={`control-${group}`} className={text.sub}>
              {t(`group.${group}`)}
            </h3>
            <p className={styles.why}>{t(`group.${group}Text`)}</p>
          </div>
          {group === 'settings' ? (
            <>
              <PowerChoices
                capabilities={capabilities}
                isBusy={isBusy}
                onLimit={(powerLimitWatts) => onAsk('set-power-limit', { powerLimitWatts })}
                onMode={(powerMode) => onAsk('set-power-mode', { powerMode })}
              />
              {maySetPools && <PoolsButton capabilities={capabilities} onPress={onEditPools} />}
            </>
          ) : (
            <ul className={styles.actions}>
              {offeredActions(capabilities)
                .filter(({ action }) => groupOf(action) === group)
                .map((offered) => (
                  <OfferedButton
                    key={offered.action}
                    offered={offered}
                    isBusy={isBusy}
                    onPress={() => onAsk(offered.action)}
                  />
                ))}
            </ul>
          )}
          {answer?.group === group && <Notice tone={answer.tone}>{answer.text}</Notice>}
        </section>
      ))}
    </div>
  )
}

/** Opens the pools; why not where the device cannot. */
function PoolsButton({ capabilities, onPress }: { capabilities: Capabilities; onPress: () => void }) {
  const { t } = useTranslation('control')
  const reasonText = useReasonText()
  return (
    <div className={styles.action}>
      <Button disabled={!capabilities.pools.can} onClick={onPress}>
        {t('pools.open')}
      </Button>
      {!capabilities.pools.can && (
        <span className={styles.why}>{reasonText(capabilities.pools.reason ?? 'unsupported')}</span>
      )}
    </div>
  )
}

/** Says what a command does to the work of a miner before it goes. */
function WishDialog({
  wish,
  name,
  isBusy,
  onConfirm,
  onClose,
}: {
  wish: Wish
  name: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('control')
  const actionText = useActionText()
  return (
    <ConfirmDialog
      title={
        wish.kind === 'restore'
          ? t('restore.of', { action: t(`action.${wish.command.action}`) })
          : t(`action.${wish.action}`)
      }
      confirm={isBusy ? t('sending') : t('confirm')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong>{t('harm.title')}</strong>
      </p>
      <p>
        {wish.kind === 'restore'
          ? t('harm.restore', { what: actionText(wish.command) })
          : t(`harm.${wish.action}` as 'harm.sleep', { name })}
      </p>
      {wish.kind === 'action' && wish.parameters.pools && (
        <ol>
          {wish.parameters.pools.map(({ url, user }) => (
            <li key={url + user}>
              {url}, {user}
            </li>
          ))}
        </ol>
      )}
      {wish.kind === 'action' && wish.action.startsWith('set-power') && <p>{actionText(wish)}</p>}
    </ConfirmDialog>
  )
}

/** A press that needs nothing to be filled in; why not where the device cannot. */
function OfferedButton({
  offered: { action, can, reason },
  isBusy,
  onPress,
}: {
  offered: OfferedAction
  isBusy: boolean
  onPress: () => void
}) {
  const { t } = useTranslation('control')
  const reasonText = useReasonText()
  return (
    <li className={styles.action}>
      <Button
        onClick={onPress}
        disabled={!can || isBusy}
        aria-describedby={can ? undefined : `why-${action}`}
      >
        {t(`action.${action}`)}
      </Button>
      {!can && (
        <span id={`why-${action}`} className={styles.why}>
          {reasonText(reason ?? 'unsupported')}
        </span>
      )}
    </li>
  )
}

/** Announces the end of a command that was still open at the last look. */
function useAnnounceEnds(commands: readonly Command[] | undefined): void {
  const { t } = useTranslation('control')
  const open = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!commands) return
    for (const { id, state, action } of commands)
      if (!isCommandOpen(state) && open.current.has(id))
        announce(`${t(`action.${action}`)}: ${t(`state.${state}`)}`)
    open.current = new Set(commands.filter(({ state }) => isCommandOpen(state)).map(({ id }) => id))
  }, [commands, t])
}
