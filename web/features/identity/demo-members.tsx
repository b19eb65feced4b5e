import { ChevronRight } from 'lucide-react'
import type { Site } from '../../../src/modules/identity/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FieldError } from '../../ui/forms/field.tsx'

/** One-click sign-in as a member of the demo neighbourhood. */
export function DemoMembers({ members, onSignedIn }: { members: Site['demoMembers']; onSignedIn: () => void }) {
  const { run, pending, error } = useAction(async (id: string) => {
    await call('POST /api/auth/demo', { body: { memberId: id } })
    onSignedIn()
  })
  return (
    <section aria-labelledby="look-around" className="mt-6 border-t border-line pt-5">
      <h2 id="look-around" className="font-semibold">
        {t('Look around as')}
      </h2>
      <ul className="mt-2 grid gap-1">
        {members.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              disabled={pending}
              onClick={() => void run(member.id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-input px-2 py-1.5 text-start hover:bg-primary-soft"
            >
              <Avatar person={{ firstName: member.name, profileImageUrl: member.profileImageUrl }} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{member.name}</span>
                <span className="block text-sm text-muted">{member.note}</span>
              </span>
              <ChevronRight size={18} aria-hidden className="text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && <FieldError>{messageFrom(error, t("That didn't work. Please try again."))}</FieldError>}
    </section>
  )
}
