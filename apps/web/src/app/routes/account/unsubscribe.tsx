import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../../config/env.ts'
import { unsubscribe } from '../../../features/newsletter/api/unsubscribe.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { FailureText } from '../../../ui/signs/failure-text.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from './mail-link.module.css'

/**
 * Where the personal link of a newsletter, or of a message to who waited, leads. The button is a form that is posted to the link itself: also without scripts, or before
 * they are there, one press unsubscribes.
 */
export function UnsubscribePage() {
  const { t } = useTranslation('newsletter')
  /** Undefined until scripts run, null where the link has none. */
  const [token, setToken] = useState<string | null | undefined>(undefined)
  const [list, setList] = useState<'unsubscribe' | 'waiting'>('unsubscribe')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    setToken(query.get('token') || null)
    if (query.get('list') === 'waiting') setList('waiting')
  }, [])
  const submit = async (event: FormEvent) => {
    if (!token) return
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await unsubscribe(token)
      setDone(true)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="wrap">
      <title>{`${t(`${list}.title`)} · ${productName}`}</title>
      <div className={styles.page}>
        <h1 className={text.pageTitle}>{t(`${list}.title`)}</h1>
        {token === null && <Notice tone="caution">{t('unsubscribe.noToken')}</Notice>}
        {isDone && <Notice tone="good">{t(`${list}.done`)}</Notice>}
        {token !== null && !isDone && (
          <form className={layout.stack} method="post" onSubmit={submit}>
            <p>{t(`${list}.lead`)}</p>
            {error !== null && (
              <Notice tone="error">
                <FailureText error={error} />
              </Notice>
            )}
            <div>
              <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
                {t('unsubscribe.submit')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </div>
  )
}
