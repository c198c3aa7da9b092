import type { Proof, ProofPurpose } from '@shipminer/contract/account/profile'

/** What a section of the profile requires proof of; null when the person closed the dialog. */
export type AskForProof = (purpose: ProofPurpose, subject?: string) => Promise<Proof | null>
