import type { PoolSetting } from '@shipminer/contract/control'
import type { PoolTemplate } from '@shipminer/contract/control/pool-templates'
import { renderPools, type WorkerFacts } from '@shipminer/domain/pools/pool-worker'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../../lib/forms/with-proof.ts'
import { Button } from '../../../../ui/button.tsx'
import layout from '../../../../ui/layout.module.css'
import { Notice } from '../../../../ui/signs/notice.tsx'
import { maxPools, poolProblem, poolRows, poolSettings, wrongInput } from '../../lib/pool-form.ts'
import styles from '../control.module.css'
import { AddPool, PoolRows } from './pool-rows.tsx'
import { SaveAsTemplate } from './save-as-template.tsx'
import { TemplateChoice, useWorkerProblemText } from './template-choice.tsx'

/** Pools in their order, as the device has them to begin with; from a template, and to be kept as one. */
export function PoolEditor({
  pools,
  facts,
  withProof,
  onSubmit,
  onTemplate,
  onClose,
}: {
  pools: readonly { url: string | null; user: string | null }[]
  /** Of the one miner that is set, from which a template fills in the rows. Null: several are set, each with its own worker. */
  facts: WorkerFacts | null
  withProof: WithProof
  onSubmit: (pools: PoolSetting[]) => void
  /** A template was chosen for several miners. */
  onTemplate?: (template: PoolTemplate) => void
  onClose: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const problemText = useWorkerProblemText()
  const [rows, setRows] = useState(() => poolRows(pools))
  const [isTried, setTried] = useState(false)
  const [skipped, setSkipped] = useState<string | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const wrong = wrongInput(rows, poolProblem, 3)
    if (wrong === null) return onSubmit(poolSettings(rows))
    event.currentTarget.querySelectorAll('input')[wrong]?.focus()
  }
  const pick = (template: PoolTemplate) => {
    if (facts === null) return onTemplate?.(template)
    const rendered = renderPools(template.pools, facts)
    setSkipped(rendered.ok ? null : problemText(rendered.reason))
    if (rendered.ok) setRows(poolRows(rendered.pools))
  }

  return (
    <div className={styles.form}>
      <TemplateChoice onPick={pick} />
      {skipped !== null && <Notice tone="caution">{t('templates.notHere', { reason: skipped })}</Notice>}
      <form className={styles.form} onSubmit={submit} noValidate>
        <PoolRows rows={rows} onChange={setRows} problemOf={(row) => (isTried ? poolProblem(row) : null)} />
        <div className={layout.actions}>
          <Button type="submit" kind="main">
            {t('pools.review')}
          </Button>
          <AddPool rows={rows} most={maxPools} onChange={setRows} />
          <Button kind="quiet" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
        </div>
      </form>
      <SaveAsTemplate rows={rows} withProof={withProof} />
    </div>
  )
}
