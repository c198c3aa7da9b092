import { errorCatalogue, errorCodes } from '@shipminer/contract/errors'
import english from '@shipminer/i18n/locales/en/errors.json'
import dutch from '@shipminer/i18n/locales/nl/errors.json'
import { createInstance, type TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { ApiError, unknownErrorMessage } from './api-error.ts'
import { errorText } from './error-text.ts'

async function words(texts: Record<string, string>): Promise<TFunction<'errors'>> {
  const instance = createInstance()
  await instance.init({
    lng: 'nl',
    resources: { nl: { errors: texts } },
    ns: ['errors'],
    keySeparator: false,
    interpolation: { escapeValue: false },
  })
  return instance.getFixedT('nl', 'errors')
}

test('the words of an unknown error are those of the catalogue', () => {
  expect(unknownErrorMessage).toBe(errorCatalogue['internal-error'].message)
})

test('every error of the product has words, the English ones to the letter', () => {
  for (const code of errorCodes) {
    expect(english[code], code).toBe(errorCatalogue[code].message)
    expect(dutch[code], code).toBeTruthy()
  }
})

test.each([
  [
    { status: 404, code: 'claim-key-not-found', message: 'Claim key not found.' },
    'Deze claimsleutel is niet gevonden.',
  ],
  [
    { status: 0, code: 'network', message: 'x' },
    'Netwerkfout. Controleer uw verbinding en probeer het opnieuw.',
  ],
  [
    { status: 500, code: null, message: 'Request failed with status 500' },
    'Het verzoek is mislukt (status 500)',
  ],
  [
    { status: 401, code: null, message: 'Authentication required (401)' },
    'U moet hiervoor zijn ingelogd (401)',
  ],
  [{ status: 400, code: null, message: 'Words of a proxy' }, 'Words of a proxy'],
  [{ status: 400, code: 'code-of-tomorrow', message: 'Something new' }, 'Something new'],
])('%o', async (fault, text) => {
  expect(errorText(await words(dutch), new ApiError(fault))).toBe(text)
})

test('whatever else is thrown has words too', async () => {
  expect(errorText(await words(dutch), undefined)).toBe('Er is een onbekende fout opgetreden')
})
