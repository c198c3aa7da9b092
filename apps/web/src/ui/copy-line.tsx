import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './copy-line.module.css'
import { announce } from './signs/live-region.tsx'
import textStyles from './text.module.css'

/**
 * A named text to take along. `text` is what is copied, `shown` how it reads. Where the browser refuses to copy, the text is selected,
 * so that a person can.
 */
export function CopyLine({
  label,
  text,
  shown,
  mono = false,
}: {
  label: string
  text: string
  shown?: ReactNode
  mono?: boolean
}) {
  const { t } = useTranslation()
  const value = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async () => {
    const isDone = await writeClipboard(text)
    if (isDone) setCopied(text)
    else if (value.current) getSelection()?.selectAllChildren(value.current)
    announce(isDone ? t('copiedWhat', { what: label }) : t('copyFailed'))
  }
  const word = t(copied === text ? 'copied' : 'copy')
  return (
    <div className={styles.line}>
      <dt className={textStyles.small}>{label}</dt>
      <dd className={styles.value}>
        <span ref={value} className={mono ? styles.mono : undefined}>
          {shown ?? text}
        </span>
        <Button onClick={copy} aria-label={`${word}: ${label}`}>
          {word}
        </Button>
      </dd>
    </div>
  )
}

/** Absent without TLS, refused without permission. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
