import { beforeEach, expect, test } from 'vitest'
import { describeEachEngine, resetTestStore } from '../../../platform/db/testing.ts'
import { SecretKey } from '../../../platform/secret-key/secret-key.ts'
import { readPushKeys } from './push-keys.ts'

describeEachEngine('the key of push messages', ({ store }) => {
  beforeEach(() => resetTestStore(store()))

  test('is the one that browsers have subscribed to before it was kept', async () => {
    const secretKey = new SecretKey(Buffer.alloc(32, 3))
    const [one, other] = await Promise.all([1, 2].map(() => readPushKeys({ store: store(), secretKey })))
    expect(one).toEqual(other)
    expect(one?.publicKey).toBe(
      'BAsOIwzVCK1-XSAgX6ooo6ga5kRBuAedN7hU_O_bvQRAAeJ7Pi11-9H_ElOMuZylInFLRBustem0_6n2iVGYf-M',
    )
  })

  test('is another one when it was sealed with a key that is lost', async () => {
    const first = await readPushKeys({ store: store(), secretKey: new SecretKey(Buffer.alloc(32, 3)) })
    const secretKey = new SecretKey(Buffer.alloc(32, 4))
    const second = await readPushKeys({ store: store(), secretKey })
    expect(second).not.toEqual(first)
    expect(await readPushKeys({ store: store(), secretKey })).toEqual(second)
  })
})
