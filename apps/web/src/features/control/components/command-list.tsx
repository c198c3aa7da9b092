import type { Command } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatPower, formatTime, joinQuantity } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import textStyles from '../../../ui/text.module.css'
import { commandSteps, stepsDone } from '../lib/command-view.ts'
import { CommandStateBadge } from './command-state.tsx'
import styles from './control.module.css'
import { useLoginResult } from './logins/use-login-result.ts'
import { useReasonText } from './use-reason-text.ts'

const shownAtFirst = 5

/** Commands under way, step by step, and earlier ones, with those that can be undone. */
export function CommandList({
  commands,
  onRestore,
}: {
  commands: readonly Command[]
  onRestore: (command: Command) => void
}) {
  const { t } = useTranslation('control')
  const [all, setAll] = useState(false)
  const open = commands.filter(({ state }) => isCommandOpen(state))
  const ended = commands.filter(({ state }) => !isCommandOpen(state))
  const shown = all ? ended : ended.slice(0, shownAtFirst)
  return (
    <>
      {open.length > 0 && (
        <div className={layout.section}>
          <h3 className={textStyles.sub}>{t('now')}</h3>
          {open.map((command) => (
            <OpenCommand key={command.id} command={command} />
          ))}
        </div>
      )}
      <div>
        <h3 className={textStyles.sub}>{t('history')}</h3>
        {ended.length === 0 && <p className={textStyles.note}>{t('history.none')}</p>}
        <ul className={styles.commands} hidden={ended.length === 0}>
          {shown.map((command) => (
            <EndedCommand key={command.id} command={command} onRestore={onRestore} />
          ))}
        </ul>
        {ended.length > shown.length && (
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t('history.more')}
          </Button>
        )}
      </div>
    </>
  )
}

function OpenCommand({ command }: { command: Command }) {
  const { t } = useTranslation('control')
  const language = useLanguage()
  const done = stepsDone(command.state)
  return (
    <div className={styles.open} data-command={command.state}>
      <div className={styles.line}>
        <strong>{useActionText()(command)}</strong>
        <CommandStateBadge state={command.state} />
      </div>
      <ol className={styles.steps}>
        {commandSteps.map((step, index) => (
          <li key={step} data-done={index <= done} aria-current={index === done ? 'step' : undefined}>
            {t(`state.${step}`)}
          </li>
        ))}
      </ol>
      <p className={textStyles.note}>
        {t(`explain.${command.state}`, { time: formatTime(language, command.expiresAt) })}
      </p>
    </div>
  )
}

function EndedCommand({ command, onRestore }: { command: Command; onRestore: (command: Command) => void }) {
  const { t } = useTranslation('control')
  const language = useLanguage()
  const reasonText = useReasonText()
  const resultOf = useLoginResult()
  const { state, reason, issuedBy, issuedByKey } = command
  const isLogin = command.parameters.login !== undefined
  return (
    <li className={styles.command} data-command={state}>
      <div className={styles.line}>
        <strong>{useActionText()(command)}</strong>
        <CommandStateBadge state={state} />
      </div>
      <p className={textStyles.note}>
        {formatDateTime(language, command.finishedAt ?? command.issuedAt)}
        {command.byProvider && ` ${t('byProvider')}`}
        {issuedByKey !== null
          ? ` ${t('byKey', { key: issuedByKey })}`
          : issuedBy !== null && ` ${t('by', { who: issuedBy })}`}
        {'. '}
        {reason !== null && !isLogin ? `${capital(reasonText(reason))}. ` : ''}
        {isLogin
          ? resultOf(command).text
          : reason !== 'pools-untried' &&
            t(`explain.${state}`, { time: formatTime(language, command.expiresAt) })}
      </p>
      {command.restorable && (
        <div>
          <Button onClick={() => onRestore(command)}>{t('restore')}</Button>
        </div>
      )}
    </li>
  )
}

/** What a command requested, with its value. */
export function useActionText(): (command: Pick<Command, 'action' | 'parameters'>) => string {
  const { t } = useTranslation('control')
  const language = useLanguage()
  return ({ action, parameters }) => {
    const { powerLimitWatts, powerMode, pools, login } = parameters
    const value =
      powerLimitWatts !== undefined
        ? joinQuantity(formatPower(language, powerLimitWatts))
        : powerMode !== undefined
          ? t(`mode.${powerMode}` as 'mode.low', { defaultValue: powerMode })
          : (login?.make ?? pools?.map(({ url }) => url).join(', '))
    return value === undefined ? t(`action.${action}`) : `${t(`action.${action}`)}: ${value}`
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
