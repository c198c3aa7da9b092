import { type FaultSubject, FaultSubjectSchema } from '@shipminer/contract/shop/service'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { toApiError } from '../../../lib/api/api-error.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import { openReport, previewQuery, type Scope, serviceShipsQuery } from '../api/service.ts'
import { useOnceKey } from '../lib/use-once-key.ts'
import { AttachedData } from './attached-data.tsx'
import styles from './service.module.css'

const shortest = 3

/** A new report about a miner, a ship or everything, with what will be attached in sight. */
export function ReportForm({ minerId, shipId }: { minerId: string | null; shipId: string | null }) {
  const { t } = useTranslation('service')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const onceKey = useOnceKey()
  const { isBusy, message, run } = useTask()
  const [ship, setShip] = useState(shipId ?? '')
  const [subject, setSubject] = useState<FaultSubject>('does-not-start')
  const [text, setText] = useState('')
  const [phone, setPhone] = useState<string | null>(null)
  const [isTextMissing, setTextMissing] = useState(false)
  const scope: Scope = minerId !== null ? { minerId } : ship === '' ? {} : { shipId: ship }
  const preview = useQuery(previewQuery(scope))
  const { data: ships = [] } = useQuery({ ...serviceShipsQuery, enabled: minerId === null })
  if (preview.error && toApiError(preview.error).status === 404) return <Notice>{t('missing')}</Notice>
  const shownPhone = phone ?? preview.data?.phone ?? ''
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const words = text.trim()
    setTextMissing(words.length < shortest)
    if (words.length < shortest) return
    const body = {
      ...scope,
      subject,
      text: words,
      ...(shownPhone.trim() === '' ? {} : { phone: shownPhone.trim() }),
    }
    await run(async () => {
      const { id } = await openReport(body, onceKey(body))
      await queries.invalidateQueries({ queryKey: ['service', 'reports'] })
      navigate(paths.serviceReport(id), { replace: true })
      return null
    })
  }
  return (
    <form className={styles.wide} onSubmit={send} noValidate>
      <h2 className={textStyles.plainSub}>{t('report')}</h2>
      <div className={styles.form}>
        {minerId === null ? (
          <SelectField
            label={t('about')}
            value={ship}
            onChange={setShip}
            options={[
              { value: '', label: t('about.all') },
              ...ships.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : (
          preview.data && (
            <dl className={lists.facts}>
              <Fact name={t('about')}>
                {[preview.data.data.miners[0]?.name, preview.data.data.shipName].filter(Boolean).join(', ')}
              </Fact>
            </dl>
          )
        )}
        <SelectField
          label={t('subject')}
          value={subject}
          onChange={setSubject}
          options={FaultSubjectSchema.options.map((value) => ({ value, label: t(`subject.${value}`) }))}
        />
        <TextArea
          label={t('form.text')}
          value={text}
          onChange={setText}
          error={isTextMissing ? t('form.textMissing') : null}
          maxLength={5000}
          name="text"
        />
        <TextField
          label={t('form.phone')}
          value={shownPhone}
          onChange={setPhone}
          optional
          maxLength={40}
          type="tel"
          autoComplete="tel"
          name="phone"
        />
        {preview.data && (
          <p className={textStyles.small}>
            {t(preview.data.answersByMail ? 'form.byMail' : 'form.hereOnly')}
          </p>
        )}
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <div className={layout.actions}>
          <Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
            {t('form.send')}
          </Button>
          <ButtonLink kind="quiet" to={paths.service}>
            {t('form.cancel')}
          </ButtonLink>
        </div>
      </div>
      <section className={styles.stack} aria-labelledby="service-attached">
        <h2 id="service-attached" className={textStyles.plainSub}>
          {t('form.attached')}
        </h2>
        <p className={textStyles.small}>{t('form.attachedHint')}</p>
        {preview.data && <AttachedData key={preview.data.data.takenAt} data={preview.data.data} />}
        {!preview.data && preview.error && (
          <ErrorState message={errorText(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {preview.isPending && <Loading />}
      </section>
    </form>
  )
}
