import type { Command, ControlParameters } from '@shipminer/contract/control'
import type { PoolTemplate } from '@shipminer/contract/control/pool-templates'
import { renderPools } from '@shipminer/domain/pools/pool-worker'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { controlMiner, restoreMiner } from '../api/miner-control.ts'
import { type Order, type Sent, type Skipped, sendToMany } from '../lib/send-to-many.ts'
import { useActionText } from './command-list.tsx'
import { DescribeMany } from './describe-many.tsx'
import { BarActions, type presses } from './many/bar-actions.tsx'
import { ClearChoice } from './many/clear-choice.tsx'
import { ManyResults } from './many-results.tsx'
import { ManySetting, type SettingAction } from './many-setting.tsx'
import { type TemplateMiner, TemplatePreview, useWorkerProblemText } from './pools/template-choice.tsx'
import styles from './selection-bar.module.css'
import { useFollowCommands } from './use-follow-commands.ts'

const settings = [
  'set-power-limit',
  'set-power-mode',
  'set-pools',
] as const satisfies readonly SettingAction[]

type Wish = {
  action: (typeof presses)[number] | SettingAction
  parameters: ControlParameters
  /** Each miner gets the pools that this makes for it. */
  template?: PoolTemplate
}

/** What is chosen, and what can be done to it; nothing while there is neither. It asks once; then each miner says what became of it. */
export function SelectionBar({
  chosen,
  summary,
  maySetPools,
  groups,
  withProof,
  onClear,
}: {
  chosen: readonly TemplateMiner[]
  /** Power and hash rate of the choice. */
  summary: string
  /** All of the choice is the person's own. */
  maySetPools: boolean
  /** Names of the groups that there are. */
  groups: readonly string[]
  withProof: WithProof
  onClear: () => void
}) {
  const { t } = useTranslation('overview')
  const problemText = useWorkerProblemText()
  const [filling, setFilling] = useState<SettingAction | null>(null)
  const [wish, setWish] = useState<Wish | null>(null)
  const [describes, setDescribes] = useState(false)
  const many = useMany(withProof)
  // Orders that are under way, and what became of them, stay when nothing is chosen any more.
  const isEmpty = chosen.length === 0
  const clear = () => {
    onClear()
    if (!many.isSending) many.forget()
  }

  const send = ({ action, parameters, template }: Wish) => {
    setWish(null)
    const parametersOf = new Map<string, ControlParameters>()
    const skipped: Skipped[] = []
    for (const { id, name, facts } of chosen) {
      const made = template && renderPools(template.pools, facts)
      if (made?.ok === false) skipped.push({ id, name, thrown: null, why: problemText(made.reason) })
      else parametersOf.set(id, made ? { pools: made.pools } : parameters)
    }
    void many.send(
      chosen
        .filter(({ id }) => parametersOf.has(id))
        .map(({ id, name }) => ({ id, name, commandId: crypto.randomUUID() })),
      ({ id, commandId }) => controlMiner(id, action, parametersOf.get(id) ?? parameters, commandId),
      skipped,
    )
  }
  const putBack = (commands: readonly Command[]) =>
    void many.send(
      commands.flatMap(({ minerId, minerName, id }) =>
        minerId === null ? [] : [{ id: minerId, name: minerName ?? minerId, commandId: id }],
      ),
      ({ id, commandId }) => restoreMiner(id, commandId),
    )

  return (
    <>
      {(!isEmpty || many.progress) && (
        <section className={styles.bar} aria-label={t('select.bar')}>
          <p className={styles.count} role="status">
            <strong>{t('select.count', { count: chosen.length })}</strong> <span>{summary}</span>
          </p>
          <BarActions
            isDisabled={many.isSending || isEmpty}
            settings={settings.filter((action) => maySetPools || action !== 'set-pools')}
            onPress={(action) => setWish({ action, parameters: {} })}
            onFill={setFilling}
            onDescribe={() => setDescribes(true)}
          />
          {many.progress && !many.isShown && <Button onClick={many.show}>{t('select.results')}</Button>}
          <ClearChoice onClear={clear} />
        </section>
      )}
      {describes && (
        <DescribeMany
          who={{ ids: chosen.map(({ id }) => id) }}
          count={chosen.length}
          groups={groups}
          onClose={() => setDescribes(false)}
        />
      )}
      {filling && (
        <ManySetting
          action={filling}
          count={chosen.length}
          withProof={withProof}
          onTemplate={(template) => {
            setFilling(null)
            setWish({ action: filling, parameters: {}, template })
          }}
          onFilled={(parameters) => {
            setFilling(null)
            setWish({ action: filling, parameters })
          }}
          onClose={() => setFilling(null)}
        />
      )}
      {wish && (
        <ConfirmWish wish={wish} chosen={chosen} onConfirm={() => send(wish)} onClose={() => setWish(null)} />
      )}
      {many.progress && many.isShown && (
        <ManyResults
          progress={many.progress}
          isSending={many.isSending}
          onPutBack={putBack}
          onClose={many.hide}
        />
      )}
    </>
  )
}

/** What an order would do to the miners that were chosen, before it is sent. */
function ConfirmWish({
  wish,
  chosen,
  onConfirm,
  onClose,
}: {
  wish: Wish
  chosen: readonly TemplateMiner[]
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const actionText = useActionText()
  return (
    <ConfirmDialog
      title={`${t(`select.${wish.action}`)}: ${t('select.count', { count: chosen.length })}`}
      confirm={tControl('confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(`select.harm.${wish.action}`)}</p>
      {wish.action.startsWith('set-power') && <p>{actionText(wish)}</p>}
      {wish.parameters.pools && (
        <ol>
          {wish.parameters.pools.map(({ url, user }) => (
            <li key={url + user}>
              {url}, {user}
            </li>
          ))}
        </ol>
      )}
      {wish.template ? (
        <TemplatePreview template={wish.template} miners={chosen} />
      ) : (
        <p className={styles.names}>{chosen.map(({ name }) => name).join(', ')}</p>
      )}
    </ConfirmDialog>
  )
}

/** Orders to many miners, and what became of them; they go on while their window is closed. */
function useMany(withProof: WithProof) {
  const [progress, setProgress] = useState<Sent | null>(null)
  const [isSending, setSending] = useState(false)
  const [isShown, setShown] = useState(false)
  useFollowCommands(isSending ? null : (progress?.commands ?? null), (commands) =>
    setProgress((known) => known && { ...known, commands: [...commands] }),
  )
  const send = async (
    orders: readonly Order[],
    call: (order: Order) => Promise<Command[]>,
    before: readonly Skipped[] = [],
  ) => {
    const tell = (sent: Sent) => setProgress({ ...sent, skipped: [...before, ...sent.skipped] })
    setSending(true)
    setShown(true)
    tell({ commands: [], skipped: [], sent: 0, total: orders.length })
    await sendToMany(orders, (order) => withProof(() => call(order)), tell)
    setSending(false)
  }
  return {
    progress,
    isSending,
    isShown,
    send,
    show: () => setShown(true),
    hide: () => setShown(false),
    forget: () => setProgress(null),
  }
}
