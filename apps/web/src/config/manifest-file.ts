import type { Language } from '@shipminer/i18n/languages'

/** File that a device installs the site by: from an owner's page it opens with the dashboard. */
export function manifestFile(isOwnersPage: boolean, language: Language): string {
  return isOwnersPage ? `manifest-owner-${language}.webmanifest` : 'manifest.webmanifest'
}
