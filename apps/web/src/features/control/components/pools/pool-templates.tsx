import {
  maxPoolTemplates,
  maxTemplatePools,
  type PoolTemplate,
} from '@shipminer/contract/control/pool-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../../lib/forms/with-proof.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import layout from '../../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../../ui/panels/confirm-dialog.tsx'
import { Loading } from '../../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../../ui/signs/notice.tsx'
import text from '../../../../ui/text.module.css'
import { poolTemplatesQuery, removePoolTemplate, savePoolTemplate } from '../../api/pool-templates.ts'
import { emptyRow, templatePools, templateProblem, templateRows, wrongInput } from '../../lib/pool-form.ts'
import styles from '../control.module.css'
import { AddPool, PoolRows } from './pool-rows.tsx'

/** Templates of pools: to see, make, change and, after a question, delete. */
export function PoolTemplates({ withProof }: { withProof: WithProof }) {
  const { t } = useTranslation('control')
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(poolTemplatesQuery)
  const [editing, setEditing] = useState<PoolTemplate | 'new' | null>(null)
  const [removing, setRemoving] = useState<PoolTemplate | null>(null)
  const { isBusy, message, run } = useTask()
  const show = (templates: PoolTemplate[]) => client.setQueryData(poolTemplatesQuery.queryKey, templates)
  const close = () => setEditing(null)
  const remove = async ({ id, name }: PoolTemplate) => {
    await run(async () => {
      show(await removePoolTemplate(id))
      return t('templates.removed', { name })
    })
    setRemoving(null)
  }
  return (
    <>
      {!data && isError && <ErrorState message={t('templates.failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading inline />}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {data?.length === 0 && editing === null && <p className={text.quiet}>{t('templates.none')}</p>}
      {data?.map((template) =>
        editing !== 'new' && editing?.id === template.id ? (
          <TemplateForm
            key={template.id}
            template={template}
            withProof={withProof}
            onSaved={show}
            onDone={close}
          />
        ) : (
          <div key={template.id} className={styles.template}>
            <div>
              <p className={text.strong}>{template.name}</p>
              {template.pools.map(({ url, worker }) => (
                <p key={url + worker} className={`${text.quiet} ${styles.worker}`}>
                  {url}, {worker}
                </p>
              ))}
            </div>
            <div className={layout.actions}>
              <Button onClick={() => setEditing(template)}>
                {t('templates.edit')}
                <span className="visually-hidden"> {template.name}</span>
              </Button>
              <Button aria-haspopup="dialog" onClick={() => setRemoving(template)}>
                {t('templates.remove')}
                <span className="visually-hidden"> {template.name}</span>
              </Button>
            </div>
          </div>
        ),
      )}
      {editing === 'new' && (
        <TemplateForm template={null} withProof={withProof} onSaved={show} onDone={close} />
      )}
      {data && editing === null && data.length < maxPoolTemplates && (
        <div>
          <Button onClick={() => setEditing('new')}>{t('templates.make')}</Button>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={t('templates.removeTitle', { name: removing.name })}
          confirm={t('templates.remove')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{t('templates.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function TemplateForm({
  template,
  withProof,
  onSaved,
  onDone,
}: {
  template: PoolTemplate | null
  withProof: WithProof
  onSaved: (templates: PoolTemplate[]) => void
  onDone: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const [name, setName] = useState(template?.name ?? '')
  const [rows, setRows] = useState(() => (template ? templateRows(template.pools) : [emptyRow]))
  const [isTried, setTried] = useState(false)
  const { isBusy, message, run } = useTask()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setTried(true)
    const inputs = event.currentTarget.querySelectorAll('input')
    if (name.trim() === '') return inputs[0]?.focus()
    const wrong = wrongInput(rows, templateProblem, 2)
    if (wrong !== null) return inputs[wrong + 1]?.focus()
    void run(async () => {
      const body = { name, pools: templatePools(rows) }
      const saved = await withProof(() => savePoolTemplate(template?.id ?? null, body))
      if (saved === null) throw new Error(t('notProven'))
      onSaved(saved)
      onDone()
      return null
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('templates.name')}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={setName}
        error={isTried && name.trim() === '' ? t('templates.nameMissing') : null}
      />
      <PoolRows
        rows={rows}
        onChange={setRows}
        problemOf={(row) => (isTried ? templateProblem(row) : null)}
        isTemplate
      />
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button type="submit" kind="main" aria-disabled={isBusy || undefined}>
          {t('templates.save')}
        </Button>
        <AddPool rows={rows} most={maxTemplatePools} onChange={setRows} />
        <Button kind="quiet" onClick={onDone}>
          {tCommon('cancel')}
        </Button>
      </div>
    </form>
  )
}
