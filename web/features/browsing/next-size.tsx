import { useMember } from '../../lib/use-member.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Its code is for parents alone. Meanwhile it keeps its place, so that nothing jumps.
const NextSizeRow = lazyPart(
  () => import('./next-size-row.tsx'),
  () => undefined,
  <div className="min-h-77 md:min-h-95" />,
)

/** For a member who has told the month in which a child was born. */
export function NextSizeForYoungest() {
  const member = useMember()
  return member?.nextSize ? <NextSizeRow member={member} size={member.nextSize} /> : null
}
