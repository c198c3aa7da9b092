import type { Setting } from '@shipminer/contract/desk/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { settingsQuery } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { InstallationChecks } from '../installation/installation-checks.tsx'
import { InstallationSteps } from '../installation/installation-steps.tsx'
import { codePieces } from '../lib/said-codes.ts'
import { settingPlace } from '../lib/setting-places.ts'
import shop from './desk-shop.module.css'

/** What is still to be done before one can sell, what can be tried, and every setting of the server; what is still an example comes first. */
export function SettingsView() {
  const { t } = useTranslation('desk-shop')
  const { t: desk } = useTranslation('desk')
  const found = useQuery(settingsQuery)
  const settings = found.data?.settings
  const examples = settings?.filter(({ isExample }) => isExample) ?? []
  const others = settings?.filter(({ isExample }) => !isExample) ?? []
  return (
    <>
      <div className={styles.stack}>
        <h1 className={styles.heading}>{desk('nav.settings')}</h1>
        <p className={text.quiet}>{t('settings.lead')}</p>
      </div>
      {!settings && <NothingYet query={found} />}
      {settings && (
        <>
          <InstallationSteps />
          <InstallationChecks />
        </>
      )}
      {examples.length > 0 && (
        <section className={styles.section} aria-labelledby="desk-examples">
          <h2 id="desk-examples" className={text.sub}>
            {t('settings.examples')}
          </h2>
          <Notice tone="caution">{t('settings.examplesText')}</Notice>
          <SettingList settings={examples} />
        </section>
      )}
      {others.length > 0 && (
        <section className={styles.section} aria-labelledby="desk-settings">
          <h2 id="desk-settings" className={text.sub}>
            {t('settings.all')}
          </h2>
          <SettingList settings={others} />
        </section>
      )}
    </>
  )
}

function SettingList({ settings }: { settings: readonly Setting[] }) {
  const { t } = useTranslation('desk-shop')
  return (
    <ul className={styles.list}>
      {settings.map((setting) => (
        <li key={setting.setting} className={shop.setting}>
          <div>
            <span className={`${styles.mono} ${text.strong}`}>{setting.setting}</span>
            <SettingMeaning setting={setting} />
            <SettingPlace setting={setting.setting} />
          </div>
          <div>
            <SettingValue setting={setting} />
            {setting.default !== '' && setting.source !== 'default' && (
              <p className={text.small}>{t('settings.default', { value: setting.default })}</p>
            )}
          </div>
          <ul className={styles.tags}>
            <li>{t(setting.isExample ? 'settings.example' : `source.${setting.source}`)}</li>
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Where at the desk one goes on from it. */
function SettingPlace({ setting }: { setting: string }) {
  const { t } = useTranslation('desk-shop')
  const place = settingPlace(setting)
  return (
    place && (
      <p>
        <Link to={place.to}>{t(place.text)}</Link>
      </p>
    )
  )
}

/** In the reader's language; what the server says, in English, for a setting that these pages have no text for. */
function SettingMeaning({ setting: { setting, meaning } }: { setting: Setting }) {
  const { i18n } = useTranslation('desk-settings')
  const own: unknown = i18n.getResourceBundle(i18n.language, 'desk-settings')?.[setting]
  return (
    <p className={text.small} lang={typeof own === 'string' ? undefined : 'en'}>
      {codePieces(typeof own === 'string' ? own : meaning).map(({ text: piece, isCode }) =>
        isCode ? <code key={piece}>{piece}</code> : piece,
      )}
    </p>
  )
}

function SettingValue({ setting: { value, isSecret, isSet } }: { setting: Setting }) {
  const { t } = useTranslation('desk-shop')
  if (isSecret && isSet) return <span>{t('settings.secret')}</span>
  if (value === null) return <span className={text.quiet}>{t('settings.notSet')}</span>
  return <span className={styles.mono}>{value.replaceAll(',', ', ')}</span>
}
