import { Link } from 'react-router-dom'

export function Wordmark() {
  return (
    <Link
      to="/"
      aria-label="Outgrown, home"
      className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-input px-1"
    >
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden>
        <rect width="32" height="32" rx="9" className="fill-petrol" />
        <path d="M16 25.500V15" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <path d="M16 18.500c-5.200 0-7.600-2.700-7.900-7.200 4.900.1 7.900 2.500 7.900 7.200Z" fill="#fff" />
        <circle cx="21" cy="10.500" r="4.600" className="fill-lamp" />
      </svg>
      {/* The narrowest phones, and large text, show the sign alone, so that all header buttons fit. */}
      <span className="text-xl font-extrabold tracking-tight @max-[24rem]:hidden">Outgrown</span>
    </Link>
  )
}
