import { Image, Images, Plus } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

export const POST_ENTRIES = [
  { label: 'Single Item', to: '/post', icon: <Image size={18} aria-hidden /> },
  { label: 'Batch Upload (AI)', to: '/batch-upload', icon: <Images size={18} aria-hidden /> },
]

/** `compact`: the icon alone, where a phone leaves no room for words. */
export function PostMenu({ compact = false }: { compact?: boolean }) {
  const look = buttonClass({ size: compact ? 'icon' : 'md' })
  const content = (
    <>
      <Plus size={20} aria-hidden />
      {!compact && 'Post Item'}
    </>
  )
  return (
    <>
      <Menu
        label={compact ? 'Post Item' : undefined}
        triggerClass={`${look} noscript:hidden`}
        trigger={content}
        entries={POST_ENTRIES}
      />
      <noscript>
        <a href="/post" aria-label="Post Item" className={look}>
          {content}
        </a>
      </noscript>
    </>
  )
}
