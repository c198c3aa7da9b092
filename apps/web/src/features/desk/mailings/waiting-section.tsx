import type { WaitingFor } from '@shipminer/contract/desk/mailings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { SendDialog } from './send-dialog.tsx'

/** Who waits for what; one press tells everybody who can order it now. */
export function WaitingSection({ waiting, maySend }: { waiting: readonly WaitingFor[]; maySend: boolean }) {
  const { t } = useTranslation('desk-mailings')
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const canBeNotified = waiting.some(({ isAvailable }) => isAvailable)
  return (
    <section className={styles.section} aria-labelledby="desk-waiting">
      <h2 id="desk-waiting" className={text.sub}>
        {t('waiting.title')}
      </h2>
      {waiting.length === 0 && <p className={text.quiet}>{t('waiting.none')}</p>}
      {waiting.length > 0 && (
        <ul className={styles.list}>
          {waiting.map((one) => (
            <li key={one.product?.id ?? ''} className={styles.row}>
              <WaitingLine one={one} />
            </li>
          ))}
        </ul>
      )}
      {sent !== null && <Notice tone="good">{t('begun', { count: sent })}</Notice>}
      {maySend && canBeNotified && (
        <div>
          <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('waiting.tell')}
          </Button>
        </div>
      )}
      {isOpen && (
        <SendDialog
          title={t('waiting.tell')}
          draft={{ audience: 'waiting' }}
          onSent={(recipients) => {
            setSent(recipients)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function WaitingLine({ one: { product, people, since, isAvailable } }: { one: WaitingFor }) {
  const { t } = useTranslation('desk-mailings')
  const language = useLanguage()
  return (
    <>
      <span className={text.strong}>{product?.name ?? t('waiting.shop')}</span>
      <span>{t('waiting.people', { count: people })}</span>
      <span className={text.small}>{t('waiting.since', { date: formatDate(language, since) })}</span>
      <span className={isAvailable ? '' : text.quiet}>
        {t(isAvailable ? 'waiting.can' : 'waiting.cannot')}
      </span>
    </>
  )
}
