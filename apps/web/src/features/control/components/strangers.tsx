import type { StrangerView } from '@shipminer/contract/control/strangers'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/forms/check.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { noteStranger, shipStrangersQuery } from '../api/strangers.ts'
import control from './control.module.css'
import styles from './strangers.module.css'

/** What answers on miners' ports of a ship and is not known: what it said, its name, and whether its silence is reported. Nothing where there is none. */
export function Strangers({ shipId, mayAct }: { shipId: string; mayAct: boolean }) {
  const { t } = useTranslation('power')
  const { data, isError, refetch } = useQuery(shipStrangersQuery(shipId))
  if (data ? data.length === 0 : !isError) return null
  return (
    <section className={layout.section} aria-labelledby="strangers-title">
      <h2 id="strangers-title" className={textStyles.title}>
        {t('strangers')}
      </h2>
      {data ? (
        <>
          <p>{t('strangers.hint')}</p>
          <ul className={styles.list}>
            {data.map((stranger) => (
              <OneStranger
                key={stranger.id}
                stranger={stranger}
                mayAct={mayAct}
                onChanged={() => void refetch()}
              />
            ))}
          </ul>
        </>
      ) : (
        <ErrorState message={t('strangers.failed')} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function OneStranger({
  stranger,
  mayAct,
  onChanged,
}: {
  stranger: StrangerView
  mayAct: boolean
  onChanged: () => void
}) {
  const { t } = useTranslation('power')
  const language = useLanguage()
  const { address, guess, ports, name, isWatched, isSilent, lastSeenAt } = stranger
  const [form, setForm] = useState<{ name: string; isWatched: boolean } | null>(null)
  const { isBusy, message, run } = useTask()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!form) return
    await run(async () => {
      await noteStranger(stranger.id, { name: form.name.trim() || null, isWatched: form.isWatched })
      setForm(null)
      onChanged()
      return t('strangers.saved')
    })
  }
  const saveDiagnosis = () =>
    saveFile(
      `shipminer-${address}.json`,
      'application/json',
      JSON.stringify({ ...stranger, savedAt: new Date().toISOString() }, null, 2),
    )

  return (
    <li className={styles.one}>
      <div className={styles.head}>
        <strong>{name ?? address}</strong>
        {name !== null && <span>{address}</span>}
        {guess !== null && <span>{t('strangers.maybe', { guess })}</span>}
        {isWatched && <span>{t('strangers.watched')}</span>}
        {isSilent && <span className={styles.gone}>{t('strangers.gone')}</span>}
      </div>
      <ul className={styles.said}>
        {ports.map(({ port, protocol, said }) => (
          <li key={port}>
            {t('strangers.port', { port: String(port) })}: {protocol === 'mute' ? t('strangers.mute') : said}
          </li>
        ))}
        <li>{t('strangers.lastSeen', { age: formatDateTime(language, lastSeenAt) })}</li>
      </ul>
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {form ? (
        <form className={control.form} onSubmit={submit} noValidate>
          <TextField
            label={t('strangers.name')}
            maxLength={80}
            autoComplete="off"
            value={form.name}
            onChange={(value) => setForm({ ...form, name: value })}
          />
          <Check checked={form.isWatched} onChange={(value) => setForm({ ...form, isWatched: value })}>
            {t('strangers.watch')}
          </Check>
          <div className={layout.actions}>
            <Button kind="main" type="submit" disabled={isBusy}>
              {t('strangers.save')}
            </Button>
            <CancelButton onPress={() => setForm(null)} />
          </div>
        </form>
      ) : (
        <div className={layout.actions}>
          {mayAct && (
            <Button onClick={() => setForm({ name: name ?? '', isWatched })}>{t('strangers.edit')}</Button>
          )}
          <Button kind="quiet" onClick={saveDiagnosis}>
            {t('strangers.file')}
          </Button>
        </div>
      )}
    </li>
  )
}

function CancelButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button kind="quiet" onClick={onPress}>
      {t('cancel')}
    </Button>
  )
}
