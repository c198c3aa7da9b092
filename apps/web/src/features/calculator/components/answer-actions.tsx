import { calculationSheetHref, calculatorQuery } from '@shipminer/contract/shop/calculation-sheet'
import { needsQuote } from '@shipminer/domain/calculator/custom-solution'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { Button, ButtonLink, OutLink } from '../../../ui/button.tsx'
import { ByOrders } from '../../../ui/company/by-orders.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { sheetOf } from '../lib/sheet.ts'
import type { Calculator } from '../state/use-calculator.ts'
import { useInputsText } from '../state/use-inputs-text.ts'
import type { SpokenVerdict } from '../state/use-verdict.ts'
import styles from './answer.module.css'
import { MailSheet } from './mail-sheet.tsx'

/** What to do with the answer: talk about it, order it, pass it on, put it on paper. */
export function AnswerActions({ verdict, ...calculator }: Calculator & { verdict: SpokenVerdict }) {
  const { t } = useTranslation('calculator')
  const { form, change } = calculator
  const discuss = useDiscussLink(calculator, verdict)
  if (verdict.kind === 'missing') return null
  if (verdict.kind === 'no-fit') {
    const { instead } = verdict
    return (
      <div className={styles.actions}>
        {instead && (
          <WhileAlive>
            <Button kind="main" onClick={() => change({ product: instead.id, boxes: String(instead.count) })}>
              {t('instead', { name: `${instead.count} × ${productNameOf(instead.id)}` })}
            </Button>
          </WhileAlive>
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
      {!needsQuote(input.numberOfBoxes) && (
        <ByOrders
          open={<ButtonLink to={paths.offerFor(form.product, input.numberOfBoxes)}>{t('offer')}</ButtonLink>}
          closed={null}
        />
      )}
      <PassOn {...calculator} />
    </div>
  )
}

/** What does nothing without scripts. */
function WhileAlive({ children }: { children: ReactNode }) {
  return useIsAlive() ? children : null
}

/** The contact form with this calculation in it. */
export function useDiscussLink(calculator: Calculator, verdict: SpokenVerdict): string {
  const { t } = useTranslation('calculator')
  const inputs = useInputsText(calculator)
  const message = [t('discussMessage'), inputs, verdict.spoken].join('\n\n')
  return `${paths.contactAbout('question', calculator.form.product)}&${new URLSearchParams({ message })}`
}

/** The calculation for later: its sheet as PDF, by mail or to keep, and an address with every input in it. */
function PassOn(calculator: Calculator) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const [address, setAddress] = useState<{ text: string; isCopied: boolean } | null>(null)
  const sheet = sheetOf(calculator.form, calculator.figures)
  const copy = async () => {
    const text = `${location.origin}${paths.calculator}?${calculatorQuery(sheet)}`
    let isCopied = true
    try {
      await navigator.clipboard.writeText(text)
      announce(t('share.copied'))
    } catch {
      isCopied = false
    }
    setAddress({ text, isCopied })
  }
  return (
    <>
      <OutLink href={calculationSheetHref(sheet, language)}>{t('share.pdf')}</OutLink>
      <MailSheet sheet={sheet} />
      <Button className={styles.needsScript} onClick={copy}>
        {t('share.button')}
      </Button>
      {address && (
        <label className={styles.address}>
          <span>{t(address.isCopied ? 'share.copied' : 'share.copyYourself')}</span>
          <input readOnly value={address.text} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  )
}
