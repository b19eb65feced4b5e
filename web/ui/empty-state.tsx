import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './illustration.tsx'

interface Props {
  picture: IllustrationName
  title: string
  as?: 'h1' | 'h2' | 'h3' | 'p'
  action?: ReactNode
  children?: ReactNode
}

/** A picture, a few words, one thing to do. */
export function EmptyState({ picture, title, as: Title = 'h2', action, children }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <Illustration name={picture} size={112} />
      <Title className={clsx('font-extrabold', Title === 'h1' ? 'text-display' : 'text-xl')}>{title}</Title>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
