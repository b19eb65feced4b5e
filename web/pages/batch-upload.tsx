import { BatchAnalysisStep } from '../features/batch/batch-analysis-step.tsx'
import { BatchPlace, hasPlace } from '../features/batch/batch-place.tsx'
import { BatchRail } from '../features/batch/batch-rail.tsx'
import { BatchReview } from '../features/batch/batch-review.tsx'
import { BatchUploadStep } from '../features/batch/batch-upload-step.tsx'
import { SharedPhotos } from '../features/batch/shared-photos.tsx'
import { DefaultsBanner } from '../features/posting/post-notices.tsx'
import { useBatch } from '../features/batch/use-batch.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function BatchUploadPage() {
  const member = useMember()
  const batch = useBatch(member)
  return (
    <div className="page max-w-[928px] py-8">
      <PageHead title={t('Batch Upload (AI)')} />
      <PageHeading>{t('Batch Upload (AI)')}</PageHeading>
      <NeedsScript>{t('Posting needs JavaScript.')}</NeedsScript>
      <BatchRail step={batch.step} byHand={batch.byHand} />
      {batch.step === 'upload' && (
        <div className="flex flex-col gap-5">
          <DefaultsBanner member={member} path="/batch-upload" />
          {member && <SharedPhotos key={member.id} memberId={member.id} onAdded={batch.takeUp} />}
          <BatchUploadStep
            uploads={batch.uploads}
            groups={batch.groups}
            loggedIn={Boolean(member)}
            byHand={batch.byHand}
            failed={batch.failed}
            onGroup={batch.group}
            onAnalyze={batch.analyze}
            onContinue={batch.continueByHand}
            onTake={batch.take}
          />
        </div>
      )}
      <div className="flex flex-col gap-5">
        {batch.step === 'analyze' && (
          <BatchAnalysisStep
            percent={batch.analysis.percent}
            listings={batch.analysis.listings}
            onCancel={batch.cancel}
          />
        )}
        {member && !hasPlace(member) && (
          <BatchPlace
            member={member}
            hidden={batch.step === 'upload' || (batch.step === 'review' && batch.listings.length === 0)}
          />
        )}
        {batch.step === 'review' && member && <BatchReview batch={batch} member={member} />}
      </div>
      {batch.question}
    </div>
  )
}
