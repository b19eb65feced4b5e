import { Image, Images, Plus } from 'lucide-react'
import { t } from '../lib/t.ts'
import { buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/overlays/menu.tsx'

const postEntries = () => [
  { label: t('Single Item'), to: '/post', icon: <Image size={18} aria-hidden /> },
  { label: t('Batch Upload (AI)'), to: '/batch-upload', icon: <Images size={18} aria-hidden /> },
]

/** `compact`: the icon alone, where a phone leaves no room for words. */
export function PostMenu({ compact = false }: { compact?: boolean }) {
  const look = buttonClass({ size: compact ? 'icon' : 'md' })
  const content = (
    <>
      <Plus size={20} aria-hidden />
      {!compact && t('Post Item')}
    </>
  )
  return (
    <>
      <Menu
        label={compact ? t('Post Item') : undefined}
        triggerClass={`${look} noscript:hidden`}
        trigger={content}
        entries={postEntries()}
      />
      <noscript>
        <a href="/post" aria-label={t('Post Item')} className={look}>
          {content}
        </a>
      </noscript>
    </>
  )
}
