/** What people do, over the calls, where a journey is about something else than their pages. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { ethereumSigner } from '../../apps/server/test/chains/wallet-signers.ts'
import type { ServerProcess } from '../../scripts/lib/stack.ts'

/** Of one `sm19`. */
export const priceCents = 1_750_000

const PlacedSchema = z.object({
  order: z.object({ id: z.string(), number: z.string(), bank: z.object({ reference: z.string() }) }),
  orderKey: z.string(),
})

/** An order of a guest, asked for until it is answered. */
export async function placeUntilAnswered(server: ServerProcess, key: string) {
  for (;;) {
    const client = `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
    const answer = await fetch(`${server.url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client, 'idempotency-key': key },
      body: JSON.stringify({
        product: 'sm19',
        quantity: 1,
        method: 'bank_transfer',
        buyer: {
          firstName: 'Anna',
          lastName: 'de Vries',
          email: `${key}@rederij.example`,
          phone: '1',
          street: 'Kade 1',
          postalCode: '1',
          city: 'Rotterdam',
          country: 'NL',
        },
        language: 'nl',
        expectedGrossCents: priceCents,
        acceptedTerms: true,
      }),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null)
    const body = Object(await answer?.json().catch(() => null))
    if (answer?.status === 200) return PlacedSchema.parse(body.data)
    const passes =
      answer === null ||
      answer.status >= 500 ||
      answer.status === 429 ||
      body.code === 'idempotency-in-progress'
    if (!passes) throw new Error(`an order was refused: ${answer.status} ${JSON.stringify(body)}`)
    await sleep(100)
  }
}

/** An account, over the calls; gives the token of its session. */
export async function signUp(server: ServerProcess): Promise<string> {
  const signer = ethereumSigner()
  const call = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${server.url}/api/wallet-auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return Object(await answer.json())
  }
  const { nonce, message } = (await call(`/nonce/${signer.address}`)).data
  const walletAddress = signer.address
  const { registrationToken } = await call('/login', {
    walletAddress,
    nonce,
    signature: await signer.sign(message),
  })
  const profile = { walletAddress, name: 'Anna de Vries', email: `${randomUUID()}@rederij.nl` }
  const registered = await call('/register', profile, registrationToken)
  if (!registered.success) throw new Error(`no account: ${JSON.stringify(registered)}`)
  return registered.data.token
}
