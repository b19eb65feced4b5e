import { PageHead } from '../lib/head.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function HomePage() {
  return (
    <div className="page py-16">
      <PageHead title="Outgrown" />
      <PageHeading className="text-display font-extrabold">Share. Save. Sustain.</PageHeading>
    </div>
  )
}
