import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '../../lib/navigation.tsx'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { appliesTo, pick } from '../../../src/modules/catalog/attributes.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { photosFor } from '../../lib/offline/kept-photos.ts'
import { loginPath } from '../../lib/return-to.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useSite } from '../../lib/use-site.ts'
import { useDraft } from '../../lib/browser/use-draft.ts'
import { useWhileHere } from '../../lib/browser/use-while-here.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { BatchDraft, BatchStep } from './batch-draft.ts'
import { type Groups, arrange } from './batch-groups.ts'
import {
  type BatchListing,
  type BatchValues,
  analyzedListing,
  parseListing,
  blankListing,
  manualListing,
  refusalOf,
} from './batch-listing.ts'
import { type CompareLabel, useCompareLabel } from '../listing/use-compare-label.tsx'
import { postOnce } from '../posting/post-once.ts'
import { needsOf } from './batch-needs.ts'
import { isFillingIn } from './batch-place.tsx'
import { BATCH_CATEGORY, explainFailure, useBatchAnalysis } from './use-batch-analysis.ts'
import { type PhotoUpload, usePhotoUploads } from '../photos/use-photo-uploads.ts'

/** A list has a hundred, and others are at the market too. */
const AT_ONCE = 4

/** No analysis says these. */
const KEPT = ['ageSize', 'sizeTo', 'bagCount'] as const

/** Upload, analysis and review of several items at once; a draft in this browser survives a reload. */
export function useBatch(member: User | null | undefined) {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const uploads = usePhotoUploads({
    route: 'POST /api/upload-batch',
    max: MAX_BATCH_PHOTOS,
    maxBytes: MAX_BATCH_BYTES,
    keepFor: member?.id,
  })
  const analysis = useBatchAnalysis()
  /** Nobody looks at photos here: the details follow at once. */
  const byHand = useSite()?.photoAnalysis === 'none'
  const [step, setStep] = useState<BatchStep>('upload')
  const [batchId, setBatchId] = useState<string>()
  const [sorted, setSorted] = useState<Groups>([])
  const [listings, setListings] = useState<BatchListing[]>([])
  const [failed, setFailed] = useState(false)
  const [posted, setPosted] = useState(false)
  const [posting, setPosting] = useState<{ done: number; of: number; keys: string[] }>()
  const groups = arrange(
    sorted,
    uploads.photos.map(({ id }) => id),
  )
  const urls = new Map(uploads.photos.map(({ id, url }) => [id, url]))
  const sent = groups.map((group) => group.flatMap((id) => urls.get(id) ?? [])).filter((group) => group.length > 0)

  const goTo = (next: BatchStep) => {
    setStep(next)
    if (next === 'upload' || !isFillingIn()) window.scrollTo({ top: 0 })
  }
  const update = (key: string, change: (listing: BatchListing) => BatchListing) =>
    setListings((all) => all.map((listing) => (listing.key === key ? change(listing) : listing)))

  const remove = (key: string) => setListings((all) => all.filter((listing) => listing.key !== key))

  const analyze = async (photos: string[][], id: string) => {
    setBatchId(id)
    goTo('analyze')
    try {
      const found = await analysis.run(id, photos)
      if (!found) return
      setListings(found)
      goTo('review')
    } catch (error) {
      explainFailure(error)
      setFailed(true)
      goTo('upload')
    }
  }

  const draft = useDraft<BatchDraft>(
    'draft:batch',
    member?.id,
    posted ? undefined : { step, batchId, groups: sent, items: listings },
  )
  /** Photos that were sent before, listing by listing, with their files as far as they are here. */
  const layOut = (all: string[][], files?: Map<string, File>) => {
    const photos = uploads.restore(all.flat(), files)
    const ids = new Map(photos.map(({ id, url }) => [url, id]))
    setSorted(all.map((group) => group.flatMap((url) => ids.get(url) ?? [])))
  }
  const restore = useEffectEvent((found: BatchDraft) => {
    layOut(found.step === 'review' ? found.items.map(({ photoUrls }) => photoUrls) : found.groups)
    setListings(found.items)
    goTo(found.step)
    // An analysis that finished meanwhile comes at once; the rest is awaited.
    if (found.step === 'analyze' && found.batchId) void analyze(found.groups, found.batchId)
  })
  const { found, answer } = draft
  useEffect(() => {
    if (!found) return
    restore(found)
    answer()
  }, [found, answer])

  // A photo that waits joins the batch that is being put together; while one is reviewed, it waits for the next.
  const takeUp = useEffectEvent((memberId: string) => uploads.takeUp(memberId))
  const memberId = member?.id
  const open = draft.answered && step === 'upload'
  useEffect(() => {
    if (open && memberId !== undefined) void takeUp(memberId)
  }, [open, memberId])
  useSignInForPhotos(member === null)

  const reanalyze = async (listing: BatchListing) => {
    try {
      const seen = await call('POST /api/ai/analyze-photos', {
        body: { photoUrls: listing.photoUrls, category: listing.values.category, again: true },
      })
      update(listing.key, ({ photoUrls, values }) => {
        // The photos are those of now, whose parts may have been hidden meanwhile, and newer values stay, too.
        const fresh = analyzedListing(photoUrls, values.category, seen)
        const newer = Object.fromEntries(
          Object.entries(values).filter(([field, value]) => value !== listing.values[field as keyof BatchValues]),
        )
        const unsure = unsureStill(fresh, newer)
        return { ...fresh, unsure, key: listing.key, values: { ...fresh.values, ...pick(values, KEPT), ...newer } }
      })
    } catch (error) {
      toast({ title: t('Reanalysis failed'), description: messageFrom(error, t('Please try again.')), tone: 'danger' })
    }
  }

  const startOver = () => {
    setListings([])
    setSorted([])
    setFailed(false)
    uploads.restore([])
    goTo('upload')
  }

  const label = useCompareLabel()
  const submit = async (member: User, which: BatchListing[]) => {
    const waiting = [...which]
    const outcomes: boolean[] = []
    const keys = which.map(({ key }) => key)
    const postOneByOne = async () => {
      for (let listing = waiting.shift(); listing; listing = waiting.shift()) {
        setPosting({ done: outcomes.length, of: which.length, keys })
        const { key } = listing
        const errors = await post(listing, member, label)
        // Right away, so that a reload while others are being posted doesn't offer it again.
        if (errors) update(key, (edited) => ({ ...edited, errors }))
        else remove(key)
        outcomes.push(errors === null)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, postOneByOne))
    setPosting(undefined)
    void refresh('/api/items', '/api/impact', '/api/tokens', '/api/auth/user')
    if (outcomes.includes(false)) {
      toast({ title: t('Error'), description: t('Some items failed to post. Please try again.'), tone: 'danger' })
      return
    }
    toast({
      title: t('Success!'),
      description: t('{count, plural, one {# item} other {# items}} posted.', { count: which.length }),
    })
    if (which.length < listings.length) return
    setPosted(true)
    draft.clear()
    whileHere(() => navigate('/'))
  }

  return {
    /** Shared photos have been added. */
    takeUp: async () => {
      if (memberId !== undefined) await uploads.takeUp(memberId)
    },
    uploads,
    groups,
    group: setSorted,
    step,
    byHand,
    analysis,
    failed,
    listings,
    analyze: () => void analyze(sent, crypto.randomUUID()),
    cancel: () => {
      analysis.cancel()
      goTo('upload')
    },
    continueByHand: () => {
      setListings(sent.map((photoUrls) => (failed ? manualListing : blankListing)(photoUrls, BATCH_CATEGORY)))
      goTo('review')
    },
    /** From a list: with their photos on this site. */
    take: (listed: BatchListing[], files: Map<string, File>) => {
      layOut(
        listed.map(({ photoUrls }) => photoUrls),
        files,
      )
      setListings(listed)
      goTo('review')
    },
    reanalyze,
    submit,
    /** A recall to compare a label with. */
    question: label.question,
    posting,
    edit: (key: string, values: Partial<BatchValues>) =>
      update(key, (listing) => ({
        ...listing,
        values: { ...listing.values, ...values },
        unsure: unsureStill(listing, values),
        errors: {},
      })),
    photosOf: ({ photoUrls }: BatchListing) =>
      photoUrls.flatMap((url) => uploads.photos.find((photo) => photo.url === url) ?? []),
    hide: async (key: string, { id, url }: PhotoUpload, areas: Area[]) => {
      const shown = await uploads.hide(id, areas)
      update(key, (listing) => ({
        ...listing,
        photoUrls: listing.photoUrls.map((one) => (one === url ? (shown ?? one) : one)),
      }))
    },
    /** The guesses have been looked at. */
    check: (key: string) => update(key, (listing) => ({ ...listing, unsure: [] })),
    /** A description goes only where there is none, a size only to clothes. */
    applyToAll: ({ description, ageSize, ...values }: Partial<BatchValues>) =>
      setListings((all) =>
        all.map((listing) => ({
          ...listing,
          values: {
            ...listing.values,
            ...values,
            ...(description !== undefined && listing.values.description.trim() === '' && { description }),
            ...(ageSize !== undefined &&
              appliesTo('ageSize', values.category ?? listing.values.category) && { ageSize }),
            ...(values.category !== undefined &&
              !appliesTo('ageSize', values.category) && { ageSize: null, sizeTo: null }),
          },
          unsure: unsureStill(listing, values),
          errors: {},
        })),
      ),
    /** Writes beside the fields what is missing. */
    explain: (key: string) =>
      update(key, (listing) => ({
        ...listing,
        errors: Object.fromEntries(
          needsOf(listing).flatMap(({ field, message, guessed }) => (guessed ? [] : [[field, message]])),
        ),
      })),
    remove,
    startOver,
  }
}

/** A value that somebody has typed or chosen is no guess any more. */
const unsureStill = ({ unsure = [] }: BatchListing, typed: Partial<BatchValues>) =>
  unsure.filter((field) => field === 'photos' || typed[field] === undefined)

/** A share of another app waits until its owner is signed in. */
function useSignInForPhotos(visitor: boolean): void {
  useEffect(() => {
    if (!visitor) return
    void photosFor('', 'POST /api/upload-batch').then((photos) => {
      if (photos.length > 0) window.location.assign(loginPath('/batch-upload'))
    })
  }, [visitor])
}

/** Posts one listing; returns its errors, or null once it is posted. */
async function post(listing: BatchListing, member: User, label: CompareLabel): Promise<BatchListing['errors'] | null> {
  const parsed = parseListing(listing, member)
  if ('errors' in parsed) return parsed.errors
  try {
    const { body } = parsed
    await label.send(body, (recallsCompared) => postOnce({ ...body, recallsCompared }))
    return null
  } catch (error) {
    return refusalOf(error)
  }
}
