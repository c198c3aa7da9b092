import type { FirmwareFile, FirmwareMiner } from '@shipminer/contract/control/firmware-calls'
import { mostFirmwareBytes } from '@shipminer/domain/firmware/families'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatPercent, formatTyped } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame, TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { deleteFirmware, uploadFirmware } from '../api/firmware.ts'
import { listModels, type Model } from '../lib/series-view.ts'
import styles from './firmware.module.css'

const mebibyte = 1024 * 1024

/** The files of an owner, and the form that uploads another. `onInstall` begins to install one. */
export function FirmwareFiles({
  files,
  miners,
  usedBytes,
  mostBytes,
  onChanged,
  onInstall,
}: {
  files: readonly FirmwareFile[]
  miners: readonly FirmwareMiner[]
  usedBytes: number
  mostBytes: number
  onChanged: () => void
  onInstall: (file: FirmwareFile) => void
}) {
  const { t } = useTranslation('firmware')
  const language = useLanguage()
  const models = listModels(miners)
  const size = (bytes: number) => t('megabytes', { size: formatTyped(language, Math.ceil(bytes / mebibyte)) })
  return (
    <section className={layout.section} aria-labelledby="firmware-files">
      <h2 id="firmware-files" className={textStyles.title}>
        {t('files')}
      </h2>
      {files.length === 0 && <p className={textStyles.quiet}>{t('files.none')}</p>}
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <OneFile
              key={file.sha256}
              file={file}
              size={size(file.bytes)}
              onChanged={onChanged}
              onInstall={() => onInstall(file)}
            />
          ))}
        </ul>
      )}
      <p className={textStyles.small}>{t('files.room', { used: size(usedBytes), most: size(mostBytes) })}</p>
      {models.length > 0 && <UploadForm models={models} onChanged={onChanged} />}
    </section>
  )
}

function OneFile({
  file,
  size,
  onChanged,
  onInstall,
}: {
  file: FirmwareFile
  size: string
  onChanged: () => void
  onInstall: () => void
}) {
  const { t } = useTranslation('firmware')
  const language = useLanguage()
  const { isBusy, message, run } = useTask()
  const [isAsking, setAsking] = useState(false)
  const { model, version, name, isReady, deletedAt, sha256 } = file
  const remove = () =>
    run(async () => {
      await deleteFirmware(sha256)
      onChanged()
      return null
    }).then(() => setAsking(false))
  return (
    <li className={styles.one}>
      <div className={styles.head}>
        <strong>
          {model} · {version}
        </strong>
        <span className={textStyles.small}>
          {name}, {size}
        </span>
      </div>
      <p className={textStyles.small}>
        {isReady ? t('file.kept', { date: formatDate(language, deletedAt) }) : t('file.unfinished')}
      </p>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={layout.actions}>
        {isReady && <Button onClick={onInstall}>{t('file.install')}</Button>}
        <Button kind="quiet" onClick={() => setAsking(true)} disabled={isBusy}>
          {t('file.delete')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('file.deleteTitle')}
          confirm={t('file.delete')}
          isDanger
          isBusy={isBusy}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t('file.deleteText', { name })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function UploadForm({ models, onChanged }: { models: readonly Model[]; onChanged: () => void }) {
  const { t } = useTranslation('firmware')
  const language = useLanguage()
  const { isBusy, message, run, setMessage } = useTask()
  const [modelKey, setModelKey] = useState(models[0]?.key ?? '')
  const [version, setVersion] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const chosen = models.find(({ key }) => key === modelKey) ?? models[0]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) return
    const problem = file === null ? t('upload.noFile') : version.trim() === '' ? t('upload.noVersion') : null
    if (problem !== null || file === null) return setMessage({ tone: 'error', text: problem ?? '' })
    const most = mostFirmwareBytes[chosen.family]
    if (file.size > most)
      return setMessage({ tone: 'error', text: t('upload.tooLarge', { most: String(most / mebibyte) }) })
    void run(async () => {
      const { family, model } = chosen
      await uploadFirmware(file, { family, model, version: version.trim() }, setShare)
      onChanged()
      return t('upload.done')
    }).then(() => setShare(null))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3 className={textStyles.sub}>{t('upload')}</h3>
      <SelectField
        label={t('upload.model')}
        value={chosen?.key ?? ''}
        onChange={setModelKey}
        options={models.map(({ key, model, count }) => ({
          value: key,
          label: `${model} (${t('upload.count', { count })})`,
        }))}
      />
      <TextField
        label={t('upload.version')}
        hint={t(`upload.version.${chosen?.family ?? 'axeos'}`)}
        maxLength={160}
        autoComplete="off"
        value={version}
        onChange={setVersion}
      />
      <FieldFrame label={t('upload.file')} hint={t('upload.fileHint')}>
        {({ id, describedBy, className }) => (
          <input
            id={id}
            className={className}
            type="file"
            accept=".bin,.bmu,.gz,.tgz"
            aria-describedby={describedBy}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </FieldFrame>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {share !== null && (
        <p role="status">
          <progress className={styles.bar} value={share} aria-label={t('upload.progress')} />{' '}
          {t('upload.share', { share: formatPercent(language, share) })}
        </p>
      )}
      <div className={layout.actions}>
        <Button type="submit" disabled={isBusy}>
          {t('upload.send')}
        </Button>
      </div>
    </form>
  )
}
