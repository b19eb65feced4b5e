import type { Trx } from '../../../platform/database.ts'
import { Analysis, GENERIC_BRAND, SURE, suggestedTitle } from '../analysis/contract.ts'
import { DRAFTED, type Drafted } from '../contract.ts'
import { photosWithOriginals } from '../photo/photo.ts'

type Fields = Partial<Record<Drafted, string | null | undefined>>

/**
 * The fields that a model has drafted and nobody has changed: they are as in a kept analysis of these photos, whatever the
 * browser says. What the model wasn't sure of stood in no field.
 */
export async function draftedFields(
  trx: Trx,
  { ownerId, photos, fields }: { ownerId: string; photos: string[]; fields: Fields },
): Promise<Drafted[]> {
  const urls = await photosWithOriginals(trx, photos)
  const { rows } = await trx.raw<{ rows: { result: unknown }[] }>(
    `select result from photo_analysis where owner_id = ? and photo_urls && ?::text[] and (result ->> 'ai')::boolean`,
    [ownerId, urls],
  )
  const drafts = rows.map(({ result }) => draftsOf(Analysis.parse(result)))
  return DRAFTED.filter((field) => {
    const written = plain(fields[field])
    return written !== '' && drafts.some((draft) => draft[field].some((text) => plain(text) === written))
  })
}

function draftsOf({ brand, product, condition, description, estimatedWeightLbs }: Analysis): Record<Drafted, string[]> {
  const titles = [brand.primary, GENERIC_BRAND].map((name) => suggestedTitle(name, product.primary))
  const weight = estimatedWeightLbs === null || product.confidence < SURE ? [] : [String(estimatedWeightLbs)]
  return {
    title: titles,
    description: [description],
    condition: condition.confidence < SURE ? [] : [condition.primary],
    weightLbs: weight,
  }
}

const plain = (text: string | null | undefined) => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

/** The drafted fields that a change leaves as they were. */
export const stillDrafted = (before: Fields & { drafted: string[] }, after: Fields): string[] =>
  before.drafted.filter((field) => {
    const name = field as Drafted
    return after[name] === undefined || plain(after[name]) === plain(before[name])
  })
