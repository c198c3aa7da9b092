import { needsQuote } from '@shipminer/domain/custom-solution'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { productNameOf } from '../../../lib/product-names.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { Button, ButtonLink, OutLink } from '../../../ui/button.tsx'
import { ByOrders } from '../../../ui/by-orders.tsx'
import { announce } from '../../../ui/live-region.tsx'
import { shareQuery } from '../lib/calculator-form.ts'
import type { Calculator } from '../state/use-calculator.ts'
import { useInputsText } from '../state/use-inputs-text.ts'
import type { Verdict } from '../state/use-verdict.ts'
import styles from './answer.module.css'

/** What to do with the answer: talk about it, order it, pass it on, put it on paper. */
export function AnswerActions({ verdict, ...calculator }: Calculator & { verdict: Verdict }) {
  const { t } = useTranslation('calculator')
  const isAlive = useIsAlive()
  const { form, change } = calculator
  const discuss = useDiscussLink(calculator, verdict)
  if (verdict.kind === 'missing') return null
  if (verdict.kind === 'no-fit') {
    const { instead } = verdict
    return (
      <div className={styles.actions}>
        {instead && isAlive && (
          <Button kind="main" onClick={() => change({ product: instead.id, boxes: String(instead.count) })}>
            {t('instead', { name: `${instead.count} × ${productNameOf(instead.id)}` })}
          </Button>
        )}
        <ButtonLink to={discuss} kind={instead ? 'plain' : 'main'}>
          {t('measure')}
        </ButtonLink>
      </div>
    )
  }
  const { input } = calculator.figures
  return (
    <div className={styles.actions}>
      <ButtonLink to={discuss} kind="main">
        {t('discuss')}
      </ButtonLink>
      {!needsQuote(input.numberOfBoxes) && (
        <ButtonLink to={paths.buyProduct(form.product, input.numberOfBoxes)}>
          <ByOrders open={t('order')} closed={t('orderWait')} />
        </ButtonLink>
      )}
      {isAlive && <PassOn {...calculator} verdict={verdict} />}
    </div>
  )
}

/** The contact form with this calculation in it. */
export function useDiscussLink(calculator: Calculator, verdict: Verdict): string {
  const { t } = useTranslation('calculator')
  const inputs = useInputsText(calculator)
  const message = [t('discussMessage'), inputs, verdict.spoken].join('\n\n')
  return `${paths.contactAbout('question', calculator.form.product)}&${new URLSearchParams({ message })}`
}

/** An address with every input in it: copied, mailed to oneself; and a sheet of paper. */
function PassOn({ verdict, ...calculator }: Calculator & { verdict: Verdict }) {
  const { t } = useTranslation('calculator')
  const [address, setAddress] = useState<{ text: string; isCopied: boolean } | null>(null)
  const inputs = useInputsText(calculator)
  const { form, figures } = calculator
  const { difficulty, blockHeight, feesSatPerBlock, centsPerBtc } = figures.input
  const text = `${location.origin}${paths.calculator}?${shareQuery(form, {
    centsPerBtc,
    network: { difficulty, blockHeight, feesSatPerBlock, at: figures.network.observedAt },
  })}`
  const copy = async () => {
    let isCopied = true
    try {
      await navigator.clipboard.writeText(text)
      announce(t('share.copied'))
    } catch {
      isCopied = false
    }
    setAddress({ text, isCopied })
  }
  const mail = `mailto:?${new URLSearchParams({
    subject: t('share.mailSubject', { name: productNameOf(form.product) }),
    body: [inputs, verdict.spoken, text].join('\n\n'),
  })
    .toString()
    .replaceAll('+', '%20')}`
  return (
    <>
      <OutLink href={mail}>{t('share.mail')}</OutLink>
      <Button onClick={copy}>{t('share.button')}</Button>
      <Button onClick={() => print()}>{t('share.print')}</Button>
      {address && (
        <label className={styles.address}>
          <span>{t(address.isCopied ? 'share.copied' : 'share.copyYourself')}</span>
          <input readOnly value={address.text} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  )
}
