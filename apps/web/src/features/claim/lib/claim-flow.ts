import type { ClaimPreview } from '@shipminer/contract/account/claims'
import { parseClaimKey } from '@shipminer/domain/fleet/claim-key'

/** Why a claim did not succeed; each has its text in the `claim` texts (docs/product.md 8.2). `network-…`: no answer at all. */
export const claimProblems = [
  'format',
  'claimed-by-other',
  'not-found',
  'revoked',
  'check-failed',
  'network-check',
  'network-claim',
  'claim-failed',
  'rate-limited',
  'signed-out',
  'not-confirmed',
] as const
export type ClaimProblem = (typeof claimProblems)[number]

export type ClaimedController = { controllerId: string; name: string; minerCount: number }

/**
 * The claim dialog (docs/product.md 2.14 and 4.7): enter key, check, preview, claim, success.
 *
 * ```
 * entering ─submitted→ checking ─previewed→ previewing ─confirmed→ claiming ─claimed→ succeeded
 *     ▲  ▲                │  ▲                 │  │ ▲                 │
 *     │  └──── failed ────┘  └── rechecked ────┘  │ └──── failed ─────┤ (worth trying again)
 *     └───────────── returned ────────────────────┘                   │
 *     └───────────── failed (the key is no use) ──────────────────────┘
 * ```
 * `entering` takes every edit; `submitted` with an impossible key stays there with the problem `format`.
 */
export type ClaimFlow =
  | { step: 'entering'; key: string; problem: ClaimProblem | null }
  | { step: 'checking'; key: string }
  | { step: 'previewing'; key: string; preview: ClaimPreview; problem: ClaimProblem | null }
  | { step: 'claiming'; key: string; preview: ClaimPreview }
  | { step: 'succeeded'; controller: ClaimedController }

export type ClaimEvent =
  | { type: 'edited'; text: string }
  | { type: 'submitted' }
  | { type: 'previewed'; key: string; preview: ClaimPreview }
  | { type: 'confirmed' }
  | { type: 'claimed'; controller: ClaimedController }
  | { type: 'failed'; problem: ClaimProblem }
  | { type: 'rechecked' }
  | { type: 'returned' }

type Step = ClaimFlow['step']
type Handler<S extends Step, E extends ClaimEvent['type']> = (
  state: Extract<ClaimFlow, { step: S }>,
  event: Extract<ClaimEvent, { type: E }>,
) => ClaimFlow | null

/** Every arrow. What is missing is refused; a handler may refuse too, with null. */
const transitions: { [S in Step]: { [E in ClaimEvent['type']]?: Handler<S, E> } } = {
  entering: {
    edited: (_state, { text }) => ({ step: 'entering', key: formatKeyInput(text), problem: null }),
    submitted: ({ key }) => {
      const parsed = parseClaimKey(key)
      return parsed === null
        ? { step: 'entering', key, problem: 'format' }
        : { step: 'checking', key: parsed }
    },
  },
  checking: {
    previewed: (state, event) =>
      event.key === state.key ? stepAfterPreview(state.key, event.preview) : null,
    failed: ({ key }, { problem }) => ({ step: 'entering', key, problem }),
    returned: ({ key }) => ({ step: 'entering', key, problem: null }),
  },
  previewing: {
    confirmed: ({ key, preview }) =>
      preview.status === 'available' ? { step: 'claiming', key, preview } : null,
    rechecked: ({ key }) => ({ step: 'checking', key }),
    returned: ({ key }) => ({ step: 'entering', key, problem: null }),
  },
  claiming: {
    claimed: (_state, { controller }) => ({ step: 'succeeded', controller }),
    failed: ({ key, preview }, { problem }) =>
      keyIsUseless(problem)
        ? { step: 'entering', key, problem }
        : { step: 'previewing', key, preview, problem },
  },
  succeeded: {},
}

/** Applies one event, or says that it does not fit (a late answer to an earlier key, a second click). */
export function claimTransition(
  state: ClaimFlow,
  event: ClaimEvent,
): { ok: true; state: ClaimFlow } | { ok: false; reason: 'not-now' } {
  const handler = transitions[state.step][event.type] as
    | ((state: ClaimFlow, event: ClaimEvent) => ClaimFlow | null)
    | undefined
  const next = handler?.(state, event) ?? null
  return next === null ? { ok: false, reason: 'not-now' } : { ok: true, state: next }
}

/** Where the dialog starts, with the key of a link filled in if there is one. */
export function openClaimFlow(key: string | null): ClaimFlow {
  return { step: 'entering', key: formatKeyInput(key ?? ''), problem: null }
}

/**
 * What the field shows for what was typed or pasted: capitals, the hyphen set by itself after eight. Characters that no key has are kept,
 * so that they do not vanish while someone types; the check names the format.
 *
 * @example formatKeyInput('abcd1234efgh5678') // 'ABCD1234-EFGH5678'
 */
export function formatKeyInput(text: string): string {
  const upper = text.trim().toUpperCase().slice(0, 40)
  return parseClaimKey(upper) ?? upper
}

function stepAfterPreview(key: string, preview: ClaimPreview): ClaimFlow {
  if (preview.status === 'claimed') return { step: 'entering', key, problem: 'claimed-by-other' }
  if (preview.status === 'revoked') return { step: 'entering', key, problem: 'revoked' }
  return { step: 'previewing', key, preview, problem: null }
}

function keyIsUseless(problem: ClaimProblem): boolean {
  return (
    problem === 'claimed-by-other' || problem === 'not-found' || problem === 'revoked' || problem === 'format'
  )
}
