import { Layers, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { User } from '../../../src/modules/identity/contract.ts'
import { loginPath } from '../../lib/return-to.ts'
import { Button } from '../../ui/button.tsx'

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 rounded-card bg-primary-soft p-4">
      <span className="mt-0.5 text-primary">{icon}</span>
      <p>{children}</p>
    </div>
  )
}

/** Says whether location and contact come from the account's defaults. */
export function DefaultsBanner({ member, path }: { member: User | null | undefined; path: string }) {
  if (member === undefined) return null
  if (member === null) {
    return (
      <Notice icon={<MapPin size={20} aria-hidden />}>
        Please log in to post.{' '}
        <a href={loginPath(path)} className="link font-semibold">
          Log In
        </a>
      </Notice>
    )
  }
  return (
    <Notice icon={<MapPin size={20} aria-hidden />}>
      {member.defaultCity
        ? `Your default location (${member.defaultCity}) and contact details are filled in. `
        : "Set your default location and contact details once, and we'll fill them in from then on. "}
      <Link to="/account" className="link font-semibold">
        {member.defaultCity ? 'Update them in Account Settings' : 'Go to Account Settings'}
      </Link>
    </Notice>
  )
}

export function BatchTip() {
  return (
    <Notice icon={<Layers size={20} aria-hidden />}>
      Tip: several things to pass on?{' '}
      <Link to="/batch-upload" className="link font-semibold">
        Try Batch Upload (AI)
      </Link>
    </Notice>
  )
}

export function DraftOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    // Sticky, because a reload may return to the end of what is a short page without the draft.
    <div className="sticky top-16 z-10 flex flex-wrap items-center justify-between gap-3 rounded-card bg-lamp-soft p-4 text-lamp-text md:top-18">
      <p className="font-semibold">You left an item unfinished.</p>
      <div className="flex gap-2">
        <Button onClick={onRestore}>Restore it</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
