import type { Profile } from '@shipminer/contract/account/profile'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'
import { PoolTemplates } from '../../features/control/components/pools/pool-templates.tsx'
import { OrderList } from '../../features/orders/components/order-list.tsx'
import { PaymentHistory } from '../../features/payment/components/payment-history.tsx'
import { useAdoptProfile, useProfile } from '../../features/profile/api/profile.ts'
import { AccountData } from '../../features/profile/components/account-data.tsx'
import { ApiKeys } from '../../features/profile/components/api-keys.tsx'
import { DataSaver } from '../../features/profile/components/data-saver.tsx'
import { Notifications } from '../../features/profile/components/notifications.tsx'
import { Orders } from '../../features/profile/components/orders.tsx'
import { Password } from '../../features/profile/components/password.tsx'
import { Payout } from '../../features/profile/components/payout.tsx'
import { PersonalDetails } from '../../features/profile/components/personal-details.tsx'
import { ProviderConsent } from '../../features/profile/components/provider-consent.tsx'
import { Section } from '../../features/profile/components/section.tsx'
import { Ships } from '../../features/profile/components/ships.tsx'
import type { AskForProof } from '../../features/profile/lib/owner-proof.ts'
import { LinkedWallets } from '../../features/wallet-session/components/linked-wallets.tsx'
import { useProof } from '../../features/wallet-session/components/use-proof.tsx'
import { useErrorText } from '../../lib/api/error-text.ts'
import { setFlash } from '../../lib/forms/flash.ts'
import { session } from '../../lib/session/session-store.ts'
import { Loading } from '../../ui/signs/loading.tsx'
import { ErrorState } from '../../ui/signs/notice.tsx'
import textStyles from '../../ui/text.module.css'
import { useFreshSession } from '../account/use-fresh-session.tsx'
import styles from './profile-view.module.css'

/** The profile in its sections; here the features meet. */
export function ProfileView() {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const profile = useProfile()
  return (
    <div className="wrap">
      <div className={styles.page}>
        <h1 className={textStyles.pageTitle}>{profile.data?.user.name || t('title')}</h1>
        {profile.isPending && <Loading />}
        {profile.isError && (
          <ErrorState message={errorText(profile.error)} onRetry={() => profile.refetch()} />
        )}
        {profile.data && <Sections profile={profile.data} />}
      </div>
    </div>
  )
}

function Sections({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const { t: tControl } = useTranslation('control')
  const navigate = useNavigate()
  const onChange = useAdoptProfile()
  const proof = useProof()
  const fresh = useFreshSession()

  const ask: AskForProof = (purpose, subject) =>
    proof.ask({
      purpose,
      wallets: profile.user.wallets,
      hasPassword: profile.hasPassword,
      ...(subject === undefined ? {} : { subject }),
    })

  const onDeleted = () => {
    navigate(paths.home)
    session.signOut(true)
    setFlash({ tone: 'good', text: t('data.deleted') })
  }

  return (
    <div>
      <PersonalDetails profile={profile} ask={ask} onChange={onChange} />
      <Section title={t('wallets.title')} lead={t('wallets.lead')}>
        <LinkedWallets
          profile={profile}
          ask={proof.ask}
          withFreshSession={fresh.withFreshSession}
          onChange={onChange}
        />
      </Section>
      <Payout profile={profile} ask={ask} onChange={onChange} />
      <Ships />
      <Orders
        list={(none) => (
          <>
            <OrderList none={none} />
            <PaymentHistory />
          </>
        )}
      />
      <Notifications profile={profile} onChange={onChange} />
      <ProviderConsent profile={profile} onChange={onChange} />
      <DataSaver />
      <Password profile={profile} ask={ask} onChange={onChange} />
      <Section title={tControl('templates.title')} lead={tControl('templates.lead')}>
        <PoolTemplates withProof={fresh.withFreshSession} />
      </Section>
      <ApiKeys withFreshSession={fresh.withFreshSession} />
      <AccountData balanceSat={profile.balanceSat} ask={ask} onDeleted={onDeleted} />
      {proof.dialog}
      {fresh.dialog}
    </div>
  )
}
