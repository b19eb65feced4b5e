import { useState } from 'react'
import { useLocation, useSearchParams } from '../lib/navigation.tsx'
import { PostDone, type PostedListing } from '../features/posting/post-done.tsx'
import { PostForm } from '../features/posting/post-form.tsx'
import { BatchTip, DefaultsBanner } from '../features/posting/post-notices.tsx'
import { useListing } from '../features/listing/use-listing.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function PostPage() {
  const member = useMember()
  const [query, setQuery] = useSearchParams()
  const like = query.get('like')
  const { data: listing } = useListing(like)
  const [posted, setPosted] = useState<PostedListing>()
  // Going to this page again, from itself, is for another listing.
  const { key } = useLocation()
  const [visit, setVisit] = useState(key)
  if (visit !== key) {
    setVisit(key)
    setPosted(undefined)
  }
  if (posted) {
    return (
      <div className="page max-w-[1080px] py-8">
        <PageHead title={t('Post an Item')} />
        <PostDone listing={posted} onAnother={() => setQuery({})} />
      </div>
    )
  }
  return (
    <div className="page flex max-w-[1080px] flex-col py-8 max-md:py-5">
      <PageHead title={t('Post an Item')} />
      <PageHeading>{t('Post an Item')}</PageHeading>
      <NeedsScript>{t('Posting needs JavaScript.')}</NeedsScript>
      <div className="mt-4 mb-6 grid gap-3 max-md:order-last md:grid-cols-2">
        <DefaultsBanner member={member} path="/post" />
        <BatchTip />
      </div>
      <PostForm like={listing} onPosted={setPosted} />
    </div>
  )
}
