import { Ban } from 'lucide-react'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { unblock } from '../identity/use-blocks.ts'

/** Replaces the ways to write to or buy from a blocked member. */
export function BlockedNotice({ member }: { member: { id: string; name: string } }) {
  const { run, pending } = useAction(() => unblock(member.id, member.name))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-input bg-sunken p-3">
      <p className="flex items-start gap-2">
        <Ban size={20} aria-hidden className="mt-0.5 shrink-0 text-danger" />
        <span>
          <span className="font-semibold">{t('You have blocked {name}.', { name: member.name })}</span>{' '}
          {t("You can't write to or buy from each other.")}
        </span>
      </p>
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        {t('Unblock')}
      </Button>
    </div>
  )
}
