import type { IntentException, IntentStatus } from '@shipminer/domain/payments/intent/intent'
import { describe, expect, test } from 'vitest'
import { attentionFor } from './payment-mails.ts'

const seen = (status: IntentStatus, exceptions: IntentException[] = [], amountReceived = 0n) => ({
  status,
  exceptions,
  amountReceived,
})

describe('a person is told', () => {
  test.each([
    [
      'of a wrong network',
      seen('awaiting_transfer'),
      seen('awaiting_transfer', ['wrong_network']),
      ['wrong_network'],
    ],
    [
      'of a wrong token beside it',
      seen('awaiting_transfer', ['wrong_network']),
      seen('awaiting_transfer', ['wrong_network', 'wrong_token']),
      ['wrong_token'],
    ],
    ['of late money that is left', seen('expired'), seen('expired', ['late'], 5n), ['late']],
    [
      'of a part when time is up',
      seen('awaiting_transfer', ['underpaid'], 5n),
      seen('expired', ['underpaid'], 5n),
      ['underpaid'],
    ],
  ])('%s', (_name, before, after, attention) => expect(attentionFor(before, after)).toEqual(attention))
})

describe('nobody is told', () => {
  test.each([
    ['twice', seen('expired', ['late'], 5n), seen('expired', ['late'], 9n)],
    ['of late money that was taken', seen('expired'), seen('detected', ['late'], 5n)],
    [
      'of a part while there is time',
      seen('awaiting_transfer'),
      seen('awaiting_transfer', ['underpaid'], 5n),
    ],
    ['of a quote that ran out', seen('awaiting_transfer'), seen('expired')],
  ])('%s', (_name, before, after) => expect(attentionFor(before, after)).toEqual([]))
})
