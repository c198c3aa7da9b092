import type { Lead } from '@shipminer/contract/desk'
import { isLeadAlive, leadStages } from '@shipminer/domain/lead-stage'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import text from '../../../ui/text.module.css'
import { actOnLead } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'

type Track = Pick<Lead, 'stage'> & { nextContactOn: string; source: string; lostReason: string }

const trackOf = ({ stage, nextContactOn, source, lostReason }: Lead): Track => ({
  stage,
  nextContactOn: nextContactOn ?? '',
  source: source ?? '',
  lostReason: lostReason ?? '',
})

/** How far a lead is, when its sender is to be spoken to next, where it came from, and why it led to nothing. */
export function TrackForm({ lead }: { lead: Lead }) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const id = useId()
  // Only what was changed here is sent: the rest is as the lead has it, which an answer or a colleague may change meanwhile.
  const [changed, setChanged] = useState<Partial<Track>>({})
  const { stage, nextContactOn, source, lostReason } = { ...trackOf(lead), ...changed }
  const change = (part: Partial<Track>) => setChanged((known) => ({ ...known, ...part }))
  const [isReasonMissing, setReasonMissing] = useState(false)
  const isLost = stage === 'lost'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setReasonMissing(isLost && lostReason.trim() === '')
    if (isLost && lostReason.trim() === '') return
    await run(async () => {
      await actOnLead(lead.id, {
        action: 'track',
        ...(changed.stage !== undefined && { stage }),
        ...(changed.nextContactOn !== undefined && { nextContactOn: nextContactOn || null }),
        ...(changed.source !== undefined && { source: source.trim() || null }),
        ...(isLost && changed.lostReason !== undefined && { lostReason: lostReason.trim() }),
      })
      await queries.invalidateQueries({ queryKey: ['desk'] })
      setChanged((now) => (now === changed ? {} : now))
      return t('done')
    })
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={text.sub}>
        {t('leads.track')}
      </h2>
      <SelectField
        label={t('leads.stage')}
        value={stage as string}
        onChange={(value) => change({ stage: leadStages.find((one) => one === value) ?? stage })}
        options={leadStages.map((value) => ({ value: value as string, label: t(`stage.${value}`) }))}
      />
      {isLeadAlive(stage) && (
        <TextField
          label={t('leads.nextContact')}
          hint={t('leads.nextContactHint')}
          type="date"
          value={nextContactOn}
          onChange={(value) => change({ nextContactOn: value })}
          optional
        />
      )}
      {isLost && (
        <TextField
          label={t('leads.lostReason')}
          value={lostReason}
          onChange={(value) => change({ lostReason: value })}
          error={isReasonMissing ? t('leads.lostReasonMissing') : null}
          maxLength={500}
          autoComplete="off"
        />
      )}
      <TextField
        label={t('leads.source')}
        hint={t('leads.sourceHint')}
        value={source}
        onChange={(value) => change({ source: value })}
        maxLength={100}
        autoComplete="off"
        optional
      />
      <TaskNotice message={message} />
      <div>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {t('leads.trackSave')}
        </Button>
      </div>
    </form>
  )
}
