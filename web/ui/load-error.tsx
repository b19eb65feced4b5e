import { messageFrom } from '../lib/api.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props {
  /** What could not be read, as in 'Your purchases could not be loaded'. */
  title: string
  error: unknown
  onRetry: () => void
}

export function LoadError({ title, error, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState picture="wrench" title={title} action={<Button onClick={onRetry}>Try again</Button>}>
        {messageFrom(error, 'We could not reach the server. Please check your connection.')}
      </EmptyState>
    </div>
  )
}
