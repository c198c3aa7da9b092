import type { PayoutDifference, PayoutRun, PayoutSetup } from '@shipminer/contract/desk/payouts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { importPayout } from './api/payouts.ts'

/** Takes the signed transaction back, and sends it if wanted. Of a run that was sent it is the one with a higher fee. */
export function RunImport({ run, setup }: { run: PayoutRun; setup: PayoutSetup }) {
  const { t } = useTranslation('desk-payouts')
  const language = useLanguage()
  const queries = useQueryClient()
  const { isBusy, message, run: perform } = useTask()
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [sends, setSends] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [differences, setDifferences] = useState<readonly PayoutDifference[]>([])
  const isReplacement = run.txid !== null
  const amount = (sat: number) => joinQuantity(formatSat(language, sat))

  const take = async () => {
    setAsking(false)
    setDifferences([])
    await perform(async () => {
      const answer = await importPayout(run.id, text.trim(), sends)
      if (answer.outcome === 'differs') setDifferences(answer.differences)
      else announce(t('import.done'))
      return null
    })
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim().length < 64)
    if (text.trim().length < 64 || isBusy) return
    if (sends) setAsking(true)
    else void take()
  }
  return (
    <section className={styles.card} aria-labelledby="payout-import">
      <h2 id="payout-import" className={styles.heading}>
        {t(isReplacement ? 'import.replaceTitle' : 'import.title')}
      </h2>
      {isReplacement && <p>{t('import.replaceText')}</p>}
      {setup.fourEyes && <p>{t('import.fourEyes', { name: run.createdBy })}</p>}
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextArea
          label={t('import.field')}
          hint={t('import.hint')}
          value={text}
          onChange={setText}
          error={isEmpty ? t('import.empty') : null}
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
        {setup.source !== null && (
          <Check checked={sends} onChange={setSends}>
            {t('import.sendCheck', { source: setup.source })}
          </Check>
        )}
        <TaskNotice message={message} />
        {differences.length > 0 && (
          <Notice tone="error" title={t('import.differs')}>
            <ul>
              {differences.map(({ name, address, amountSat, foundSat }) => (
                <li key={`${address} ${amountSat} ${foundSat}`} className={textStyles.lines}>
                  {t('import.line', {
                    name,
                    address,
                    wanted: amount(amountSat),
                    found: foundSat === null ? t('import.nothing') : amount(foundSat),
                  })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className={layout.actions}>
          <Button
            kind={run.state === 'exported' ? 'main' : 'plain'}
            type="submit"
            aria-disabled={isBusy || undefined}
          >
            {t(sends ? 'import.send' : 'import.submit')}
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={t('import.sendTitle')}
          confirm={t('import.send')}
          onConfirm={() => void take()}
          onClose={() => setAsking(false)}
        >
          <p>{t('import.sendText', { total: amount(run.totalSat) })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
