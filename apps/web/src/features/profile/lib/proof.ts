import type { Proof, ProofPurpose } from '@shipminer/contract/profile'

/** What a section of the profile asks to be proven; null when the person closed the question. */
export type AskForProof = (purpose: ProofPurpose, subject?: string) => Promise<Proof | null>
