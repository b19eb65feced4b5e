import { PostForm } from '../features/posting/post-form.tsx'
import { BatchTip, DefaultsBanner } from '../features/posting/post-notices.tsx'
import { PageHead } from '../lib/head.tsx'
import { useUser } from '../lib/use-user.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function PostPage() {
  const user = useUser()
  return (
    <div className="page max-w-[1080px] py-8">
      <PageHead title="Post an Item" />
      <PageHeading>Post an Item</PageHeading>
      <div className="mt-4 mb-6 grid gap-3 md:grid-cols-2">
        <DefaultsBanner user={user} path="/post" />
        <BatchTip />
      </div>
      <PostForm />
    </div>
  )
}
