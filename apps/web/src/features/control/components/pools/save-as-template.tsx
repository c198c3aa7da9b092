import { maxTemplatePools } from '@shipminer/contract/control/pool-templates'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../../lib/forms/with-proof.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { Notice } from '../../../../ui/signs/notice.tsx'
import { poolTemplatesQuery, savePoolTemplate } from '../../api/pool-templates.ts'
import { type PoolRow, templatePools, templateProblem } from '../../lib/pool-form.ts'
import styles from '../control.module.css'

/** Keeps what is filled in under a name, without passwords. */
export function SaveAsTemplate({ rows, withProof }: { rows: readonly PoolRow[]; withProof: WithProof }) {
  const { t } = useTranslation('control')
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const { isBusy, message, setMessage, run } = useTask()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || name === null) return
    const fail = (text: string) => setMessage({ tone: 'error', text })
    if (name.trim() === '') return fail(t('templates.nameMissing'))
    if (rows.length > maxTemplatePools) return fail(t('templates.tooMany', { most: maxTemplatePools }))
    const problem = rows.map(templateProblem).find((found) => found !== null)
    if (problem) return fail(problem === 'url' ? t('pools.badUrl') : t(`templates.bad.${problem}`))
    void run(async () => {
      const saved = await withProof(() => savePoolTemplate(null, { name, pools: templatePools(rows) }))
      if (saved === null) throw new Error(t('notProven'))
      client.setQueryData(poolTemplatesQuery.queryKey, saved)
      setName(null)
      return t('templates.saved', { name: name.trim() })
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {name === null ? (
        <div>
          <Button kind="quiet" onClick={() => setName('')}>
            {t('templates.saveAs')}
          </Button>
        </div>
      ) : (
        <div className={styles.row}>
          <TextField
            label={t('templates.name')}
            hint={t('templates.saveHint')}
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={setName}
          />
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {t('templates.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
