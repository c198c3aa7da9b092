import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { type NewKeys, newKeysQuery } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'

/** Keys that were made just now, until someone confirms that they are kept. */
export function NewKeysPanel() {
  const { data } = useQuery(newKeysQuery)
  return data && data.length > 0 ? <Keys batches={data} /> : null
}

function Keys({ batches }: { batches: readonly NewKeys[] }) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  const forget = () => queries.setQueryData<NewKeys[]>(newKeysQuery.queryKey, [])

  useWarnBeforeLeaving(setLeavingTo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there are new keys
  useEffect(() => heading.current?.focus(), [batches])
  return (
    <section className={`${styles.card} ${styles.waits}`} aria-labelledby="desk-keys">
      <h2 id="desk-keys" className={styles.heading} ref={heading} tabIndex={-1}>
        {t('controllers.keys')}
      </h2>
      <p>{t('controllers.once')}</p>
      {batches.map((keys) => (
        <Batch
          key={keys.controllers.map((one) => `${one.controllerId} ${one.claimKey}`).join()}
          keys={keys}
        />
      ))}
      <div>
        <Button onClick={forget}>{t('controllers.kept')}</Button>
      </div>
      {leavingTo !== null && (
        <ConfirmDialog
          title={t('controllers.leave')}
          confirm={t('controllers.leaveYes')}
          isDanger
          onConfirm={() => {
            forget()
            navigate(leavingTo)
          }}
          onClose={() => setLeavingTo(null)}
        >
          <p>{t('controllers.leaveText')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Keys that were made at once, with their cards. */
function Batch({ keys: { controllers, cardsPdfBase64 } }: { keys: NewKeys }) {
  const { t } = useTranslation('desk')
  const { message, run } = useTask()
  const print = () =>
    run(async () => {
      if (cardsPdfBase64 !== null && !savePdf('claim-cards.pdf', cardsPdfBase64))
        throw new Error(t('controllers.cardsBroken'))
      return null
    })
  return (
    <div className={layout.stack}>
      <dl className={layout.stack}>
        {controllers.map(({ controllerId, claimKey, enrolmentToken }) => (
          <Fragment key={controllerId}>
            {claimKey !== null && (
              <CopyLine label={t('controllers.claimKey', { id: controllerId })} text={claimKey} mono />
            )}
            {enrolmentToken !== null && (
              <CopyLine label={t('controllers.token', { id: controllerId })} text={enrolmentToken} mono />
            )}
          </Fragment>
        ))}
      </dl>
      <TaskNotice message={message} />
      {cardsPdfBase64 !== null && (
        <div>
          <Button kind="main" onClick={() => void print()}>
            {t('controllers.cards')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Holds back links of this site and asks before the page is closed or reloaded. Keys live through the browser's back button. */
function useWarnBeforeLeaving(onLeave: (to: string) => void): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.download) return
      if (link.origin !== location.origin) return
      event.preventDefault()
      event.stopPropagation()
      onLeave(link.pathname + link.search + link.hash)
    }
    addEventListener('beforeunload', warn)
    document.addEventListener('click', hold, { capture: true })
    return () => {
      removeEventListener('beforeunload', warn)
      document.removeEventListener('click', hold, { capture: true })
    }
  }, [onLeave])
}
