import type { Answer, TestClient } from './build-test-app.ts'
import { ethereumSigner, type Signer } from './chains/wallet-signers.ts'

/** The body of a login that would succeed. */
export async function signedLogin(client: TestClient, signer: Signer) {
  const { body } = await client.get(`/wallet-auth/nonce/${encodeURIComponent(signer.address)}`)
  const { nonce, message } = body.data as { nonce: string; message: string }
  return { walletAddress: signer.address, nonce, signature: await signer.sign(message) }
}

export async function walletLogin(client: TestClient, signer: Signer): Promise<Answer> {
  return client.post('/wallet-auth/login', await signedLogin(client, signer))
}

let lastPerson = 0

/** Registers a wallet; the client is signed in afterwards. */
export async function signUp(client: TestClient, signer: Signer = ethereumSigner()) {
  lastPerson += 1
  const { registrationToken } = (await walletLogin(client, signer)).body as { registrationToken: string }
  const profile = {
    walletAddress: signer.address,
    name: 'Anna de Vries',
    email: `anna${lastPerson}@rederij.nl`,
  }
  const { status, body } = await client.post('/wallet-auth/register', profile, { token: registrationToken })
  if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
  const session = body.data as {
    token: string
    refreshToken: string
    expiresAt: string
    user: { id: string; email: string }
  }
  client.token = session.token
  return session
}
