import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { installationQuery } from './installation-queries.ts'

/** On a new installation: how far it is, the next step, and the way to the list; nothing once all is done. */
export function InstallationNotice() {
  const { t } = useTranslation('desk-installation')
  const { data } = useQuery(installationQuery)
  const next = data?.steps.find(({ isDone }) => !isDone)
  if (!data || !next) return null
  const done = data.steps.filter(({ isDone }) => isDone).length
  return (
    <Notice
      title={`${t('title')}: ${t('done', { done, all: data.steps.length })}`}
      actions={<ButtonLink to={`${paths.deskSettings}#desk-installation`}>{t('toList')}</ButtonLink>}
    >
      {t('next', { step: t(`step.${next.step}`) })}
    </Notice>
  )
}
