import { encode } from 'uqr'

/** Around it scanners need this much white, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code, dark on white in either theme: many scanners can't read one that is inverted. */
export default function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-input bg-[#fff]"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
