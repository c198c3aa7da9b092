import { LegalDocument } from '../../../features/legal/components/legal-document.tsx'

export function TermsPage() {
  return <LegalDocument id="terms" />
}

export function PrivacyPage() {
  return <LegalDocument id="privacy" />
}
