import type { WeekProof } from '@shipminer/contract/power/proof'
import { litresOf } from '@shipminer/domain/generator/proof/fuel'
import { dateFormat } from '@shipminer/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { shownDay } from '../../../lib/format/shown-zone.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { Euro, Sat } from '../../../ui/values/money.tsx'
import { Value } from '../../../ui/values/value.tsx'
import { fetchProofPdf, proofQuery } from '../api/week-proof.ts'
import { proofWeeks } from '../lib/proof-weeks.ts'
import styles from './power.module.css'

/** A week of following the generator: how fast the boxes gave way, and what it brought and cost. */
export function WeeklyProof({ shipId }: { shipId: string }) {
  const { t } = useTranslation('proof')
  const language = useLanguage()
  const [weeks] = useState(() => proofWeeks(shownDay(Date.now())))
  const [day, setDay] = useState(weeks[1] ?? '')
  const { data, isError, refetch } = useQuery(proofQuery(shipId, day))
  const { isBusy, message, run } = useTask()
  const name = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const getPdf = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchProofPdf(shipId, day, language)
      if (!savePdf(filename, pdfBase64)) throw new Error(t('broken'))
      return t('saved', { name: filename })
    })
  return (
    <section className={layout.section} aria-labelledby="proof-title">
      <h2 id="proof-title" className={text.title}>
        {t('title')}
      </h2>
      <p className={text.note}>{t('lead')}</p>
      <div className={styles.week}>
        <SelectField
          label={t('week')}
          value={day}
          onChange={setDay}
          options={weeks.map((value) => ({ value, label: name.format(Date.parse(value)) }))}
        />
      </div>
      {!data && isError && <ErrorState message={t('failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading />}
      {data && (data.recordedSeconds === 0 ? <Notice>{t('none')}</Notice> : <Figures proof={data} />)}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {data && data.recordedSeconds > 0 && (
        <>
          <p className={text.note}>{t('method')}</p>
          <div className={layout.actions}>
            <Button onClick={() => void getPdf()} disabled={isBusy}>
              {t(isBusy ? 'getting' : 'pdf')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function Figures({ proof }: { proof: WeekProof }) {
  const { t } = useTranslation('proof')
  const language = useLanguage()
  const number = (value: number) => formatNumber(language, value)
  const seconds = (ms: number) => `${formatNumber(language, ms / 1_000, 1)}\u00a0s`
  const kwh = (wh: number) => `${formatNumber(language, wh / 1_000, 1)}\u00a0kWh`
  const { spareWh, usedWh } = proof
  return (
    <>
      {proof.isRunning && <Notice>{t('running')}</Notice>}
      <List title={t('giveWay')} isDense>
        <Line name={t('measured')}>
          {t('measuredOf', {
            hours: formatNumber(language, proof.recordedSeconds / 3_600, 1),
            of: formatNumber(language, proof.pastSeconds / 3_600, 1),
          })}
        </Line>
        <Line name={t('asked')}>
          <Value of={proof.asked}>{number}</Value>
        </Line>
        <Line name={t('answered')}>{number(proof.measured)}</Line>
        <Line name={t('worst')}>
          <Value of={proof.worstMs}>{seconds}</Value>
        </Line>
        <Line name={t('median')}>
          <Value of={proof.medianMs}>{seconds}</Value>
        </Line>
        <Line name={t('overLimit')}>
          <Value of={proof.overLimitMs}>{seconds}</Value>
        </Line>
        <Line name={t('overCapacity')}>
          <Value of={proof.overCapacityMs}>{seconds}</Value>
        </Line>
        <Line name={t('contactor')}>
          <Value of={proof.contactorOpenings}>{number}</Value>
        </Line>
        <Line name={t('disobedient')}>
          <Value of={proof.disobedient}>{number}</Value>
        </Line>
        <Line name={t('lost')}>
          <Value of={proof.readingsLost}>{number}</Value>
        </Line>
      </List>
      <List title={t('energy')}>
        <Line name={t('spare')}>
          <Value of={spareWh}>{kwh}</Value>
        </Line>
        <Line name={t('used')}>
          <Value of={usedWh}>
            {(used) =>
              spareWh === null || spareWh === 0
                ? kwh(used)
                : t('usedOf', { kwh: kwh(used), share: formatPercent(language, used / spareWh, 1) })
            }
          </Value>
        </Line>
      </List>
      <List title={t('money')} isDense>
        <Line name={t('earned')}>
          <Sat sat={proof.earnedSat} />
        </Line>
        <Line name={t('lostSat')}>
          <Sat sat={proof.lostSat} />
        </Line>
        <Line name={t('fuelCost')}>
          <Euro cents={proof.fuelCents} />
        </Line>
        <Line name={t('fuel')}>
          <Value of={proof.fuelGrams}>
            {(grams) => `${formatNumber(language, litresOf(grams), 1)}\u00a0l`}
          </Value>
        </Line>
        <Line name={t('co2')}>
          <Value of={proof.co2Grams}>
            {(grams) => `${formatNumber(language, grams / 1_000, 1)}\u00a0kg`}
          </Value>
        </Line>
        <Line name={t('held')}>{formatNumber(language, proof.heldSeconds / 3_600, 1)}</Line>
      </List>
    </>
  )
}

function List({
  title,
  isDense = false,
  children,
}: {
  title: string
  /** Its figures are short enough for two columns on a phone. */
  isDense?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.report}>
      <h3 className={text.sub}>{title}</h3>
      <dl className={isDense ? styles.figures : undefined}>{children}</dl>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
