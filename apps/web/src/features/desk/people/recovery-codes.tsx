import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { makeRecoveryCodes, recoveryCodesQuery } from './people-queries.ts'

/** How many codes for a lost authenticator are left, and new ones, shown once. */
export function RecoveryCodes() {
  const { t } = useTranslation('desk-people')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useQuery(recoveryCodesQuery)
  const { isBusy, message, run } = useTask()
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = () =>
    run(async () => {
      setCodes(await makeRecoveryCodes())
      await queries.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey })
      return null
    })
  if (!data) return null
  return (
    <div className={styles.stack}>
      <p className={data.left === 0 ? text.late : undefined}>
        {data.madeAt === null
          ? t('recovery.none')
          : t('recovery.left', { count: data.left, date: formatDate(language, data.madeAt) })}
      </p>
      <p className={text.small}>{t('recovery.text')}</p>
      <TaskNotice message={message} />
      <div>
        <Button onClick={() => void make()} aria-disabled={isBusy || undefined}>
          {t(data.madeAt === null ? 'recovery.make' : 'recovery.renew')}
        </Button>
      </div>
      {codes && (
        <Dialog title={t('recovery.title')} onClose={() => setCodes(null)}>
          <div className={styles.stack}>
            <p>{t('recovery.once')}</p>
            <CopyLine
              label={t('recovery.title')}
              text={codes.join('\n')}
              shown={codes.map((code) => (
                <span key={code}>
                  {code}
                  <br />
                </span>
              ))}
              mono
            />
            <div>
              <Button kind="main" onClick={() => setCodes(null)}>
                {common('close')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  )
}
