import { Link } from '../lib/navigation.tsx'
import { siteName } from '../lib/look.ts'
import { t } from '../lib/t.ts'

export function Wordmark() {
  return (
    <Link
      to="/"
      aria-label={t('{site}, home', { site: siteName() })}
      className="-ms-1 flex h-[44px] min-w-10 flex-wrap content-start gap-x-2 overflow-hidden rounded-input px-1"
    >
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden className="my-[6px]">
        <rect width="32" height="32" rx="9" className="fill-petrol" />
        <path d="M16 25.500V15" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <path d="M16 18.500c-5.200 0-7.600-2.700-7.900-7.200 4.900.1 7.900 2.500 7.900 7.200Z" fill="#fff" />
        <circle cx="21" cy="10.500" r="4.600" className="fill-lamp" />
      </svg>
      {/* Where the rest of the header leaves no room beside the sign, the word wraps to a line that is not shown. */}
      <span className="text-xl leading-[44px] font-extrabold tracking-tight">{siteName()}</span>
    </Link>
  )
}
