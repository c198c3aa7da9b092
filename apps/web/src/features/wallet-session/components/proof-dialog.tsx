import type { Proof } from '@shipminer/contract/account/profile'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useKeepFocus } from '../../../lib/use-keep-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type ProofRequest, type ProofStep, proveWithWallet, WrongAccountError } from '../lib/prove.ts'
import { signatureProblem } from '../lib/wallet-session.ts'
import { type WalletAdapter, WalletError } from '../wallets/wallet-adapter.ts'
import { listWallets, subscribeWallets } from '../wallets/wallets.ts'
import styles from './connect-dialog.module.css'
import { Waiting } from './connect-progress.tsx'
import { useWalletProblem } from './use-wallet-problem.ts'
import { InstalledWallet } from './wallet-row.tsx'

const stepWords = { connecting: 'connecting', fetching: 'fetchingMessage', signing: 'signing' } as const

/** Asks for a wallet's signature, or for the password where that is enough. */
export function ProofDialog({
  request,
  onDone,
}: {
  request: ProofRequest
  onDone: (proof: Proof | null) => void
}) {
  const { t } = useTranslation('wallet')
  const { t: errors } = useTranslation('errors')
  const { t: common } = useTranslation()
  const errorText = useErrorText()
  const problemText = useWalletProblem()
  const installed = useSyncExternalStore(subscribeWallets, listWallets)
  const [signing, setSigning] = useState<WalletAdapter | null>(null)
  const [step, setStep] = useState<ProofStep>('connecting')
  const [failure, setFailure] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const attempt = useRef(0)
  const stack = useKeepFocus<HTMLDivElement>(signing)

  const isLinking = request.purpose === 'link-wallet'
  const wallets = installed.filter(
    (wallet) => isLinking || request.wallets.some(({ namespace }) => namespace === wallet.namespace),
  )

  const words = (thrown: unknown): string => {
    if (thrown instanceof WrongAccountError)
      return thrown.kind === 'already-linked' ? t('link.already') : errors('wallet-not-found')
    return thrown instanceof WalletError ? problemText(signatureProblem(thrown)) : errorText(thrown)
  }

  const sign = async (wallet: WalletAdapter) => {
    const own = ++attempt.current
    setSigning(wallet)
    setFailure(null)
    try {
      const proof = await proveWithWallet(wallet, request, (next) => {
        if (own === attempt.current) setStep(next)
      })
      if (own === attempt.current) onDone(proof)
    } catch (thrown) {
      if (own !== attempt.current) return
      setSigning(null)
      setFailure(words(thrown))
    }
  }

  const giveUp = () => {
    attempt.current++
    setSigning(null)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') setFailure(errors('fields-missing'))
    else onDone({ password })
  }

  return (
    <Dialog
      title={t(isLinking ? 'link.title' : 'proof.title')}
      onClose={() => {
        attempt.current++
        onDone(null)
      }}
    >
      <div ref={stack} className={layout.stack}>
        <p>{t(`proof.${request.purpose}`)}</p>
        {failure && <Notice tone="error">{failure}</Notice>}
        {signing ? (
          <>
            <Waiting isRemote={signing.isRemote ?? false} />
            <p>{t(stepWords[step], { wallet: signing.name })}</p>
            <Button onClick={giveUp}>{common('cancel')}</Button>
          </>
        ) : (
          <>
            {wallets.length > 0 ? (
              <ul className={styles.list} aria-label={t('proof.wallets')}>
                {wallets.map((wallet) => (
                  <InstalledWallet key={wallet.id} wallet={wallet} onChoose={sign} />
                ))}
              </ul>
            ) : (
              <p className={styles.none}>{t(isLinking ? 'noneTitle' : 'proof.noWallets')}</p>
            )}
            {!isLinking && request.hasPassword && (
              <form className={layout.stack} onSubmit={submit} noValidate>
                <TextField
                  label={t(wallets.length > 0 ? 'proof.withPassword' : 'password')}
                  type="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={setPassword}
                />
                <Button type="submit">{t('proof.submit')}</Button>
              </form>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
