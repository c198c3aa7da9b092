import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import styles from './connect-dialog.module.css'

/** A text to copy, also by hand where the browser refuses. */
export function CopyText({ text }: { text: string }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setOutcome(done ? 'copied' : 'failed')
    announce(done ? common('copied') : t('copyFailed'))
  }
  return (
    <div className={styles.copy}>
      <code>{text}</code>
      <Button onClick={copy}>
        {outcome === 'copied' ? common('copied') : outcome === 'failed' ? t('copyFailed') : common('copy')}
      </Button>
    </div>
  )
}
