import type { FirmwareFile, FirmwareMiner } from '@shipminer/contract/control/firmware-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { Check } from '../../../ui/forms/check.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { startFirmware } from '../api/firmware.ts'
import { listTargets } from '../lib/series-view.ts'
import styles from './firmware.module.css'

/** Which miners get a file, and what may come of it. `only`: chosen at the beginning, as for the way back. */
export function InstallDialog({
  file,
  miners,
  only,
  withProof,
  onStarted,
  onClose,
}: {
  file: FirmwareFile
  miners: readonly FirmwareMiner[]
  only: readonly string[]
  withProof: WithProof
  onStarted: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('firmware')
  const { t: tControl } = useTranslation('control')
  const { isBusy, message, run, setMessage } = useTask()
  const boxes = listTargets(miners, file)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(only))
  const [isUnderstood, setUnderstood] = useState(false)
  const box = boxes.find(({ miners: own }) => own.some(({ id }) => chosen.has(id)))

  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(chosen)
    if (isIn) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const start = () => {
    if (chosen.size === 0) return setMessage({ tone: 'error', text: t('install.none') })
    if (!isUnderstood) return setMessage({ tone: 'error', text: t('install.notUnderstood') })
    void run(async () => {
      const started = await withProof(() => startFirmware(file.sha256, [...chosen]))
      if (started === null) throw new Error(tControl('notProven'))
      onStarted()
      return null
    })
  }

  return (
    <ConfirmDialog
      title={t('install.title', { version: file.version })}
      confirm={t('install.confirm')}
      isDanger
      isBusy={isBusy}
      onConfirm={start}
      onClose={onClose}
    >
      <Notice tone="caution" title={t('install.warnTitle')}>
        <ul className={styles.warnings}>
          <li>{t('install.warnOne')}</li>
          <li>{t('install.warnPower')}</li>
          <li>{t('install.warnBrick')}</li>
        </ul>
      </Notice>
      {boxes.length === 0 && <p>{t('install.noMiners', { model: file.model })}</p>}
      {boxes.map(({ controllerId, miners: own }) => (
        <fieldset
          key={controllerId}
          className={styles.choices}
          disabled={box !== undefined && box.controllerId !== controllerId}
        >
          <legend className={textStyles.strong}>{t('install.on', { controller: controllerId })}</legend>
          {own.map(({ id, name, version, hasIt }) => (
            <Check key={id} checked={chosen.has(id)} onChange={(isIn) => toggle(id, isIn)}>
              {name}{' '}
              <span className={textStyles.small}>
                {hasIt ? t('install.hasIt') : (version ?? t('unknown'))}
              </span>
            </Check>
          ))}
        </fieldset>
      ))}
      {boxes.length > 1 && <p className={textStyles.small}>{t('install.oneBox')}</p>}
      <Check checked={isUnderstood} onChange={setUnderstood}>
        {t('install.understood')}
      </Check>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
    </ConfirmDialog>
  )
}
