import type { ProofPurpose } from '@shipminer/contract/account/profile'
import type { TestApp, TestClient } from './build-test-app.ts'
import type { Signer } from './chains/wallet-signers.ts'

/** A proof that the signer's wallet agrees to one action of the signed-in client. */
export async function signedProof(
  client: TestClient,
  signer: Signer,
  purpose: ProofPurpose,
  subject?: string,
) {
  const walletAddress = signer.address
  const answer = await client.post('/user/proof-message', {
    walletAddress,
    purpose,
    ...(subject === undefined ? {} : { subject }),
  })
  if (answer.status !== 200) throw new Error(`proof-message answered ${JSON.stringify(answer.body)}`)
  const { nonce, message } = answer.body.data as { nonce: string; message: string }
  return { walletAddress, nonce, signature: await signer.sign(message) }
}

/** Mails in the outbox to an address, oldest first. */
export function mailsTo(app: Pick<TestApp, 'store'>, email: string) {
  return app.store.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute()
}

/** The token in the last mail to an address that contains one. */
export async function mailedToken(app: Pick<TestApp, 'store'>, email: string): Promise<string> {
  const texts = (await mailsTo(app, email)).map(({ textBody }) => textBody)
  const token = texts.flatMap((text) => /#token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)
  if (!token) throw new Error(`no token was mailed to ${email}`)
  return token
}
