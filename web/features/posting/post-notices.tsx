import { Layers, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { User } from '../../../src/modules/identity/contract.ts'
import { loginPath } from '../../lib/return-to.ts'
import { rich, t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-card bg-primary-soft p-4">
      <span className="mt-0.5 text-primary">{icon}</span>
      <p className="min-w-0">{children}</p>
    </div>
  )
}

/** Says whether location and contact come from the account's defaults. */
export function DefaultsBanner({ member, path }: { member: User | null | undefined; path: string }) {
  if (member === undefined) return null
  if (member === null) {
    return (
      <Notice icon={<MapPin size={20} aria-hidden />}>
        {rich('Please log in to post. <link>Log In</link>', {
          link: (text) => (
            <a href={loginPath(path)} className="link font-semibold">
              {text}
            </a>
          ),
        })}
      </Notice>
    )
  }
  return (
    <Notice icon={<MapPin size={20} aria-hidden />}>
      {member.defaultCity
        ? rich(
            'Your default location ({city}) and contact details are filled in. <link>Update them in Account Settings</link>',
            { city: member.defaultCity, link: toSettings },
          )
        : rich(
            "Set your default location and contact details once, and we'll fill them in from then on. <link>Go to Account Settings</link>",
            { link: toSettings },
          )}
    </Notice>
  )
}

const toSettings = (text: ReactNode) => (
  <Link to="/account" className="link font-semibold">
    {text}
  </Link>
)

export function BatchTip() {
  return (
    <Notice icon={<Layers size={20} aria-hidden />}>
      {rich('Tip: several things to pass on? <link>Try Batch Upload (AI)</link>', {
        link: (text) => (
          <Link to="/batch-upload" className="link font-semibold">
            {text}
          </Link>
        ),
      })}
    </Notice>
  )
}

export function DraftOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    // Sticky, because a reload may return to the end of what is a short page without the draft.
    <div className="sticky top-16 z-10 flex flex-wrap items-center justify-between gap-3 rounded-card bg-lamp-soft p-4 text-lamp-text md:top-18">
      <p className="font-semibold">{t('You left an item unfinished.')}</p>
      <div className="flex gap-2">
        <Button onClick={onRestore}>{t('Restore it')}</Button>
        <Button variant="quiet" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </div>
    </div>
  )
}
