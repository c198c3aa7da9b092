import {
  type ApiKey,
  type ApiKeyLifetime,
  apiKeyLifetimes,
  defaultApiKeyLifetime,
} from '@shipminer/contract/account/api-keys'
import { type ApiKeyScope, apiKeyScopes } from '@shipminer/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy-line.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import pair from '../../../ui/forms/pair.module.css'
import { SelectField } from '../../../ui/forms/select.tsx'
import layout from '../../../ui/layout.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { apiKeysQuery, createApiKey, revokeApiKey } from '../api/api-keys.ts'
import styles from './profile.module.css'
import { Section } from './section.tsx'

/** Runs a call; null when the person closed the question of who they are. */
type WithFreshSession = <T>(call: () => Promise<T>) => Promise<T | null>

/** Keys with which the owner's own programs read and act. */
export function ApiKeys({ withFreshSession }: { withFreshSession: WithFreshSession }) {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(apiKeysQuery)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const { isBusy, message, run } = useTask()
  const show = (keys: ApiKey[]) => client.setQueryData(apiKeysQuery.queryKey, keys)
  const revoke = async ({ id, name }: ApiKey) => {
    await run(async () => {
      show(await revokeApiKey(id))
      return t('keys.revoked', { name })
    })
    setRevoking(null)
  }
  return (
    <Section title={t('keys.title')} lead={t('keys.lead')}>
      {!data && isError && <ErrorState message={t('keys.failed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Loading inline />}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {data?.map((key) => (
        <div key={key.id} className={styles.ship}>
          <KeyFacts apiKey={key} />
          <Button aria-haspopup="dialog" onClick={() => setRevoking(key)}>
            {t('keys.revoke')}
            <span className="visually-hidden"> {key.name}</span>
          </Button>
        </div>
      ))}
      {data && <NewKey withFreshSession={withFreshSession} onMade={show} />}
      {revoking && (
        <ConfirmDialog
          title={t('keys.revokeTitle', { name: revoking.name })}
          confirm={t('keys.revoke')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>{t('keys.revokeText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { name, scope, createdAt, lastUsedAt, endsAt, hasEnded } = apiKey
  const { t } = useTranslation('profile')
  const language = useLanguage()
  return (
    <div>
      <p className={text.strong}>{name}</p>
      <p className={text.quiet}>
        {t(`keys.scope.${scope}`)} · {t('keys.made', { date: formatDate(language, createdAt) })} ·{' '}
        {lastUsedAt === null
          ? t('keys.unused')
          : t('keys.used', { time: formatDateTime(language, lastUsedAt) })}
        {!hasEnded &&
          ` · ${endsAt === null ? t('keys.endless') : t('keys.ends', { date: formatDate(language, endsAt) })}`}
      </p>
      {hasEnded && endsAt !== null && (
        <Notice tone="caution" title={t('keys.ended', { date: formatDate(language, endsAt) })}>
          {t('keys.endedText')}
        </Notice>
      )}
    </div>
  )
}

function NewKey({
  withFreshSession,
  onMade,
}: {
  withFreshSession: WithFreshSession
  onMade: (keys: ApiKey[]) => void
}) {
  const { t } = useTranslation('profile')
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ApiKeyScope>('read')
  const [lifetimeDays, setLifetimeDays] = useState<ApiKeyLifetime>(defaultApiKeyLifetime)
  const [token, setToken] = useState<string | null>(null)
  const { isBusy, message, setMessage, run } = useTask()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '') return setMessage({ tone: 'error', text: t('keys.nameMissing') })
    void run(async () => {
      const made = await withFreshSession(() => createApiKey({ name, scope, lifetimeDays }))
      if (!made) return null
      setToken(made.token)
      setName('')
      onMade(made.keys)
      return null
    })
  }
  return (
    <form className={layout.stack} onSubmit={submit} noValidate>
      {token !== null && (
        <Notice tone="good" title={t('keys.once')}>
          <dl>
            <CopyLine label={t('keys.token')} text={token} mono />
          </dl>
        </Notice>
      )}
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      <div className={pair.pair}>
        <TextField label={t('keys.name')} autoComplete="off" maxLength={60} value={name} onChange={setName} />
        <SelectField
          label={t('keys.scope')}
          value={scope}
          options={apiKeyScopes.map((value) => ({ value, label: t(`keys.scope.${value}`) }))}
          onChange={setScope}
        />
        <SelectField
          label={t('keys.lifetime')}
          value={String(lifetimeDays)}
          options={apiKeyLifetimes.map((days) => ({
            value: String(days),
            label: days === null ? t('keys.lifetime.none') : t('keys.lifetime.days', { count: days }),
          }))}
          onChange={(value) =>
            setLifetimeDays(apiKeyLifetimes.find((days) => String(days) === value) ?? null)
          }
        />
      </div>
      <div className={layout.head}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {t('keys.make')}
        </Button>
        <a href="/api/docs">{t('keys.docs')}</a>
      </div>
    </form>
  )
}
