import { Component, type ReactNode } from 'react'
import { CONNECTION_AWAY, isConnectionAway } from '../lib/offline/connection.ts'
import { t } from '../lib/t.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

interface Props {
  /** Where the reader is: elsewhere, it is tried anew. */
  place: string
  children: ReactNode
}

interface State {
  failure?: { error: unknown } | undefined
  place?: string
}

/** Keeps the rest of the site when a part breaks, for example because its code could not be fetched. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return before.place === place ? null : { place, failure: undefined }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const away = isConnectionAway(failure.error)
    return (
      <EmptyState
        as="h1"
        picture="wrench"
        title={away ? t('This page could not be reached') : t('Something went wrong on our side')}
        action={
          // A reload brings the same without a connection; with one, the part can be fetched after all.
          away ? (
            <Button onClick={() => this.setState({ failure: undefined })}>{t('Try again')}</Button>
          ) : (
            <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>
          )
        }
      >
        {away
          ? t(CONNECTION_AWAY)
          : t('Nothing you entered on other pages is lost. If it happens again, please come back in a few minutes.')}
      </EmptyState>
    )
  }
}
