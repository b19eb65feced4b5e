import { Ban, EllipsisVertical, Flag, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../ui/menu-props.ts'
import { Menu } from '../../ui/menu.tsx'
import { block, unblock, useIsBlocked } from '../identity/use-blocks.ts'
import type { Subject } from './reasons.ts'

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))
const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))

interface Props {
  /** What the button is about, as in 'Olga' or 'this message'. */
  about: string
  member: { id: string; name: string }
  /** Something of the member that can be reported on its own. */
  thing?: { subject: Subject; name: string }
}

/** Menu to report or block a member. */
export function SafetyMenu({ about, member, thing }: Props) {
  const [asking, setAsking] = useState<'thing' | 'member' | 'block'>()
  const place = useRef<HTMLSpanElement>(null)
  const blocked = useIsBlocked(member.id)
  useEffect(() => {
    if (asking === undefined) return
    const button = place.current?.querySelector('button')
    // The menu entry that opened the dialog is gone by then.
    return () => button?.focus({ preventScroll: true })
  }, [asking])

  const close = () => setAsking(undefined)
  const entries: MenuEntry[] = [
    ...(thing
      ? [{ label: `Report ${thing.name}`, icon: <Flag size={18} aria-hidden />, onSelect: () => setAsking('thing') }]
      : []),
    {
      label: `Report ${member.name}`,
      icon: <UserRoundX size={18} aria-hidden />,
      onSelect: () => setAsking('member'),
    },
    blocked
      ? {
          label: `Unblock ${member.name}`,
          icon: <UserRoundCheck size={18} aria-hidden />,
          onSelect: () => void unblock(member.id, member.name),
        }
      : { label: `Block ${member.name}`, icon: <Ban size={18} aria-hidden />, onSelect: () => setAsking('block') },
  ]
  return (
    <span ref={place} className="contents">
      <Menu
        label={`More about ${about}`}
        trigger={<EllipsisVertical size={18} aria-hidden />}
        triggerClass={buttonClass({ variant: 'plain', size: 'icon' })}
        entries={entries}
      />
      {asking === 'thing' && thing && (
        <ReportDialog subject={thing.subject} title={`Report ${thing.name}`} onOpenChange={close} />
      )}
      {asking === 'member' && (
        <ReportDialog
          subject={{ kind: 'member', id: member.id }}
          title={`Report ${member.name}`}
          onOpenChange={close}
        />
      )}
      {asking === 'block' && (
        <ConfirmDialog
          title={`Block ${member.name}?`}
          description="You won't be able to write to or buy from each other. Purchases already made go on. We don't tell them, and you can unblock them any time."
          confirm="Block"
          variant="danger"
          onConfirm={() => block(member.id, member.name)}
          onOpenChange={close}
        />
      )}
    </span>
  )
}
