import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import type { ClaimEvent, ClaimFlow } from '../lib/claim-flow.ts'
import { ScanKey } from './scan-key.tsx'

/** The first step: the key, typed or pasted. A problem of a later step that is about the key shows here too. */
export function EnterKey({
  flow,
  dispatch,
}: {
  flow: Extract<ClaimFlow, { step: 'entering' }>
  dispatch: (event: ClaimEvent) => void
}) {
  const { t } = useTranslation('claim')
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        dispatch({ type: 'submitted' })
      }}
    >
      <TextField
        label={t('key')}
        hint={t('keyHint')}
        error={flow.problem && t(`problem.${flow.problem}`)}
        mono
        name="claim-key"
        value={flow.key}
        onChange={(text) => dispatch({ type: 'edited', text })}
        placeholder="XXXXXXXX-XXXXXXXX"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        maxLength={40}
        required
      />
      {flow.problem && (
        <p className="visually-hidden" role="alert">
          {t(`problem.${flow.problem}`)}
        </p>
      )}
      <ScanKey
        onKey={(key) => {
          dispatch({ type: 'edited', text: key })
          dispatch({ type: 'submitted' })
        }}
      />
      <div className={layout.actions}>
        <Button kind="main" type="submit">
          {t('check')}
        </Button>
      </div>
    </form>
  )
}
