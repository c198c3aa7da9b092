import type { FaultMessage } from '@shipminer/contract/shop/service'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import text from '../../../ui/text.module.css'
import styles from './service.module.css'

/** What was written about a report, oldest first. */
export function Thread({ messages, side }: { messages: readonly FaultMessage[]; side: 'owner' | 'desk' }) {
  const { t } = useTranslation('service')
  const language = useLanguage()
  const who = ({ by, author }: FaultMessage) => {
    if (by === 'owner') return side === 'owner' ? t('thread.you') : `${author}, ${t('thread.owner')}`
    return `${author}, ${t('thread.desk')}`
  }
  return (
    <section className={styles.stack} aria-labelledby="service-thread">
      <h2 id="service-thread" className={text.plainSub}>
        {t('thread')}
      </h2>
      <ol className={styles.thread}>
        {messages.map((message) => (
          <li key={message.id} data-by={message.by} data-kind={message.kind}>
            <span className={text.small}>
              {who(message)} · {formatDateTime(language, message.at)}
            </span>
            {message.kind !== 'message' && <span className={text.strong}>{t(`thread.${message.kind}`)}</span>}
            {message.text !== null && <p className={text.lines}>{message.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
