import { Sparkles } from 'lucide-react'
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '../../lib/navigation.tsx'
import type { Analysis, PrivateArea } from '../../../src/modules/catalog/analysis/contract.ts'
import { type CreateListingBody, type Listing, MAX_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh, useApi } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDraft } from '../../lib/browser/use-draft.ts'
import { useMember } from '../../lib/use-member.ts'
import { usePhone } from '../../lib/browser/use-phone.ts'
import { useSite } from '../../lib/use-site.ts'
import { useWhileHere } from '../../lib/browser/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AnalysisCard } from './analysis-card.tsx'
import { Analyzing } from './analyzing.tsx'
import { DetailsStep } from './details-step.tsx'
import {
  type DraftValues,
  draftOf,
  fillDefaults,
  fillLike,
  fillSuggestions,
  showFieldErrors,
  useListingForm,
  useSentPhotos,
} from './listing-form.ts'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import { TakePhotos } from '../photos/take-photos.tsx'
import { useCompareLabel } from '../listing/use-compare-label.tsx'
import { useTokenPrice } from '../listing/use-categories.ts'
import { DraftOffer } from './post-notices.tsx'
import type { PostedListing } from './post-done.tsx'
import { postOnce } from './post-once.ts'
import { PostPreview } from './post-preview.tsx'
import { usePhotoUploads } from '../photos/use-photo-uploads.ts'

/** Where the form is: photos only; details after a failed analysis; details that may be sent. */
type Stage = 'photos' | 'analysis-failed' | 'details'

interface Draft {
  values: DraftValues
  stage: Stage
}

interface Props {
  /** A listing that this one is to be like: its words are known, so nothing needs to be guessed. */
  like?: Listing | null | undefined
  /** The listing is there, and the member still on this page. */
  onPosted: (listing: PostedListing) => void
}

export function PostForm({ like, onPosted }: Props) {
  const member = useMember()
  // Nobody looks at photos here, so there is nothing to wait for.
  const byHand = useSite()?.photoAnalysis === 'none'
  const phone = usePhone()
  const [query, setQuery] = useSearchParams()
  const forCamera = query.has('camera')
  // Out of the address before the camera has an entry of the history of its own: a way back would open it again.
  useLayoutEffect(() => {
    if (forCamera) setQuery({}, { replace: true })
  }, [forCamera, setQuery])
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const form = useListingForm()
  const uploads = usePhotoUploads({ route: 'POST /api/upload', max: MAX_PHOTOS })
  const [reached, setStage] = useState<Stage>('photos')
  const [analysis, setAnalysis] = useState<Analysis>()
  const [suggested, setSuggested] = useState<ReadonlyMap<string, PrivateArea[]>>()
  const [cancelled, setCancelled] = useState(false)
  const details = useRef<HTMLDivElement>(null)
  const stage = byHand ? 'details' : reached

  useSentPhotos(form, uploads.urls)
  const { data: mine } = useApi(
    member && !member.defaultPickupAddress ? path('/api/items/user/me', { query: { limit: 1 } }) : null,
  )
  useEffect(() => {
    if (member) fillDefaults(form, member, mine?.[0])
  }, [form, member, mine])

  useEffect(() => {
    if (!like) return
    fillLike(form, like)
    setStage('details')
  }, [form, like])

  const values = form.watch()
  const draft = useDraft<Draft>(
    'draft:post',
    member?.id,
    uploads.urls.length > 0 && !cancelled ? { values: draftOf(values), stage } : undefined,
  )
  const restore = (found: Draft) => {
    form.reset({ ...form.getValues(), ...found.values }, { keepDefaultValues: true })
    uploads.restore(found.values.photos)
    setStage(found.stage)
    draft.answer()
  }

  const price = useTokenPrice(form.watch('category'))
  const analyze = useAction(async () => {
    if (uploads.urls.length === 0) {
      toast({ title: t('No photos'), description: t('Please upload at least one photo first'), tone: 'danger' })
      return
    }
    const { urls } = uploads
    try {
      const seen = await call('POST /api/ai/analyze-photos', {
        body: { photoUrls: urls, category: form.getValues('category') },
      })
      setAnalysis(seen)
      setSuggested(Map.groupBy(seen.privateAreas, ({ photo }) => urls[photo] ?? ''))
      fillSuggestions(form, seen)
      setStage('details')
    } catch (error) {
      const fallback = t('Failed to analyze photos. Please fill in details manually.')
      whileHere(() => toast({ title: t('Analysis failed'), description: messageFrom(error, fallback), tone: 'danger' }))
      setStage((current) => (current === 'details' ? current : 'analysis-failed'))
    }
  })

  // On a phone nobody has to ask for it: once, when the first photos are there.
  const waits = phone && stage === 'photos' && Boolean(member) && uploads.urls.length > 0 && !uploads.sending
  const analyzeFirst = useEffectEvent(async () => {
    await analyze.run()
    details.current?.scrollIntoView()
  })
  useEffect(() => {
    if (waits) void analyzeFirst()
  }, [waits])

  const label = useCompareLabel()
  const post = async (body: CreateListingBody) => {
    let posted
    try {
      posted = await label.send(body, (recallsCompared) => postOnce({ ...body, recallsCompared }))
    } catch (error) {
      showFieldErrors(form, error)
      toast({
        title: t('Error'),
        description: messageFrom(error, t('Failed to post item. Please try again.')),
        tone: 'danger',
      })
      return
    }
    draft.clear()
    void refresh('/api/items', '/api/impact', '/api/tokens', '/api/auth/user')
    whileHere(
      () => onPosted(posted),
      () => toast({ title: t('Success!'), description: t('Your item has been posted successfully.') }),
    )
  }
  const submit = (event: SubmitEvent) => void form.handleSubmit(post)(event)

  const found = analysis && !analyze.pending && <AnalysisCard analysis={analysis} price={price} />
  return (
    <div className="grid items-start gap-8 max-md:mt-4 wide:grid-cols-[1fr_300px]">
      <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-6">
        {draft.found && <DraftOffer onRestore={() => draft.found && restore(draft.found)} onDiscard={draft.clear} />}
        <TakePhotos uploads={uploads} max={MAX_PHOTOS} one opened={forCamera} />
        <PhotoPicker
          uploads={uploads}
          max={MAX_PHOTOS}
          error={form.formState.errors.photos?.message}
          {...(suggested && { suggested })}
        />
        {!byHand && (
          <div className="flex flex-col items-start gap-2">
            <Button
              size="lg"
              variant={stage === 'details' ? 'quiet' : 'primary'}
              disabled={uploads.urls.length === 0 || uploads.sending || !member}
              pending={analyze.pending}
              onClick={() => void analyze.run()}
            >
              {!analyze.pending && <Sparkles size={20} aria-hidden />}
              {t('Analyze with AI')}
            </Button>
            <p className="text-sm text-muted">
              {member === null
                ? t('Please log in to use AI analysis')
                : t('Fills in title, description, condition and weight; you decide.')}
            </p>
          </div>
        )}
        {analyze.pending && <Analyzing photo={uploads.photos[0]?.preview} />}
        {!phone && found}
        {stage !== 'photos' && (
          <div ref={details} className="flex scroll-mt-20 flex-col gap-6">
            <DetailsStep
              form={form}
              analysis={analysis}
              short={phone}
              ready={stage === 'details'}
              sending={uploads.sending}
              onContinue={() => setStage('details')}
              onCancel={() => {
                setCancelled(true)
                draft.clear()
                navigate('/')
              }}
            />
          </div>
        )}
        {phone && found}
      </form>
      {label.question}
      <PostPreview values={values} photo={uploads.photos[0]?.preview} />
    </div>
  )
}
