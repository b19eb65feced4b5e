import { SavedSearchList } from '../features/browsing/saved-search-list.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { useRequiredMember } from '../lib/use-member.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function SearchesPage() {
  const member = useRequiredMember()
  if (member === null) return <LoginRequired>Log in to be told when what you look for appears.</LoginRequired>
  return (
    <div className="page py-6 md:py-10">
      <PageHead title="Saved Searches" />
      <PageHeading>Saved Searches</PageHeading>
      <p className="mb-5 text-muted">
        When a neighbour posts what one of them finds, you hear of it, once for each thing. There is room for 50.
      </p>
      {member ? <SavedSearchList /> : <PageLoading />}
    </div>
  )
}
