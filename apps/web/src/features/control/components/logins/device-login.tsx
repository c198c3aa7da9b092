import type { Command } from '@shipminer/contract/control'
import { loginsSinceVersion } from '@shipminer/contract/control/device-logins'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../../lib/format/format.ts'
import { useTask } from '../../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../../lib/forms/with-proof.ts'
import { useLanguage } from '../../../../lib/i18n/use-language.ts'
import { Button } from '../../../../ui/button.tsx'
import layout from '../../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../../ui/signs/notice.tsx'
import {
  deviceLoginsQuery,
  type LoginTarget,
  removeLogin,
  type ShownLogins,
  sendLogin,
} from '../../api/device-logins.ts'
import { mergeCommands } from '../../lib/command-view.ts'
import { LoginForm } from './login-form.tsx'
import { useLoginResult } from './use-login-result.ts'

/** One login of a controller: whether it is set, a form for another one, what became of the last, and its removal. */
export function DeviceLogin({
  controllerId,
  target,
  logins,
  login,
  unset,
  withProof,
}: {
  controllerId: string
  target: LoginTarget
  logins: ShownLogins
  login: ShownLogins['all']
  /** What is used as long as there is none. */
  unset: string
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  const language = useLanguage()
  const client = useQueryClient()
  const resultOf = useLoginResult()
  const { isBusy, message, run } = useTask()
  const [isEntering, setEntering] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const minerId = 'minerId' in target ? target.minerId : null
  const last = logins.commands.find(
    ({ parameters }) => minerId !== null || ('make' in target && parameters.login?.make === target.make),
  )
  const { box, mark, version } = logins

  const issue = (call: () => Promise<Command | null>) =>
    run(async () => {
      const made = await withProof(async () => ({ command: await call() }))
      setRemoving(false)
      if (made === null) throw new Error(t('notProven'))
      const { command } = made
      if (command === null) throw new Error(t('logins.badKey'))
      setEntering(false)
      const { queryKey } = deviceLoginsQuery(controllerId, minerId)
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, commands: mergeCommands(known.commands, [command]) },
      )
      return null
    }).then((isDone) => {
      if (!isDone) setRemoving(false)
      void client.invalidateQueries({ queryKey: ['fleet', 'logins', controllerId] })
    })

  if (box === null)
    return (
      <Notice tone="caution">
        {t('logins.tooOld', { needed: loginsSinceVersion, version: version ?? '?' })}
      </Notice>
    )
  return (
    <>
      <p>{login === null ? unset : shownState(login)}</p>
      {mark === null && <Notice tone="caution">{t('logins.insecure')}</Notice>}
      {isEntering && mark !== null ? (
        <LoginForm
          controllerId={controllerId}
          identityKey={box.identityKey}
          mark={mark}
          isBusy={isBusy}
          onSubmit={(plain) => {
            // A press that has to be proven first is one command.
            const as = { commandId: crypto.randomUUID(), expectedKey: box.identityKey }
            void issue(() => sendLogin(controllerId, target, plain, as))
          }}
          onClose={() => setEntering(false)}
        />
      ) : (
        <div className={layout.actions}>
          <Button disabled={isBusy || mark === null} onClick={() => setEntering(true)}>
            {t(login === null ? 'logins.enter' : 'logins.replace')}
          </Button>
          {login !== null && (
            <Button kind="quiet" disabled={isBusy} onClick={() => setRemoving(true)}>
              {t('logins.remove')}
            </Button>
          )}
        </div>
      )}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {!message && last && <Notice tone={resultOf(last).tone}>{resultOf(last).text}</Notice>}
      {isRemoving && (
        <ConfirmDialog
          title={t('logins.remove')}
          confirm={t('logins.remove')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void issue(() => removeLogin(controllerId, target))}
          onClose={() => setRemoving(false)}
        >
          <p>{t('logins.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  )

  function shownState({ at, state }: NonNullable<ShownLogins['all']>): string {
    if (at === null) return t('logins.set')
    const date = formatDateTime(language, at)
    return t(state === 'waiting' ? 'logins.waiting' : 'logins.setOn', { date })
  }
}
