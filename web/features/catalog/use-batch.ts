import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { MAX_BATCH_BYTES, MAX_BATCH_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { refresh } from '../../lib/keys.ts'
import { USER_KEY } from '../../lib/use-user.ts'
import { toast } from '../../ui/toast.ts'
import { analyzeBatch, analyzePhotos, createListing } from './api.ts'
import { type BatchItem, type BatchValues, analyzedItem, listingOf, manualItem } from './batch-item.ts'
import { usePhotoUploads } from './use-photo-uploads.ts'

export type BatchStep = 'upload' | 'analyze' | 'review'

const CATEGORY = 'baby-clothes'

/** Upload, analysis and review of several items at once. */
export function useBatch() {
  const navigate = useNavigate()
  const uploads = usePhotoUploads({ path: '/api/upload-batch', max: MAX_BATCH_PHOTOS, maxBytes: MAX_BATCH_BYTES })
  const [step, setStep] = useState<BatchStep>('upload')
  const [progress, setProgress] = useState(0)
  const [items, setItems] = useState<BatchItem[]>([])
  const update = (key: string, change: (item: BatchItem) => BatchItem) =>
    setItems((all) => all.map((item) => (item.key === key ? change(item) : item)))

  const analyze = async (groups: string[][]) => {
    setStep('analyze')
    setProgress(5)
    try {
      const answer = await analyzeBatch(groups.map((photoUrls) => ({ photoUrls, category: CATEGORY })))
      setProgress(80)
      const found = new Map(answer.results.map(({ photoUrls, analysis }) => [photoUrls.join(), analysis]))
      setItems(
        groups.map((photoUrls) => {
          const analysis = found.get(photoUrls.join())
          return analysis ? analyzedItem(photoUrls, CATEGORY, analysis) : manualItem(photoUrls, CATEGORY)
        }),
      )
      if (answer.errors.length > 0) toast({ title: partly(answer.results.length, groups.length) })
      setProgress(100)
      setStep('review')
    } catch (error) {
      const words = 'Failed to analyze photos. Please try again.'
      toast({ title: 'Analysis failed', description: messageFrom(error, words), tone: 'danger' })
      setStep('upload')
    }
  }

  const reanalyze = async (item: BatchItem) => {
    try {
      const analysis = await analyzePhotos(item.photoUrls, item.values.category)
      update(item.key, () => analyzedItem(item.photoUrls, item.values.category, analysis))
    } catch (error) {
      toast({ title: 'Reanalysis failed', description: messageFrom(error, 'Please try again.'), tone: 'danger' })
    }
  }

  const submit = async (user: User) => {
    const checked = items.map((item) => ({ item, listing: listingOf(item, user) }))
    if (checked.some(({ listing }) => 'errors' in listing)) {
      setItems(checked.map(({ item, listing }) => ({ ...item, errors: 'errors' in listing ? listing.errors : {} })))
      toast({ title: 'Please check the marked items', tone: 'danger' })
      return
    }
    const sent = await Promise.allSettled(
      checked.map(({ listing }) => ('body' in listing ? createListing(listing.body) : Promise.resolve())),
    )
    void refresh('/api/items', '/api/impact', '/api/tokens', USER_KEY)
    const left = items.filter((_, index) => sent[index]?.status === 'rejected')
    if (left.length > 0) {
      setItems(left)
      toast({ title: 'Error', description: 'Some items failed to post. Please try again.', tone: 'danger' })
      return
    }
    toast({ title: 'Success!', description: `${plural(items.length, 'item')} posted.` })
    void navigate('/')
  }

  return {
    uploads,
    step,
    progress,
    items,
    analyze,
    reanalyze,
    submit,
    edit: (key: string, values: Partial<BatchValues>) =>
      update(key, (item) => ({ ...item, values: { ...item.values, ...values }, errors: {} })),
    remove: (key: string) => setItems((all) => all.filter((item) => item.key !== key)),
    startOver: () => {
      setItems([])
      uploads.restore([])
      setStep('upload')
    },
  }
}

function partly(analyzed: number, total: number): string {
  return `${analyzed} of ${total} item(s) analyzed by AI. ${total - analyzed} item(s) need manual entry.`
}
