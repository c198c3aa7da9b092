import type { PoolTemplate } from '@shipminer/contract/control/pool-templates'
import { renderPools, type WorkerFacts, type WorkerProblem } from '@shipminer/domain/pools/pool-worker'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { Notice } from '../../../../ui/signs/notice.tsx'
import text from '../../../../ui/text.module.css'
import { poolTemplatesQuery } from '../../api/pool-templates.ts'
import styles from '../control.module.css'

/** One of the templates, to begin with; nothing while there is none. */
export function TemplateChoice({ onPick }: { onPick: (template: PoolTemplate) => void }) {
  const { t } = useTranslation('control')
  const { data, isError } = useQuery(poolTemplatesQuery)
  if (!data && isError) return <p className={text.note}>{t('templates.failed')}</p>
  if (!data || data.length === 0) return null
  return (
    <SelectField
      label={t('templates.from')}
      value=""
      options={[
        { value: '', label: t('templates.choose') },
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => {
        const template = data.find(({ id }) => id === chosen)
        if (template) onPick(template)
      }}
    />
  )
}

/** Why a miner gets no worker of a template, as half a sentence. */
export function useWorkerProblemText(): (problem: WorkerProblem) => string {
  const { t } = useTranslation('control')
  return (problem) => t(`templates.skip.${problem}`)
}

export type TemplateMiner = { id: string; name: string; facts: WorkerFacts }

/** The workers that each miner would get, and who is skipped and why. */
export function TemplatePreview({
  template,
  miners,
}: {
  template: PoolTemplate
  miners: readonly TemplateMiner[]
}) {
  const { t } = useTranslation('control')
  const problemText = useWorkerProblemText()
  const rows = miners.map((miner) => ({ ...miner, made: renderPools(template.pools, miner.facts) }))
  const skipped = rows.filter(({ made }) => !made.ok).length
  return (
    <>
      <ol>
        {template.pools.map(({ url, worker }) => (
          <li key={url + worker}>
            {url}, {worker}
          </li>
        ))}
      </ol>
      {skipped > 0 && <Notice tone="caution">{t('templates.skipped', { count: skipped })}</Notice>}
      <section className={styles.results} aria-label={t('templates.preview')}>
        <ul>
          {rows.map(({ id, name, made }) => (
            <li key={id}>
              <strong>{name}</strong>
              {made.ok ? (
                <span className={styles.worker}>
                  {[...new Set(made.pools.map(({ user }) => user))].join(', ')}
                </span>
              ) : (
                <span className={styles.why}>
                  {t('templates.skippedRow', { reason: problemText(made.reason) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
