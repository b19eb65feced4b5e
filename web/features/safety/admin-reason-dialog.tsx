import type { ComponentProps } from 'react'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import ReasonDialog from '../../ui/overlays/reason-dialog.tsx'

/** Asks an admin why, with the words that admins have ready. */
export default function AdminReasonDialog(props: Omit<ComponentProps<typeof ReasonDialog>, 'suggestions'>) {
  const { data } = useApi(path('/api/admin/canned-words'))
  return <ReasonDialog {...props} suggestions={data?.words ?? []} />
}
