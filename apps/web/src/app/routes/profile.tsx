import { accountPage } from '../account/account-providers.tsx'
import { ProfileView } from '../dashboard/profile-view.tsx'

/** The page itself is small; what it shows shares most of its code with the dashboard and comes with it. */
export const ProfilePage = accountPage(ProfileContent)

function ProfileContent() {
  return <ProfileView />
}
