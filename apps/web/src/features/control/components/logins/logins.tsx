import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../../lib/forms/with-proof.ts'
import layout from '../../../../ui/layout.module.css'
import { Loading } from '../../../../ui/signs/loading.tsx'
import { ErrorState } from '../../../../ui/signs/notice.tsx'
import text from '../../../../ui/text.module.css'
import { deviceLoginsQuery, type ShownLogins } from '../../api/device-logins.ts'
import styles from '../control.module.css'
import { DeviceLogin } from './device-login.tsx'

/** The login of one miner. */
export function MinerLogin({
  id,
  controllerId,
  withProof,
}: {
  id: string
  controllerId: string
  withProof: WithProof
}) {
  const { t } = useTranslation('control')
  return (
    <section className={layout.section} aria-labelledby="login-title">
      <h2 id="login-title" className={text.title}>
        {t('logins.title')}
      </h2>
      <Logins controllerId={controllerId} minerId={id}>
        {(logins) => {
          const ofMake = logins.makes.find((one) => one.make === logins.miner?.make)
          const unset = ofMake?.login
            ? t('logins.fromMake', { make: ofMake.make })
            : t(logins.all ? 'logins.fromAll' : 'logins.none')
          const { login = null } = logins.miner ?? {}
          const target = { minerId: id }
          return <DeviceLogin {...{ controllerId, target, logins, login, unset, withProof }} />
        }}
      </Logins>
    </section>
  )
}

/** The logins for all miners of a make on one controller, looked up when they are opened. */
export function MakeLogins({ controllerId, withProof }: { controllerId: string; withProof: WithProof }) {
  const { t } = useTranslation('control')
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('logins.boxTitle')}</summary>
      {isOpen && (
        <div className={layout.section}>
          <p>{t('logins.boxText')}</p>
          <Logins controllerId={controllerId} minerId={null}>
            {(logins) => {
              const unset = t(logins.all ? 'logins.fromAll' : 'logins.none')
              if (logins.makes.length === 0) return <p className={text.note}>{t('logins.noMakes')}</p>
              return logins.makes.map(({ make, miners, login }) => (
                <div key={make} className={styles.pool}>
                  <h4 className={text.sub}>
                    {make} <span className={text.note}>{t('logins.count', { count: miners })}</span>
                  </h4>
                  <DeviceLogin {...{ controllerId, logins, login, unset, withProof }} target={{ make }} />
                </div>
              ))
            }}
          </Logins>
        </div>
      )}
    </details>
  )
}

function Logins({
  controllerId,
  minerId,
  children,
}: {
  controllerId: string
  minerId: string | null
  children: (logins: ShownLogins) => ReactNode
}) {
  const { t } = useTranslation('control')
  const { data, isError, refetch } = useQuery(deviceLoginsQuery(controllerId, minerId))
  if (data) return children(data)
  return isError ? <ErrorState message={t('logins.failed')} onRetry={() => void refetch()} /> : <Loading />
}
