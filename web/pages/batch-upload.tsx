import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { User } from '../../src/modules/identity/contract.ts'
import { BatchAnalysisStep } from '../features/batch/batch-analysis-step.tsx'
import { BatchListingCard } from '../features/batch/batch-listing-card.tsx'
import { BatchRail } from '../features/batch/batch-rail.tsx'
import { BatchUploadStep } from '../features/batch/batch-upload-step.tsx'
import { DefaultsBanner } from '../features/posting/post-notices.tsx'
import { useBatch } from '../features/batch/use-batch.ts'
import { PageHead } from '../lib/head.tsx'
import { useAction } from '../lib/use-action.ts'
import { useMember } from '../lib/use-member.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function BatchUploadPage() {
  const member = useMember()
  const batch = useBatch(member)
  return (
    <div className="page max-w-[928px] py-8">
      <PageHead title="Batch Upload (AI)" />
      <PageHeading>Batch Upload (AI)</PageHeading>
      <BatchRail step={batch.step} />
      {batch.step === 'upload' && (
        <div className="flex flex-col gap-5">
          <DefaultsBanner member={member} path="/batch-upload" />
          <BatchUploadStep
            uploads={batch.uploads}
            groups={batch.groups}
            loggedIn={Boolean(member)}
            failed={batch.failed}
            onGroup={batch.group}
            onAnalyze={batch.analyze}
            onContinue={batch.continueByHand}
          />
        </div>
      )}
      {batch.step === 'analyze' && (
        <BatchAnalysisStep
          percent={batch.analysis.percent}
          listings={batch.analysis.listings}
          onCancel={batch.cancel}
        />
      )}
      {batch.step === 'review' && member && <Review batch={batch} member={member} />}
    </div>
  )
}

function Review({ batch, member }: { batch: ReturnType<typeof useBatch>; member: User }) {
  const { listings } = batch
  const submit = useAction(() => batch.submit(member))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!submit.pending) return
    const cards = list.current
    // Posted listings are gone: go on with the first error of the first one left.
    return () => {
      const [first] = cards?.children ?? []
      const wrong = first?.querySelector<HTMLElement>('[aria-invalid]') ?? first
      if (wrong instanceof HTMLElement) wrong.focus()
    }
  }, [submit.pending])
  const ready = Boolean(
    member.defaultCity && member.defaultPickupAddress && member.defaultContactName && member.defaultContactEmail,
  )
  if (listings.length === 0) {
    return (
      <EmptyState
        picture="box"
        title="Nothing left to review"
        action={<Button onClick={batch.startOver}>Start Over</Button>}
      />
    )
  }
  return (
    <>
      <ul ref={list} className="flex flex-col gap-4">
        {listings.map((listing, index) => (
          <li key={listing.key} tabIndex={-1}>
            <BatchListingCard
              listing={listing}
              position={index + 1}
              onEdit={(values) => batch.edit(listing.key, values)}
              onReanalyze={() => batch.reanalyze(listing)}
              onRemove={() => batch.remove(listing.key)}
            />
          </li>
        ))}
      </ul>
      {!ready && (
        <p className="mt-5 flex flex-wrap items-center gap-3 rounded-card bg-lamp-soft p-4 text-lamp-text">
          These items need a location and contact details.
          <Link to="/account" className={buttonClass({ variant: 'quiet' })}>
            Set them in Account Settings
          </Link>
        </p>
      )}
      <div className="sticky bottom-16 mt-6 flex flex-wrap justify-end gap-3 rounded-card border border-line bg-surface p-3 shadow-2 md:bottom-4">
        <Button variant="quiet" onClick={batch.startOver}>
          Start Over
        </Button>
        <Button disabled={!ready} pending={submit.pending} onClick={() => void submit.run()}>
          Submit All Items ({listings.length})
        </Button>
      </div>
    </>
  )
}
