import type { Lead } from '@shipminer/contract/desk'
import { isLeadAlive, leadStages } from '@shipminer/domain/lead-stage'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { actOnLead } from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'

/** How far a lead is, when its sender is to be spoken to next, where it came from, and why it led to nothing. */
export function TrackForm({ lead }: { lead: Lead }) {
  const { t } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  const id = useId()
  // Until another is chosen it is that of the lead, which an answer or a colleague may change meanwhile.
  const [chosen, setChosen] = useState<Lead['stage'] | null>(null)
  const stage = chosen ?? lead.stage
  const [nextContactOn, setNextContactOn] = useState(lead.nextContactOn ?? '')
  const [source, setSource] = useState(lead.source ?? '')
  const [lostReason, setLostReason] = useState(lead.lostReason ?? '')
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
        stage,
        nextContactOn: nextContactOn || null,
        source: source.trim() || null,
        lostReason: isLost ? lostReason.trim() : null,
      })
      await queries.invalidateQueries({ queryKey: ['desk'] })
      setChosen(null)
      return t('done')
    })
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('leads.track')}</h3>
      <SelectField
        label={t('leads.stage')}
        value={stage as string}
        onChange={(value) => setChosen(leadStages.find((one) => one === value) ?? stage)}
        options={leadStages.map((value) => ({ value: value as string, label: t(`stage.${value}`) }))}
      />
      {isLeadAlive(stage) && (
        <TextField
          label={t('leads.nextContact')}
          hint={t('leads.nextContactHint')}
          type="date"
          value={nextContactOn}
          onChange={setNextContactOn}
          optional
        />
      )}
      {isLost && (
        <TextField
          label={t('leads.lostReason')}
          value={lostReason}
          onChange={setLostReason}
          error={isReasonMissing ? t('leads.lostReasonMissing') : null}
          maxLength={500}
          autoComplete="off"
        />
      )}
      <TextField
        label={t('leads.source')}
        hint={t('leads.sourceHint')}
        value={source}
        onChange={setSource}
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
