import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/loading.tsx'

const ProfileView = lazy(() =>
  import('../profile-view.tsx').then((module) => ({ default: module.ProfileView })),
)

/** The page itself is small; what it shows shares most of its code with the dashboard and comes with it. */
export function ProfilePage() {
  return (
    <Suspense
      fallback={
        <div className="wrap">
          <Loading />
        </div>
      }
    >
      <ProfileView />
    </Suspense>
  )
}
