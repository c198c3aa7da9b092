import type { ErrorCode } from '@shipminer/contract/errors'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ApiError, toApiError, unknownErrorMessage } from './api-error.ts'

/** Words for an error in the language of `t`: by its code, else by its kind, else the server's own English words. */
export function errorText(t: TFunction<'errors'>, thrown: unknown): string {
  const error: ApiError = toApiError(thrown)
  const words =
    error.code !== null && /^[a-z-]{1,60}$/.test(error.code)
      ? t(error.code as ErrorCode, { defaultValue: '' })
      : ''
  if (words !== '' && error.roles.length > 0) {
    const names = error.roles.map((role) => t(`role.${role}` as 'role.owner', { defaultValue: role }))
    return t('generic.roles', { words, roles: names.join(', ') })
  }
  if (words !== '') return words
  if (error.message === `Authentication required (${error.status})`) {
    return t('generic.authentication', { status: error.status })
  }
  if (error.message === `Request failed with status ${error.status}`)
    return t('generic.status', { status: error.status })
  if (error.message === unknownErrorMessage) return t('internal-error')
  return error.message
}

/** `errorText` for a component. */
export function useErrorText(): (thrown: unknown) => string {
  const { t } = useTranslation('errors')
  return (thrown) => errorText(t, thrown)
}
