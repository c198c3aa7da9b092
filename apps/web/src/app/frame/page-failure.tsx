import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/signs/notice.tsx'

type Props = { pathname: string; children: ReactNode }
type State = { hasFailed: boolean; pathname: string }

/** Catches a page that failed while rendering, and offers to reload it. Going to another page clears the failure. */
export class PageFailure extends Component<Props, State> {
  override state: State = { hasFailed: false, pathname: this.props.pathname }

  static getDerivedStateFromError(): Pick<State, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { hasFailed: false, pathname }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const { t } = useTranslation()
  return (
    <div className="wrap">
      <ErrorState message={t('pageFailed')} onRetry={() => location.reload()} />
    </div>
  )
}
