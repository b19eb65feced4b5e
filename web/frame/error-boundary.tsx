import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Keeps the header and footer when a page breaks, for example because its chunk could not be fetched. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        as="h1"
        picture="wrench"
        title="Something broke on our side"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        Nothing you entered on other pages is lost. If it happens again, please come back in a few minutes.
      </EmptyState>
    )
  }
}
