import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { comeBack, oldestSince, useAway } from '../lib/freshness.ts'
import { momentOf } from '../lib/time.ts'
import { refresh } from '../lib/use-api.ts'

const LOOK_MS = 5000

/** While the connection is away: of when the page is. Looks for the connection, and renews the page when it is back. */
export function ConnectionNote() {
  const away = useAway()
  return (
    <div role="status" data-frame>
      {away && <Note />}
    </div>
  )
}

function Note() {
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ pathname, since: 0 })
  if (shown.pathname !== pathname) setShown({ pathname, since: Date.now() })
  useEffect(() => {
    const look = async () => {
      const there = await fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (there) await comeBack(() => refresh('/api'))
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const now = () => void look()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [])
  return (
    <p className="border-b border-line bg-lamp-soft text-lamp-text">
      <span className="page flex items-start gap-2 py-2 text-sm">
        <CloudOff size={18} aria-hidden className="mt-px shrink-0" />
        <span>
          <strong className="font-semibold">You&apos;re offline.</strong> What you see is as of{' '}
          {momentOf(oldestSince(shown.since))}; it may have changed.
        </span>
      </span>
    </p>
  )
}
