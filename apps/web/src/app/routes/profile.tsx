import { accountPage } from '../account-providers.tsx'
import { ProfileView } from '../profile-view.tsx'

/** The page itself is small; what it shows shares most of its code with the dashboard and comes with it. */
export const ProfilePage = accountPage(ProfileContent)

function ProfileContent() {
  return <ProfileView />
}
