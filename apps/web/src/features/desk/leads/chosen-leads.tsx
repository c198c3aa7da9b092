import type { Lead } from '@shipminer/contract/desk'
import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import { isLeadAlive } from '@shipminer/domain/lead-stage'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { actOnLead, exportLeads } from '../api/desk.ts'
import { DialogForm } from '../components/dialog-form.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { isQuestion } from '../lib/leads/lead-age.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import type { useChosen } from '../table/use-chosen.ts'

/** What can be done with several leads at once, each for those of them that it fits. */
export function ChosenLeads({ chosen }: { chosen: ReturnType<typeof useChosen<Lead>> }) {
  const { t } = useTranslation('desk')
  const { rows, doWith, isBusy } = chosen
  const [open, setOpen] = useState<'close' | 'next' | null>(null)
  const unanswered = rows.filter(({ handledAt }) => handledAt === null)
  const alive = rows.filter((lead) => isQuestion(lead) && isLeadAlive(lead.stage))
  const busy = { 'aria-disabled': isBusy || undefined }
  return (
    <>
      <SelectionBar count={rows.length} sum={null} onClear={chosen.clear}>
        {unanswered.length > 0 && (
          <Button
            {...busy}
            onClick={() => void doWith(unanswered, ({ id }) => actOnLead(id, { action: 'assign' }))}
          >
            {t('leads.takeChosen', { number: unanswered.length })}
          </Button>
        )}
        {alive.length > 0 && (
          <Button {...busy} aria-haspopup="dialog" onClick={() => setOpen('next')}>
            {t('leads.nextChosen', { number: alive.length })}
          </Button>
        )}
        {unanswered.length > 0 && (
          <Button {...busy} aria-haspopup="dialog" onClick={() => setOpen('close')}>
            {t('leads.closeChosen', { number: unanswered.length })}
          </Button>
        )}
        <CsvButton
          name="leads"
          call={deskExportEndpoints.deskLeadsExport}
          make={() => exportLeads({ ids: rows.map(({ id }) => id) })}
        />
      </SelectionBar>
      {open === 'close' && (
        <ReasonDialog
          title={t('leads.closeChosen', { number: unanswered.length })}
          text={t('leads.closeChosenText', { count: unanswered.length })}
          confirm={t('leads.close')}
          act={(lostReason) => doWith(unanswered, ({ id }) => actOnLead(id, { action: 'close', lostReason }))}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'next' && (
        <NextContactDialog
          count={alive.length}
          save={(nextContactOn) =>
            doWith(alive, ({ id }) => actOnLead(id, { action: 'track', nextContactOn }))
          }
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function NextContactDialog({
  count,
  save,
  onClose,
}: {
  count: number
  /** Null: nothing is agreed any more. */
  save: (on: string | null) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('desk')
  const [on, setOn] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await save(on || null)
    onClose()
  }
  return (
    <DialogForm
      title={t('leads.nextChosen', { number: count })}
      submit={{ label: t('leads.trackSave'), run: submit }}
      task={{ isBusy, message: null }}
      onClose={onClose}
    >
      <TextField
        label={t('leads.nextContact')}
        hint={t('leads.nextChosenHint')}
        type="date"
        value={on}
        onChange={setOn}
        optional
      />
    </DialogForm>
  )
}
