import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import type { WalletProblem } from '../lib/wallet-session.ts'

/** Words for what went wrong with a wallet, in the language of the page. */
export function useWalletProblem(): (problem: WalletProblem) => string {
  const { t } = useTranslation('wallet')
  const errorText = useErrorText()
  return (problem) => (problem.code === 'server' ? errorText(problem.error) : t(`problem.${problem.code}`))
}
