import { describe, expect, test } from 'vitest'
import { ApiError, errorOfAnswer, toApiError } from './api-error.ts'

describe('errorOfAnswer', () => {
  test('takes message, code and ticket of a failure by contract', () => {
    const body = JSON.stringify({
      success: false,
      error: 'User not found',
      message: 'User not found',
      code: 'user-not-found',
      registrationToken: 'reg_1',
    })
    expect(errorOfAnswer(404, body)).toMatchObject({
      status: 404,
      code: 'user-not-found',
      message: 'User not found',
      registrationToken: 'reg_1',
    })
  })

  test.each([
    [400, '{"message":"No good"}', 'No good'],
    [400, '{"error":"Bad"}', 'Bad'],
    [400, '{"message":"","error":"Bad"}', 'Bad'],
    [400, '{"message":7}', 'Request failed with status 400'],
    [500, '{}', 'Request failed with status 500'],
    [500, '', 'Request failed with status 500'],
    [500, 'null', 'Request failed with status 500'],
    [502, 'upstream down', 'HTTP 502: upstream down'],
    [502, '<html><body>Bad gateway</body></html>', 'Request failed with status 502'],
    [401, '', 'Authentication required (401)'],
    [403, '{}', 'Authentication required (403)'],
    [401, 'nope', 'Authentication required (401)'],
  ])('%i with %s says %s', (status, body, message) => {
    expect(errorOfAnswer(status, body)).toMatchObject({ status, code: null, message })
  })
})

describe('toApiError', () => {
  test('keeps what it is, wraps what it is not', () => {
    const error = new ApiError({ status: 418, code: null, message: 'tea' })
    expect(toApiError(error)).toBe(error)
    expect(toApiError(new Error('boom')).message).toBe('boom')
    expect(toApiError('?').message).toBe('Unknown error occurred')
    expect(toApiError(new Error('')).message).toBe('Unknown error occurred')
  })
})
