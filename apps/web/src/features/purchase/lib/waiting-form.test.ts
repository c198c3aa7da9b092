import { WaitingListRequestSchema } from '@shipminer/contract/shop/inquiries'
import { expect, test } from 'vitest'
import { checkWaiting, emptyWaiting, readProduct, waitingBody } from './waiting-form.ts'

test.each([
  ['?product=sm19', 'sm19'],
  ['?product=lottery&x=1', 'lottery'],
  ['?product=payment-test', null],
  ['?product=%3Cscript%3E', null],
  ['', null],
])('%s names %j', (search, id) => {
  expect(readProduct(search)).toBe(id)
})

test('only an address is needed', () => {
  expect(checkWaiting(emptyWaiting)).toEqual({ email: 'required' })
  expect(checkWaiting({ ...emptyWaiting, email: 'jan@schip' })).toEqual({ email: 'emailInvalid' })
  expect(checkWaiting({ ...emptyWaiting, email: 'jan@schip.nl' })).toEqual({})
})

test('what is sent fits the contract', () => {
  const body = waitingBody(
    { ...emptyWaiting, email: ' jan@schip.nl', product: 'sm21' },
    { language: 'de', website: '' },
  )
  const sent = JSON.parse(JSON.stringify(body))
  expect(sent).toEqual({ email: 'jan@schip.nl', product: 'sm21', language: 'de' })
  expect(WaitingListRequestSchema.safeParse(sent).success).toBe(true)
})
