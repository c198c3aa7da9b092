import type { StoredCommissioningReport } from '@shipminer/contract/power/commissioning'
import {
  type CommissioningResults,
  commissioningSteps,
  isStep,
  notCovered,
} from '@shipminer/domain/generator/commissioning/commissioning'
import {
  type Finding,
  findingsOf,
  phraseFinding,
} from '@shipminer/domain/generator/commissioning/commissioning-findings'
import { describeMeter } from '@shipminer/domain/generator/load/meter-identity'
import { isReserveEnough } from '@shipminer/domain/generator/plan/reserve'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { Fold } from '../../../ui/panels/fold.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Value } from '../../../ui/values/value.tsx'
import { commissioningQuery, fetchCommissioningPdf } from '../api/commissioning.ts'
import styles from './power.module.css'

/** What the checks on board measured: the newest report whole, earlier ones to open. */
export function CommissioningReports({ shipId }: { shipId: string }) {
  const { t } = useTranslation('commissioning')
  return (
    <Fold id="commissioning-title" title={t('title')} standing={t('lead')}>
      <Reports shipId={shipId} />
    </Fold>
  )
}

function Reports({ shipId }: { shipId: string }) {
  const { t } = useTranslation('commissioning')
  const { data, isError, refetch } = useQuery(commissioningQuery(shipId))
  if (!data)
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  const [newest, ...earlier] = data.reports
  return (
    <>
      {newest ? <OneReport shipId={shipId} stored={newest} /> : <Notice>{t('none')}</Notice>}
      {earlier.length > 0 && (
        <details>
          <summary>{t('earlier')}</summary>
          {earlier.map((stored) => (
            <OneReport key={stored.id} shipId={shipId} stored={stored} />
          ))}
        </details>
      )}
    </>
  )
}

function OneReport({ shipId, stored }: { shipId: string; stored: StoredCommissioningReport }) {
  const { t } = useTranslation('commissioning')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const { report, controllerName, id } = stored
  const results = report.results as CommissioningResults
  const meter = report.meter ? describeMeter(report.meter, (part) => t(`meter.${part}`)) : null
  const kw = (value: number) => `${formatNumber(language, value, 1)}\u00a0kW`
  const words = useFindingWords(kw)
  const getPdf = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchCommissioningPdf(shipId, id, language)
      if (!savePdf(filename, pdfBase64)) throw new Error(t('broken'))
      return t('saved', { name: filename })
    })
  const getJson = () =>
    saveFile(
      `commissioning-${report.controllerId.replaceAll(/[^\w.-]+/g, '-')}.json`,
      'application/json',
      JSON.stringify(report, null, 2),
    )
  return (
    <article className={styles.report}>
      <h3 className={text.sub}>
        {controllerName}
        {report.finishedAt !== null && ` · ${formatDateTime(language, report.finishedAt)}`}
      </h3>
      <dl>
        <div>
          <dt>{t('reserveSet')}</dt>
          <dd>
            <Value of={report.reserveKw}>{kw}</Value>
          </dd>
        </div>
        <div>
          <dt>{t('reserveNeeded')}</dt>
          <dd>
            <Value of={report.requiredReserveKw}>{kw}</Value>
          </dd>
        </div>
        <div>
          <dt>{t('largestStep')}</dt>
          <dd>
            <Value of={report.largestStepKw}>{kw}</Value>
          </dd>
        </div>
        {meter !== null && (
          <div>
            <dt>{t('meter')}</dt>
            <dd>{meter}</dd>
          </div>
        )}
        <div>
          <dt>{t('received')}</dt>
          <dd>{formatDateTime(language, stored.receivedAt)}</dd>
        </div>
      </dl>
      <p className={text.note}>
        {t(`reserve.${isReserveEnough(report.reserveKw, report.requiredReserveKw)}`)}
      </p>
      <h4 className={text.sub}>{t('steps')}</h4>
      <ol className={`${lists.entries} ${styles.events}`}>
        {commissioningSteps.map((step) => {
          const result = results[step]
          return (
            <li key={step}>
              <strong>
                {t(`step.${step}`)}: {t(`outcome.${result?.outcome ?? 'missing'}`)}
              </strong>
              {result && <span>{findingsOf(result).map(words).join('; ')}</span>}
            </li>
          )
        })}
      </ol>
      <h4 className={text.sub}>{t('notCovered')}</h4>
      <ul className={styles.notCovered}>
        {notCovered(results).map((one) => (
          <li key={one}>{isStep(one) ? t('leavesOpen', { step: t(`step.${one}`) }) : t(`never.${one}`)}</li>
        ))}
      </ul>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        <Button onClick={() => void getPdf()} disabled={isBusy}>
          {t(isBusy ? 'getting' : 'pdf')}
        </Button>
        <Button kind="quiet" onClick={getJson}>
          {t('json')}
        </Button>
      </div>
    </article>
  )
}

function useFindingWords(kw: (value: number) => string): (one: Finding) => string {
  const { t } = useTranslation('commissioning')
  const language = useLanguage()
  return (one) =>
    phraseFinding(one, {
      translate: (key, values) => t(key, { replace: values }),
      formatKw: kw,
      formatNumber: (value) => formatNumber(language, value, 1),
    })
}
