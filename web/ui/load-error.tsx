import { t } from '../lib/t.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { messageFrom } from '../lib/api.ts'

interface Props {
  /** The name of the missing part, as in 'Your purchases could not be loaded'. */
  title: string
  /** 'h1' where it stands in place of the whole page. */
  as?: 'h1' | 'h2'
  error: unknown
  onRetry: () => void
}

export function LoadError({ title, as, error, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState as={as} picture="wrench" title={title} action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
        {messageFrom(error, t("We couldn't reach the server. Please check your connection."))}
      </EmptyState>
    </div>
  )
}
