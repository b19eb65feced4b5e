import { Ban, EllipsisVertical, Flag, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { MenuEntry } from '../../ui/overlays/menu-props.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { block, unblock, useIsBlocked } from '../identity/use-blocks.ts'
import type { Subject } from './reasons.ts'

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))
const ConfirmDialog = lazyDialog(() => import('../../ui/overlays/confirm-dialog.tsx'))

interface Props {
  member: { id: string; name: string }
  /** Something of the member that can be reported on its own. */
  thing?: Subject & { kind: keyof typeof REPORT }
  /** The menu stands beside the thing rather than the member. */
  beside?: boolean
}

const REPORT = {
  listing: words('Report this item'),
  message: words('Report this message'),
  thanks: words('Report this thank-you'),
}
const MORE = {
  listing: words('More about this item'),
  message: words('More about this message'),
  thanks: words('More about this thank-you'),
}

export function SafetyMenu({ member, thing, beside = false }: Props) {
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
      ? [{ label: t(REPORT[thing.kind]), icon: <Flag size={18} aria-hidden />, onSelect: () => setAsking('thing') }]
      : []),
    {
      label: t('Report {name}', { name: member.name }),
      icon: <UserRoundX size={18} aria-hidden />,
      onSelect: () => setAsking('member'),
    },
    blocked
      ? {
          label: t('Unblock {name}', { name: member.name }),
          icon: <UserRoundCheck size={18} aria-hidden />,
          onSelect: () => void unblock(member.id, member.name),
        }
      : {
          label: t('Block {name}', { name: member.name }),
          icon: <Ban size={18} aria-hidden />,
          onSelect: () => setAsking('block'),
        },
  ]
  return (
    <span ref={place} className="contents">
      <Menu
        label={thing && beside ? t(MORE[thing.kind]) : t('More about {name}', { name: member.name })}
        trigger={<EllipsisVertical size={18} aria-hidden />}
        triggerClass={buttonClass({ variant: 'plain', size: 'icon' })}
        entries={entries}
      />
      {asking === 'thing' && thing && (
        <ReportDialog subject={thing} title={t(REPORT[thing.kind])} onOpenChange={close} />
      )}
      {asking === 'member' && (
        <ReportDialog
          subject={{ kind: 'member', id: member.id }}
          title={t('Report {name}', { name: member.name })}
          onOpenChange={close}
        />
      )}
      {asking === 'block' && (
        <ConfirmDialog
          title={t('Block {name}?', { name: member.name })}
          description={t(
            "You won't be able to write to or buy from each other. Purchases already made go on. We don't tell them, and you can unblock them any time.",
          )}
          confirm={t('Block')}
          variant="danger"
          onConfirm={() => block(member.id, member.name)}
          onOpenChange={close}
        />
      )}
    </span>
  )
}
