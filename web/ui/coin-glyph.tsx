/** The token: a coin with a sprout. */
export function CoinGlyph({ size = 16 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden fill="none" stroke="currentColor" strokeWidth="1.5">
      <circle cx="8" cy="8" r="6.9" />
      <path
        d="M8 11.6V8.2m0 0C8 6.1 9.2 4.9 11.4 4.8 11.4 7 10.2 8.2 8 8.2Zm0 1C8 7.6 7 6.600 5 6.5 5 8.300 6 9.200 8 9.200Z"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
