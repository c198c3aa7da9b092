import type { ConnectionTest } from '@shipminer/contract/control'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatHashrate, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { addDevice, testConnection } from '../api/devices.ts'
import { checkAddress } from '../lib/device-address.ts'
import styles from './control.module.css'

/** Adds a device that the controller's search does not cover; its own controller tests the address first. */
export function AddDevice({
  controllers,
  onAdded,
  onClose,
}: {
  controllers: readonly { id: string; name: string }[]
  onAdded: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('control')
  const { t: tCommon } = useTranslation()
  const [form, setForm] = useState({
    controllerId: controllers[0]?.id ?? '',
    ipAddress: '',
    port: '4028',
    name: '',
    location: '',
  })
  const [isTried, setTried] = useState(false)
  const [result, setResult] = useState<ConnectionTest | null>(null)
  const [isAdded, setAdded] = useState(false)
  const { isBusy, message, run } = useTask()
  const checked = checkAddress(form)
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    setResult(null)
  }

  const test = () =>
    run(async () => {
      setTried(true)
      if (!checked.ok) return null
      setResult(await testConnection({ ...checked.address, controllerId: form.controllerId }))
      return null
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!checked.ok) return
    void run(async () => {
      const { test: made, minerId } = await addDevice({
        ...checked.address,
        controllerId: form.controllerId,
        name: form.name.trim() || null,
        location: form.location.trim() || null,
      })
      setResult(made)
      if (minerId === null) return null
      setAdded(true)
      onAdded()
      return t('add.added')
    })
  }

  return (
    <Dialog title={t('add')} onClose={onClose}>
      {isAdded ? (
        <div className={styles.form}>
          {message && <Notice tone={message.tone}>{message.text}</Notice>}
          {result && <TestResult result={result} />}
          <div>
            <Button kind="main" onClick={onClose}>
              {tCommon('close')}
            </Button>
          </div>
        </div>
      ) : (
        <form className={styles.form} onSubmit={save} noValidate>
          <p>{t('add.text')}</p>
          {controllers.length > 1 && (
            <SelectField
              label={t('add.controller')}
              value={form.controllerId}
              onChange={(controllerId) => change({ controllerId })}
              options={controllers.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <TextField
            label={t('add.ip')}
            hint={t('add.ipHint')}
            mono
            inputMode="decimal"
            autoComplete="off"
            value={form.ipAddress}
            onChange={(ipAddress) => change({ ipAddress })}
            error={isTried && !checked.ok && checked.problem === 'ip' ? t('add.badIp') : null}
          />
          <TextField
            label={t('add.port')}
            mono
            inputMode="numeric"
            autoComplete="off"
            value={form.port}
            onChange={(port) => change({ port })}
            error={isTried && !checked.ok && checked.problem === 'port' ? t('add.badPort') : null}
          />
          <TextField
            label={t('details.name')}
            optional
            maxLength={80}
            autoComplete="off"
            value={form.name}
            onChange={(name) => setForm({ ...form, name })}
          />
          <TextField
            label={t('details.location')}
            optional
            maxLength={120}
            autoComplete="off"
            value={form.location}
            onChange={(location) => setForm({ ...form, location })}
          />
          {isBusy && <p role="status">{t('add.testing')}</p>}
          {message && <Notice tone={message.tone}>{message.text}</Notice>}
          {result && <TestResult result={result} />}
          <div className={layout.actions}>
            <Button onClick={() => void test()} disabled={isBusy}>
              {t('add.test')}
            </Button>
            <Button kind="main" type="submit" disabled={isBusy}>
              {t('add.save')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function TestResult({ result }: { result: ConnectionTest }) {
  const { t } = useTranslation('control')
  const language = useLanguage()
  if (!result.reachable) {
    const why =
      result.reason === null
        ? ''
        : ` (${t(`add.why.${result.reason}` as 'add.why.timeout', { defaultValue: result.reason })})`
    return <Notice tone="caution">{t('add.notReached') + why}</Notice>
  }
  const { make, model, firmware, hashrateThs } = result
  const what = [
    [make, model].filter(Boolean).join(' '),
    firmware,
    hashrateThs === null ? null : joinQuantity(formatHashrate(language, hashrateThs)),
  ]
    .filter(Boolean)
    .join(', ')
  return <Notice tone="good">{t('add.reached', { what: what || t('add.something') })}</Notice>
}
