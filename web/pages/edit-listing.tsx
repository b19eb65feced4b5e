import { useState } from 'react'
import { Link, useParams } from '../lib/navigation.tsx'
import { useListing } from '../features/listing/use-listing.ts'
import { EditForm } from '../features/posting/edit-form.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function EditListingPage() {
  const member = useRequiredMember()
  return (
    <div className="page max-w-[728px]! py-8">
      <PageHead title={t('Edit item')} />
      {member && <Edit memberId={member.id} />}
      {member === null && <LoginRequired>{t('Please log in to edit your items.')}</LoginRequired>}
      {member === undefined && <PageLoading />}
    </div>
  )
}

function Edit({ memberId }: { memberId: string }) {
  const { id = '' } = useParams()
  const { data: listing, error, mutate } = useListing(id)
  const [editing, setEditing] = useState(false)
  if (listing === undefined && error !== undefined) {
    return <LoadError as="h1" title={t('The item could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (listing === undefined) return <PageLoading />
  if (listing === null || listing.userId !== memberId)
    return <Refused id={null}>{t('Only its owner can edit an item.')}</Refused>
  if (listing.status === 'claimed') return <Refused id={id}>{t('This item has been claimed')}</Refused>
  // A neighbour who pays for it meanwhile doesn't end what has been begun: they may change their mind.
  if (!editing) {
    if (listing.status === 'reserved') return <Refused id={id}>{t('A neighbour is paying for it right now.')}</Refused>
    setEditing(true)
  }
  return (
    <>
      <PageHeading className="mb-5 text-2xl font-extrabold">
        {t('Edit “{title}”', { title: listing.title })}
      </PageHeading>
      <EditForm key={listing.id} listing={listing} />
    </>
  )
}

/** @param id of the item to go back to, where the member may see it */
function Refused({ id, children }: { id: string | null; children: string }) {
  return (
    <EmptyState
      as="h1"
      picture="door"
      title={t('Nothing to edit here')}
      action={
        <Link to={id === null ? '/profile' : `/item/${id}`} className={buttonClass()}>
          {id === null ? t('My Items') : t('Back to the item')}
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}
