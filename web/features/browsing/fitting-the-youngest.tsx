import { useMember } from '../../lib/use-member.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Its code is for parents alone. Meanwhile it keeps its place, so that nothing jumps.
const ForYoungest = lazyPart(
  () => import('./for-youngest.tsx'),
  () => undefined,
  <div className="min-h-77 md:min-h-95" />,
)

/** For a member who has told the month in which a child was born: the size that it wears next, or else now. */
export function FittingTheYoungest() {
  const member = useMember()
  const size = member?.nextSize ?? member?.youngest?.wears
  return member?.youngest && size ? <ForYoungest member={member} months={member.youngest.months} size={size} /> : null
}
