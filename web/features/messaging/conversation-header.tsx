import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { t } from '../../lib/t.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'

export const CONVERSATION_HEADING = 'conversation-heading'

interface Props {
  person: ComponentProps<typeof Avatar>['person']
  name: string
  /** Actions about this person. */
  children?: ReactNode
}

/** The other person; on a phone, where list and conversation are separate views, also the way back. */
export function ConversationHeader({ person, name, children }: Props) {
  return (
    <div className="flex items-center gap-2 px-3 py-2 md:px-4">
      <Link
        to="/inbox"
        aria-label={t('All conversations')}
        className={`${buttonClass({ variant: 'plain', size: 'icon' })} -ms-2 md:hidden`}
      >
        <ArrowLeft size={22} aria-hidden />
      </Link>
      <Avatar person={person} />
      <h2
        id={CONVERSATION_HEADING}
        tabIndex={-1}
        className="line-clamp-2 min-w-0 font-extrabold wrap-anywhere outline-none"
      >
        {name}
      </h2>
      <span className="ms-auto">{children}</span>
    </div>
  )
}
