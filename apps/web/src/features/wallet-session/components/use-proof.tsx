import type { Proof } from '@shipminer/contract/account/profile'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyChunk } from '../../../lib/chunks/chunk-loader.ts'
import type { ProofRequest } from '../lib/prove.ts'

const ProofDialog = lazyChunk(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

/** Asks for a fresh signature or the password; null when the person closed the dialog. */
export type AskProof = (request: ProofRequest) => Promise<Proof | null>

type Open = { request: ProofRequest; answer: (proof: Proof | null) => void }

/** `dialog` must be rendered by the caller. */
export function useProof(): { ask: AskProof; dialog: ReactNode } {
  const [open, setOpen] = useState<Open | null>(null)
  return {
    ask: (request) =>
      new Promise((resolve) => {
        const answer = (proof: Proof | null) => {
          setOpen(null)
          resolve(proof)
        }
        setOpen({ request, answer })
      }),
    dialog: open && (
      <Suspense fallback={null}>
        <ProofDialog request={open.request} onDone={open.answer} />
      </Suspense>
    ),
  }
}
