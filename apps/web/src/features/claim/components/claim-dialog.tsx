import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../lib/api/api-error.ts'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { checkClaimKey } from '../api/claim-status.ts'
import {
  type ClaimEvent,
  type ClaimedController,
  type ClaimFlow,
  claimTransition,
  openClaimFlow,
} from '../lib/claim-flow.ts'
import { claimProblem } from '../lib/claim-problem.ts'
import { Claimed, Working } from './claim-outcome.tsx'
import { ClaimSteps } from './claim-steps.tsx'
import { EnterKey } from './enter-key.tsx'
import { PreviewController } from './preview-controller.tsx'

function step(state: ClaimFlow, event: ClaimEvent): ClaimFlow {
  const result = claimTransition(state, event)
  return result.ok ? result.state : state
}

/**
 * The claim dialog. Render it only while it is open. `initialKey` fills the field (a link, a scanned card); `claim` makes the call and
 * answers null when the person would not confirm who they are; `onClaimed` runs as soon as the controller belongs to the caller, `onClose`
 * when the dialog is left.
 */
export function ClaimDialog({
  initialKey,
  claim,
  onClaimed,
  onClose,
}: {
  initialKey: string | null
  claim: (key: string) => Promise<ClaimedController | null>
  onClaimed: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('claim')
  const [flow, dispatch] = useReducer(step, initialKey, openClaimFlow)
  const body = useRef<HTMLDivElement>(null)
  const tellClaimed = useEffectEvent(onClaimed)
  const makeCall = useEffectEvent(claim)

  const checkedKey = flow.step === 'checking' ? flow.key : null
  useEffect(() => {
    if (checkedKey === null) return
    checkClaimKey(checkedKey).then(
      (preview) => dispatch({ type: 'previewed', key: checkedKey, preview }),
      (thrown: unknown) => dispatch({ type: 'failed', problem: claimProblem(toApiError(thrown), 'check') }),
    )
  }, [checkedKey])

  const claimingKey = flow.step === 'claiming' ? flow.key : null
  useEffect(() => {
    if (claimingKey === null) return
    makeCall(claimingKey).then(
      (controller) => {
        if (controller === null) {
          dispatch({ type: 'failed', problem: 'not-confirmed' })
          return
        }
        dispatch({ type: 'claimed', controller })
        tellClaimed()
      },
      (thrown: unknown) => dispatch({ type: 'failed', problem: claimProblem(toApiError(thrown), 'claim') }),
    )
  }, [claimingKey])

  // The field is where the dialog starts; later each step puts the focus on its own heading or field.
  useEffect(() => {
    const target = body.current?.querySelector<HTMLElement>(
      flow.step === 'entering' ? 'input' : '[data-step-heading]',
    )
    // The platform focuses the first control when the window opens, so this waits for it.
    const frame = requestAnimationFrame(() => target?.focus())
    return () => cancelAnimationFrame(frame)
  }, [flow.step])

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div ref={body}>
        <ClaimSteps step={flow.step} />
        {flow.step === 'entering' && <EnterKey flow={flow} dispatch={dispatch} />}
        {flow.step === 'checking' && (
          <Working text={t('checking')} onBack={() => dispatch({ type: 'returned' })} />
        )}
        {flow.step === 'previewing' && (
          <PreviewController flow={flow} dispatch={dispatch} onClose={onClose} />
        )}
        {flow.step === 'claiming' && <Working text={t('claiming')} />}
        {flow.step === 'succeeded' && <Claimed controller={flow.controller} onClose={onClose} />}
      </div>
    </Dialog>
  )
}
